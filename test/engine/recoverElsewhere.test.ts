import assert from "node:assert/strict";
import type { Disk } from "../../src/base/disk";
import type { EngineEvent } from "../../src/engine/api";
import { quickDisk } from "../helpers/quickDisk";
import { TempWorkspace } from "../helpers/tempWorkspace";

describe("a restore that another process left half finished", () => {
  let workspace: TempWorkspace;
  beforeEach(() => {
    workspace = new TempWorkspace({ "a.txt": "one", "b.txt": "one" });
  });
  afterEach(() => workspace.dispose());

  /** Dies when the second file is put in place. */
  async function cutOff() {
    let renames = 0;
    let isDead = false;
    const stop = () => {
      throw new Error("stopped");
    };
    const disk: Disk = {
      ...quickDisk,
      rename(from, to) {
        if (isDead || (from.includes(".checkpoint-") && ++renames === 2)) {
          isDead = true;
          stop();
        }
        quickDisk.rename(from, to);
      },
      write: (fd, bytes) => (isDead ? stop() : quickDisk.write(fd, bytes)),
      unlink: (path) =>
        isDead && !path.endsWith("lock") ? stop() : quickDisk.unlink(path),
    };
    const engine = await workspace.open({ disk });
    const plan = engine.planRestore({ to: "start" });
    assert.throws(() => engine.applyRestore(plan.id));
    assert.deepEqual(
      [workspace.text("a.txt"), workspace.text("b.txt")].sort(),
      ["one", "two"],
      "it was cut off in the middle",
    );
  }

  it("is finished by the next writer, even one that opened the history long before", async () => {
    const window = await workspace.open();
    window.checkpoint({ name: "start" });
    workspace.write("a.txt", "two");
    workspace.write("b.txt", "two");
    window.checkpoint({ name: "later" });
    await cutOff();
    const events: EngineEvent[] = [];
    window.onDidChange((event) => events.push(event));
    window.checkpoint({ name: "goes on" });
    assert.ok(events.some((event) => event.type === "recovered"));
    assert.equal(workspace.text("a.txt"), "one");
    assert.equal(workspace.text("b.txt"), "one");
    assert.ok(![...workspace.tree().keys()].some((p) => p.endsWith(".tmp")));
  });

  it("is reported to the listener that opens the history", async () => {
    const first = await workspace.open();
    first.checkpoint({ name: "start" });
    workspace.write("a.txt", "two");
    workspace.write("b.txt", "two");
    first.checkpoint({ name: "later" });
    first.close();
    await cutOff();
    const engine = await workspace.open();
    const told = new Promise<EngineEvent>((resolve) => {
      engine.onDidChange((event) => {
        if (event.type === "recovered") resolve(event);
      });
    });
    const event = await told;
    assert.ok(event.type === "recovered" && event.state === "recovered");
    assert.equal(workspace.text("b.txt"), "one");
  });
});
