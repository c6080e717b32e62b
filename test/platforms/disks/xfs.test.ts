import { showDisk } from "../showDisk";

showDisk("xfs");
