// As in oneWindow.test.mjs: several windows on one folder, hosts that end, workspaces of
// several folders, and folders that are not recorded.
import { folderScenes } from "./folders.mjs";
import { playScenes } from "./stage.mjs";
import { timeMachineFolderScenes } from "./timeMachineFolders.mjs";
import { windowScenes } from "./windows.mjs";

playScenes([windowScenes, folderScenes, timeMachineFolderScenes]);
