// The product as a user sees it: the packaged extension, installed in a real VS
// Code, driven through its window. Here, what a person does in a window on one folder.
// Run with `npx mocha test/ui/oneWindow.test.mjs`.
import { commandScenes } from "./commands.mjs";
import { lineAuthorScenes } from "./lineAuthors.mjs";
import { restoreScenes } from "./restoring.mjs";
import { revertScenes } from "./reverting.mjs";
import { playScenes } from "./stage.mjs";
import { timelineScenes } from "./timeline.mjs";
import { timeMachineScenes } from "./timeMachine.mjs";

playScenes([
  timelineScenes,
  restoreScenes,
  revertScenes,
  commandScenes,
  lineAuthorScenes,
  timeMachineScenes,
]);
