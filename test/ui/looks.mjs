// The main scenes in the other kinds of theme, for people to look at.
import { files } from "./files.mjs";
import { openStage } from "./stage.mjs";

export function lookScenes() {
  describe("looks", () => {
    for (const theme of ["light", "high-contrast"])
      it(`has its pictures in a ${theme} theme`, async () => {
        const stage = await openStage({ files, theme });
        try {
          await stage.create("first");
          const shorter = "export const teas = { sencha: 60 };\n";
          stage.write("src/teas.js", shorter);
          await stage.create("second", "with a description");
          await stage.window.expand(stage.row("second"));
          await stage.row("teas.js").click();
          await stage.window.diffEditor().expect(files["src/teas.js"], shorter);
          await stage.window.screenshot(`diff-${theme}`);
          await stage.askToRestore("first");
          await stage.window.multiDiffEditor.waitFor();
          await stage.window.screenshot(`restore-${theme}`);
          await stage.window.page.keyboard.press("Escape");
          await stage.window.runCommand("Checkpoint: Open Walkthrough");
          const page = stage.window.page;
          await page
            .frameLocator(".gettingStartedContainer iframe.webview.ready")
            .frameLocator("#active-frame")
            .locator("svg")
            .first()
            .waitFor();
          await stage.window.screenshot(`walkthrough-${theme}`);
        } finally {
          await stage.close();
        }
      });
  });
}
