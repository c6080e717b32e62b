import assert from "node:assert/strict";
import fs from "node:fs";
import type { Disk } from "../../../src/base/disk";
import { patientDisk } from "../../../src/base/patientDisk";
import { canBeNamed } from "../../../src/base/platformNames";
import { FileModes } from "../../../src/engine/workspace/modes";
import { SafeWriter } from "../../../src/engine/workspace/safeWrite";
import { restore, undo } from "../../helpers/history";
import { quickDisk } from "../../helpers/quickDisk";
import { workspaceForEach } from "../../helpers/tempWorkspace";
import { assertSameTree } from "../../helpers/tree";
import { workspacePath } from "../../../src/engine/model/workspacePath";

/** A disk on which calls of one kind fail as on Windows, while `holds` is not 0. */
function heldDisk(call: "rename" | "unlink" | "open", isMeant: RegExp) {
  const state = { holds: 0, failed: 0 };
  const failing = ((...args: [string, string]) => {
    const isHeld = args.some((arg) => isMeant.test(String(arg)));
    if (isHeld && state.holds > 0) {
      state.holds--;
      state.failed++;
      const code = call === "open" ? "EPERM" : "EBUSY";
      throw Object.assign(new Error(`${code}: injected`), { code });
    }
    return (quickDisk[call] as (...all: unknown[]) => unknown)(...args);
  }) as never;
  let atMs = 0;
  const disk = patientDisk(
    { ...quickDisk, [call]: failing },
    { platform: "win32", now: () => atMs, sleep: (ms) => (atMs += ms) },
  );
  return { disk, state };
}

const onWindows: Disk = {
  ...quickDisk,
  canBeNamed: (path) => canBeNamed(path, "win32"),
};

describe("a restore on Windows", () => {
  const makeWorkspace = workspaceForEach();

  it("waits for a file that another program has open", async () => {
    const workspace = makeWorkspace({ a: "1", b: "1" });
    const { disk, state } = heldDisk("rename", /work\/a$/);
    const engine = await workspace.open({ disk });
    engine.checkpoint();
    const wanted = workspace.tree();
    workspace.write("a", "2");
    workspace.write("b", "2");
    state.holds = 10;
    restore(engine, { to: "0" });
    assert.equal(state.failed, 10);
    assertSameTree(workspace.tree(), wanted);
  });

  it("waits to delete a file that another program has open", async () => {
    const workspace = makeWorkspace({ a: "1" });
    const { disk, state } = heldDisk("unlink", /work\/new$/);
    const engine = await workspace.open({ disk });
    engine.checkpoint();
    workspace.write("new", "2");
    state.holds = 10;
    restore(engine, { to: "0" });
    assert.equal(state.failed, 10);
    assert.ok(!workspace.exists("new"));
  });

  it("changes nothing if the file stays open, and can be repeated later", async () => {
    const workspace = makeWorkspace({ a: "1", b: "1", c: "1" });
    const { disk, state } = heldDisk("rename", /work\/b$/);
    const engine = await workspace.open({ disk });
    engine.checkpoint();
    const wanted = workspace.tree();
    for (const name of ["a", "b", "c"]) workspace.write(name, "2");
    const before = workspace.tree();
    state.holds = Infinity;
    const report = engine.applyRestore(engine.planRestore({ to: "0" }).id);
    assert.equal(report.applied, false);
    assert.equal(report.isHalfDone, undefined);
    const { path, data } = report.failures[0]!;
    assert.deepEqual([path, data["errno"]], ["b", "EBUSY"]);
    assertSameTree(workspace.tree(), before);
    state.holds = 0;
    restore(engine, { to: "0" });
    assertSameTree(workspace.tree(), wanted);
  });

  it("waits for a lock file that is about to disappear", async () => {
    const workspace = makeWorkspace({ a: "1" });
    const { disk, state } = heldDisk("open", /lock$/);
    const engine = await workspace.open({ disk });
    state.holds = 5;
    engine.checkpoint();
    assert.equal(state.failed, 5);
    assert.ok(engine.get("0"));
  });

  it("leaves alone and lists names that are not allowed there", async () => {
    const odd = ["con", "src/nul.txt", "what?", "dot.", "lpt1/in a folder"];
    const workspace = makeWorkspace({ a: "1", "src/b": "1" });
    for (const path of odd) workspace.write(path, "from elsewhere");
    const engine = await workspace.open({ disk: quickDisk });
    engine.checkpoint();
    for (const path of [...odd, "a", "src/b"]) workspace.remove(path);
    engine.checkpoint();
    const there = await workspace.reopen(engine, { disk: onWindows });
    const plan = there.planRestore({ to: "0" });
    const named = plan.leftAlone.filter(({ reason }) => reason === "name");
    assert.deepEqual(named.map(({ path }) => path).sort(), [...odd].sort());
    assert.deepEqual(
      plan.writes.map(({ path }) => path),
      ["a", "src/b"],
    );
    assert.ok(there.applyRestore(plan.id).applied);
    assert.equal(workspace.text("src/b"), "1");
    undo(there);
    assert.ok(!workspace.exists("a"));
    const revert = there.planRevert({ ref: "1" });
    const left = revert.plan.leftAlone.map(({ path }) => path);
    assert.deepEqual(left.sort(), [...odd].sort());
    assert.ok(there.applyRestore(revert.plan.id).applied);
    assert.equal(workspace.text("a"), "1");
  });

  it("keeps a file that it could not bring back", async () => {
    const workspace = makeWorkspace({ a: "1" });
    const engine = await workspace.open({ disk: onWindows });
    engine.checkpoint();
    workspace.write("a", "2");
    workspace.write("dot.", "made by another program");
    const plan = engine.planRestore({ to: "0" });
    assert.deepEqual(plan.deletes, []);
    assert.deepEqual(plan.leftAlone, [{ path: "dot.", reason: "name" }]);
    assert.ok(engine.applyRestore(plan.id).applied);
    assert.equal(workspace.text("a"), "1");
    assert.equal(workspace.text("dot."), "made by another program");
  });
});

