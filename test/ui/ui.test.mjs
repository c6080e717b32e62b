// The product as a user sees it: the packaged extension, installed in a real VS
// Code, driven through its window. Run with `npx mocha test/ui/ui.test.mjs`.
import { agentScenes } from "./agent.mjs";
import { chatScenes } from "./chat.mjs";
import { commandScenes } from "./commands.mjs";
import { folderScenes } from "./folders.mjs";
import { healthScenes } from "./health.mjs";
import { closeHouses } from "./house.mjs";
import { lineAuthorScenes } from "./lineAuthors.mjs";
import { restoreScenes } from "./restoring.mjs";
import { revertScenes } from "./reverting.mjs";
import { pseudoLocaleScenes } from "./pseudoLocale.mjs";
import { pictureFailure } from "./stage.mjs";
import { timelineScenes } from "./timeline.mjs";
import { windowScenes } from "./windows.mjs";

describe("Checkpoint in VS Code", function () {
  this.timeout(240_000);
  after(closeHouses);
  afterEach(async function () {
    if (this.currentTest.state === "failed")
      await pictureFailure(this.currentTest);
  });

  timelineScenes();
  restoreScenes();
  revertScenes();
  commandScenes();
  lineAuthorScenes();
  windowScenes();
  healthScenes();
  folderScenes();
  pseudoLocaleScenes();
  chatScenes();
  agentScenes();
});
