import assert from "node:assert/strict";
import type { Disk } from "../../../src/base/disk";
import type { Engine } from "../../../src/engine/api";
import { orphanLocks } from "../../helpers/crash";
import { FaultyDisk } from "../../helpers/faultyDisk";
import { quickDisk } from "../../helpers/quickDisk";
import type { TempWorkspace } from "../../helpers/tempWorkspace";
import { workspaceForEach } from "../../helpers/tempWorkspace";

describe("a restore that is interrupted at any call", () => {
  const makeWorkspace = workspaceForEach();

  /** Two files with a new text, interrupted at call 1, 2, 3, ... of the operation. */
  const cutOffs = async (
    act: (engine: Engine) => unknown,
    check: (
      workspace: TempWorkspace,
      was: { begun: boolean; halfDone: boolean; at: string },
    ) => Promise<void>,
  ) => {
    for (let at = 1, begun = 0; ; at++) {
      const workspace = makeWorkspace({ a: "1", b: "1" });
      const disk = new FaultyDisk(workspace.storeDir);
      const engine = await workspace.open({ disk });
      for (const message of ["m1", "m2"]) {
        engine.recordMessage({ thread: "t", message, role: "user" });
        workspace.write("a", "2");
        workspace.write("b", "2");
      }
      engine.capture();
      disk.arm(at, { kind: "stop" });
      try {
        act(engine);
      } catch {
        // As if the process had ended.
      }
      if (!disk.hasFired) {
        assert.ok(begun > 2 && at - begun > 2, `${begun} of ${at}`);
        return;
      }
      disk.crash();
      orphanLocks(workspace.storeDir);
      const done = ["a", "b"].filter((name) => workspace.text(name) === "1");
      const isBegun = done.length > 0;
      if (isBegun) begun++;
      await check(workspace, {
        begun: isBegun,
        halfDone: done.length === 1,
        at: disk.fired!,
      });
    }
  };
  const restore = (engine: Engine) =>
    engine.applyRestore(engine.planRestore({ to: "#0" }));
  const texts = (workspace: TempWorkspace) =>
    workspace.text("a") + workspace.text("b");

  it("is finished if it had changed anything, otherwise discarded; its changes are attributed to it", () =>
    cutOffs(restore, async (workspace, { begun, at }) => {
      const engine = await workspace.open();
      assert.equal(texts(workspace), begun ? "11" : "22", at);
      engine.capture();
      const source = engine.history("a")[0]?.source;
      assert.equal(source, begun ? "restore" : "outside", at);
    }));

  it("is finished except for what somebody wrote since", () =>
    cutOffs(restore, async (workspace, { halfDone, at }) => {
      if (!halfDone) return;
      const other = workspace.text("a") === "1" ? "b" : "a";
      workspace.write(other, "worked on");
      const alike = ["a.tmp", ".checkpoint-a.tmp", "checkpoint-0-1.tmp"];
      for (const name of alike) workspace.write(name, "a person's");
      const engine = await workspace.open();
      assert.equal(workspace.text(other), "worked on", at);
      for (const name of alike) assert.ok(workspace.exists(name), name);
      assert.equal(engine.restores()[0]?.state, "recovered", at);
    }));

  it("leaves a file alone that is written while the restore is finished", () =>
    cutOffs(restore, async (workspace, { halfDone, at }) => {
      if (!halfDone) return;
      const other = workspace.text("a") === "1" ? "b" : "a";
      const staged = new Set<number>();
      const disk: Disk = {
        ...quickDisk,
        open(path, flags, mode) {
          const fd = quickDisk.open(path, flags, mode);
          if (path.includes(".checkpoint-")) staged.add(fd);
          return fd;
        },
        close(fd) {
          quickDisk.close(fd);
          if (staged.delete(fd)) workspace.write(other, "worked on");
        },
      };
      const engine = await workspace.open({ disk });
      assert.equal(workspace.text(other), "worked on", at);
      assert.equal(engine.restores()[0]?.state, "recovered", at);
    }));

  it("rewinds messages if and only if it rewinds the files", () =>
    cutOffs(
      (engine) =>
        engine.editMessage({ thread: "t", message: "m1", apply: true }),
      async (workspace, { begun, at }) => {
        const engine = await workspace.open();
        assert.equal(texts(workspace), begun ? "11" : "22", at);
        const { messages } = engine.thread("t");
        assert.equal(messages[1]!.deleted, begun, at);
      },
    ));
});