const writerOn = (disk: Disk, root: string, platform: NodeJS.Platform) =>
  new SafeWriter(disk, root, new FileModes(disk, root), platform);

const TEMP = ".checkpoint-0-0.tmp";
const bytes = Buffer.from("restored");

describe("a read-only file on Windows", () => {
  const makeWorkspace = workspaceForEach();
  /** Refuses to replace read-only files, as only Windows does. */
  const refusing = (isHeld = false): Disk => ({
    ...quickDisk,
    rename(from, to) {
      const isReadOnly = ((quickDisk.lstat(to)?.mode ?? 0o200) & 0o200) === 0;
      if (isReadOnly || isHeld)
        throw Object.assign(new Error("EPERM: injected"), { code: "EPERM" });
      quickDisk.rename(from, to);
    },
  });
  const modeOf = (file: string) => fs.statSync(file).mode & 0o777;

  it("is replaced", () => {
    const workspace = makeWorkspace({});
    workspace.write("a", "old", 0o444);
    const writer = writerOn(refusing(), workspace.root, "win32");
    const { temp } = writer.stage(workspacePath("a"), TEMP, bytes, 0o444);
    writer.place(temp, workspacePath("a"));
    assert.equal(workspace.text("a"), "restored");
    assert.equal(modeOf(workspace.at("a")), 0o444);
  });

  it("is read-only again if it cannot be replaced for another reason", () => {
    const workspace = makeWorkspace({});
    workspace.write("a", "old", 0o444);
    const writer = writerOn(refusing(true), workspace.root, "win32");
    const { temp } = writer.stage(workspacePath("a"), TEMP, bytes, 0o644);
    assert.throws(() => writer.place(temp, workspacePath("a")), {
      code: "EPERM",
    });
    assert.equal(workspace.text("a"), "old");
    assert.equal(modeOf(workspace.at("a")), 0o444);
  });

  it("is not modified first on other platforms, where it can be replaced directly", () => {
    const workspace = makeWorkspace({});
    workspace.write("a", "old", 0o444);
    const disk: Disk = { ...quickDisk, chmod: assert.fail };
    const writer = writerOn(disk, workspace.root, "linux");
    fs.writeFileSync(workspace.at(TEMP), bytes);
    writer.place(workspacePath(TEMP), workspacePath("a"));
    assert.equal(workspace.text("a"), "restored");
  });
});
