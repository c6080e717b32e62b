import { showDisk } from "../showDisk";

showDisk("sshfs");
