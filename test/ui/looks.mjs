// The main scenes in each kind of theme, for people to look at; and what the
// view says when there is nothing to show.
import assert from "node:assert/strict";
import { openWorkbench } from "../host/workbench.mjs";
import { files } from "./files.mjs";
import { openStage } from "./stage.mjs";

export function lookScenes() {
  describe("looks", () => {
    for (const theme of ["light", "high-contrast"])
      it(`has its pictures in a ${theme} theme`, async () => {
        const stage = await openStage({ files, theme });
        try {
          await stage.create("first");
          stage.write("src/teas.js", "export const teas = { sencha: 60 };\n");
          await stage.create("second", "with a description");
          await stage.window.expand(stage.row("second"));
          await stage.row("teas.js").click();
          await stage.window.diffEditor().waitFor();
          await stage.window.screenshot(`diff-${theme}`);
          await stage.askToRestore("first");
          await stage.window.multiDiffEditor.waitFor();
          await stage.window.screenshot(`restore-${theme}`);
          await stage.window.page.keyboard.press("Escape");
          await stage.window.runCommand("Checkpoint: Open Walkthrough");
          await stage.window.page
            .locator(".gettingStartedContainer .step-title")
            .first()
            .waitFor();
          await stage.window.screenshot(`walkthrough-${theme}`);
        } finally {
          await stage.close();
        }
      });

    it("says what to do in a window without a folder", async () => {
      const stage = await openStage({ files });
      try {
        const empty = await openWorkbench(stage.server, null);
        try {
          await empty.activityBar("Checkpoint");
          const welcome = empty
            .pane("Timeline")
            .locator(".welcome-view-content");
          await welcome.waitFor();
          assert.match(await welcome.innerText(), /Open a folder/);
          await empty.screenshot("no-folder");
        } finally {
          await empty.close();
        }
      } finally {
        await stage.close();
      }
    });
  });
}
