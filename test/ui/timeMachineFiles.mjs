// What the time machine shows of files, and brings back: renamed, binary, whole folders.
import assert from "node:assert/strict";
import { until } from "../editor/until.mjs";

/** Scenes on a working day that is open. */
export function timeMachineFileScenes(given) {
  const undo = async (file, text) => {
    const { stage } = given();
    await stage.window.runCommand("Checkpoint: Undo Restore");
    await until("it is undone", async () => {
      if (await stage.window.dialog.locator.isVisible())
        await stage.window.dialog.press("Undo Restore");
      return stage.exists(file) && stage.read(file) === text;
    });
    await stage.clearNotifications();
  };

  it("shows a file that was renamed and edited as renamed, and restores it under its old name", async () => {
    const { stage, machine } = given();
    await stage.clearNotifications();
    await machine.press("Home", /#0\b/);
    const file = machine.file("boiler.js");
    assert.match(await file.innerText(), /was kettle\.js/);
    const text = stage.read("src/boiler.js");
    const old = text.replace("// boils\n", "");
    await file.click();
    await stage.window.diffEditor().expect(old, text);
    await machine.button("Restore This File...").click();
    const { dialog } = stage.window;
    assert.match(await dialog.message(), /^Restore boiler\.js to #0/);
    assert.match(await dialog.detail(), /kettle\.js/);
    await dialog.press("Restore");
    await stage.untilFile("src/kettle.js", old);
    await until("its new name is gone", () => !stage.exists("src/boiler.js"));
    await until("it does not differ", async () => {
      return (await machine.file("boiler.js").count()) === 0;
    });
    assert.equal(stage.read("notes.md"), "four\n");
    await undo("src/boiler.js", text);
    assert.equal(stage.exists("src/kettle.js"), false);
  });

  it("shows an image as an image, blank where there was none, and says what is binary", async () => {
    const { stage, machine } = given();
    const { window } = stage;
    const widths = (expected) =>
      until(`images of the widths ${expected} are drawn`, async () => {
        const all = await Promise.all(
          window.page
            .frames()
            .map((frame) =>
              frame
                .evaluate(() => document.querySelector("img")?.naturalWidth)
                .catch(() => undefined),
            ),
        );
        return all.filter(Boolean).sort().join() === expected;
      });
    const file = machine.file("cup.png");
    await file.click();
    await widths("1,2");
    await window.screenshot("time-machine-image");
    // It follows the playhead as a text does.
    await machine.drag(0, 0.5);
    await widths("2,2");
    await machine.press("Home", /#0\b/);
    await widths("1,2");
    await machine.file("blend.bin").click();
    await window.page
      .getByText(/either binary or/)
      .first()
      .waitFor();
    assert.match(await machine.file("blend.bin").innerText(), /binary/);
  });

  it("restores a folder, and leaves the rest alone", async () => {
    const { stage, machine } = given();
    const now = stage.read("src/router.js");
    await machine.file("boiler.js").click();
    await machine.button("Restore This Folder...").click();
    const { dialog } = stage.window;
    assert.match(await dialog.message(), /^Restore src to #0/);
    await dialog.press("Restore");
    await stage.untilFile(
      "src/router.js",
      "export function steep() {\n  return 1;\n}\n",
    );
    // Deletions come last.
    await until("later files are gone", () => !stage.exists("src/leaves.js"));
    assert.ok(stage.exists("src/teas.js"));
    assert.ok(stage.exists("data/blend.bin"));
    await undo("src/router.js", now);
  });
}
