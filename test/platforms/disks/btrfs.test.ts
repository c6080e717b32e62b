import { showDisk } from "../showDisk";

showDisk("btrfs");
