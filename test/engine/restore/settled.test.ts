import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import type { Engine, EngineEvent } from "../../../src/engine/api";
import type { Disk } from "../../../src/base/disk";
import { restore, undo } from "../../helpers/history";
import { quickDisk } from "../../helpers/quickDisk";
import { Random } from "../../helpers/random";
import type { TempWorkspace } from "../../helpers/tempWorkspace";
import { workspaceForEach } from "../../helpers/tempWorkspace";

const old = new Random(1).bytes(10_000);

describe("a restore whose files are not known to be on the disk", () => {
  const makeWorkspace = workspaceForEach();

  /** Restored to "one" during the first boot of the machine, and closed. */
  const restored = async (after: (engine: Engine) => void = () => {}) => {
    const workspace = makeWorkspace({ a: old, b: "old b", c: "old c" });
    const engine = await workspace.open({ boot: "first" });
    engine.checkpoint({ name: "one" });
    workspace.write("a", "new a");
    workspace.write("b", "new b");
    workspace.remove("c");
    workspace.write("d", "new d");
    engine.checkpoint({ name: "two" });
    restore(engine, { to: "one" });
    after(engine);
    engine.close();
    return workspace;
  };

  /**
   * Changes a file's bytes as a power cut does: its timestamps stay. They are set in whole
   * milliseconds, rounded down, because later ones would be somebody's write.
   */
  const tear = (workspace: TempWorkspace, name: string, bytes: Buffer) => {
    const file = workspace.at(name);
    const { atime, mtimeMs } = fs.statSync(file);
    fs.writeFileSync(file, bytes);
    fs.utimesSync(file, atime, new Date(Math.floor(mtimeMs)));
  };

  const open = async (workspace: TempWorkspace, boot = "second") => {
    const events: EngineEvent[] = [];
    const engine = await workspace.open({ boot });
    engine.onDidChange((event) => void events.push(event));
    await Promise.resolve();
    return { engine, events: events.map(({ type }) => type) };
  };

  it("is not repeated in another folder that takes over the history", async () => {
    const { storeDir } = await restored();
    const other = makeWorkspace({ mine: "mine" });
    fs.cpSync(storeDir, other.storeDir, { recursive: true });
    await other.open({ boot: "second", adopt: true });
    assert.deepEqual(fs.readdirSync(other.root), ["mine"]);
  });

  it("is still repaired after its folder was moved while the machine kept running", async () => {
    const workspace = await restored();
    const moved = makeWorkspace({ a: old, b: "old b", c: "old c" });
    fs.cpSync(workspace.storeDir, moved.storeDir, { recursive: true });
    (await moved.open({ boot: "first", adopt: true })).close();
    fs.rmSync(moved.at("c"));
    await open(moved);
    assert.equal(moved.text("c"), "old c");
  });

  it("is rewritten where a power cut tore it, and reported", async () => {
    const workspace = await restored();
    tear(workspace, "a", Buffer.alloc(old.length));
    tear(workspace, "b", Buffer.alloc(0));
    fs.rmSync(workspace.at("c"));
    const { engine, events } = await open(workspace);
    assert.ok(workspace.read("a").equals(old));
    assert.equal(workspace.text("b"), "old b");
    assert.equal(workspace.text("c"), "old c");
    assert.deepEqual(events, ["recovered"]);
    assert.deepEqual(engine.verify().damaged, []);
    // It is the restore that was applied, and can be undone.
    undo(engine);
    assert.equal(workspace.text("b"), "new b");
    assert.equal(workspace.text("d"), "new d");
  });

  it("is not compared while the machine keeps running", async () => {
    const workspace = await restored();
    tear(workspace, "b", Buffer.alloc(0));
    const { events } = await open(workspace, "first");
    assert.equal(workspace.text("b"), "");
    assert.deepEqual(events, []);
  });

  it("is compared if the boot is unknown", async () => {
    const workspace = makeWorkspace({ b: "old b" });
    const engine = await workspace.open({ boot: "" });
    engine.checkpoint({ name: "one" });
    workspace.write("b", "new b");
    restore(engine, { to: "one" });
    engine.close();
    tear(workspace, "b", Buffer.alloc(0));
    await open(workspace, "");
    assert.equal(workspace.text("b"), "old b");
  });

  it("leaves what a person wrote since unchanged, however it looks", async () => {
    const workspace = await restored();
    await later(workspace);
    fs.writeFileSync(workspace.at("a"), "");
    fs.writeFileSync(workspace.at("b"), "old b, and more");
    fs.writeFileSync(workspace.at("c"), "new c");
    fs.writeFileSync(workspace.at("d"), "new d");
    const { engine, events } = await open(workspace);
    assert.equal(workspace.text("a"), "");
    assert.equal(workspace.text("b"), "old b, and more");
    assert.equal(workspace.text("c"), "new c");
    assert.equal(workspace.text("d"), "new d");
    assert.deepEqual(events, []);
    const { recorded } = engine.capture();
    assert.deepEqual(recorded.modified.sort(), ["a", "b", "c"]);
  });

  it("leaves what was recorded since unchanged", async () => {
    const workspace = await restored((engine) => {
      fs.writeFileSync(inside(engine, "a"), "");
      fs.rmSync(inside(engine, "c"));
      engine.capture();
    });
    await open(workspace);
    assert.equal(workspace.text("a"), "");
    assert.ok(!workspace.exists("c"));
  });

  it("is settled once its files and folders are synced, and not read again", async () => {
    const synced: string[] = [];
    const disk: Disk = {
      ...quickDisk,
      syncFile: (file) => void synced.push(path.basename(file)),
      syncFolder: (folder) => void synced.push(path.basename(folder) + "/"),
    };
    const workspace = await restored();
    const engine = await workspace.open({ boot: "first", disk });
    assert.ok(engine.settle());
    assert.deepEqual(synced, ["a", "b", "c", "work/"]);
    assert.ok(engine.settle());
    assert.equal(synced.length, 4, "synced once");
    engine.close();
    tear(workspace, "b", Buffer.alloc(0));
    const { events } = await open(workspace);
    assert.equal(workspace.text("b"), "");
    assert.deepEqual(events, []);
  });

  it("is settled step by step, as time allows", async () => {
    const synced: string[] = [];
    const disk: Disk = {
      ...quickDisk,
      syncFile: (file) => void synced.push(path.basename(file)),
    };
    const workspace = await restored();
    const engine = await workspace.open({ boot: "first", disk });
    assert.equal(engine.settle(-1), false);
    assert.deepEqual(synced, []);
    assert.ok(engine.settle());
    assert.deepEqual(synced, ["a", "b", "c"]);
  });

  it("stays unsettled when a file cannot be synced", async () => {
    const disk: Disk = {
      ...quickDisk,
      syncFile: () => {
        throw Object.assign(new Error("EIO"), { code: "EIO" });
      },
    };
    const workspace = await restored();
    const engine = await workspace.open({ boot: "first", disk });
    assert.equal(engine.settle(), false);
    engine.close();
    tear(workspace, "b", Buffer.alloc(0));
    await open(workspace);
    assert.equal(workspace.text("b"), "old b");
  });
});

const inside = (engine: Engine, name: string) => path.join(engine.root, name);

/** Waits until the disk's clock has advanced since the restore. */
async function later(workspace: TempWorkspace): Promise<void> {
  const probe = path.join(workspace.base, "probe");
  const newest = Math.max(
    ...[".", "a", "b", "c"].map(
      (name) => fs.statSync(workspace.at(name)).ctimeMs,
    ),
  );
  do {
    fs.writeFileSync(probe, "");
    await new Promise((resolve) => setImmediate(resolve));
  } while (fs.statSync(probe).ctimeMs <= newest);
}
