// As in oneWindow.test.mjs: several windows and folders, histories in trouble, another
// language, the chat.
import { agentScenes } from "./agent.mjs";
import { chatScenes } from "./chat.mjs";
import { folderScenes } from "./folders.mjs";
import { healthScenes } from "./health.mjs";
import { playScenes } from "./stage.mjs";
import { pseudoLocaleScenes } from "./pseudoLocale.mjs";
import { windowScenes } from "./windows.mjs";

playScenes([
  windowScenes,
  healthScenes,
  folderScenes,
  pseudoLocaleScenes,
  chatScenes,
  agentScenes,
]);
