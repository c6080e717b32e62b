import { showDisk } from "../showDisk";

showDisk("exfat");
