import { showDisk } from "../showDisk";

showDisk("ntfs");
