import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import type { Disk } from "../../src/base/disk";
import { realDisk } from "../../src/base/realDisk";
import { defaultSettings } from "../../src/engine/model/settings";
import { errorOf, errorOfAsync } from "../helpers/history";
import { noise } from "../helpers/random";
import { workspaceForEach } from "../helpers/tempWorkspace";
import { assertSameTree, treeOf } from "../helpers/tree";

const CHANGES: readonly (keyof Disk)[] = [
  "write",
  "sync",
  "syncFile",
  "syncFolder",
  "truncate",
  "rename",
  "unlink",
  "link",
  "symlink",
  "chmod",
  "touch",
  "makeFolder",
  "removeFolder",
];

/** The real disk, on which nothing may be changed. `onRead` is called before bytes of a pack are read. */
function untouchable(onRead: () => void = () => {}): Disk {
  const packs = new Set<number>();
  const refuse = (call: string) => (): never => {
    throw new Error(`a reader called ${call}`);
  };
  const refused = CHANGES.map((call) => [call, refuse(call)]);
  return {
    ...realDisk,
    ...Object.fromEntries(refused),
    open(file, flags, mode) {
      if (flags !== "r") refuse(`open ${flags}`)();
      const fd = realDisk.open(file, flags, mode);
      if (file.endsWith(".pack")) packs.add(fd);
      else packs.delete(fd);
      return fd;
    },
    read(fd, into, position) {
      if (packs.has(fd)) onRead();
      return realDisk.read(fd, into, position);
    },
  } as Disk;
}

describe("an engine that only reads", () => {
  const makeWorkspace = workspaceForEach();

  it("changes nothing, whatever it is asked and whatever is left to be done", async () => {
    const workspace = makeWorkspace({ a: "a\n", b: "b\n" });
    const writer = await workspace.open();
    writer.checkpoint({ name: "first" });
    workspace.write("a", "changed\n");
    writer.checkpoint({ name: "second" });
    const plan = writer.planRestore({ to: "first" });
    writer.applyRestore(plan); // Its files are not settled yet.
    workspace.write("b", "not recorded yet\n");
    const before = treeOf(workspace.base);
    const reader = await workspace.open({
      readOnly: true,
      disk: untouchable(),
    });
    assert.equal(reader.settle(), true);
    assert.equal(reader.list().total, 3);
    assert.equal(reader.search({ text: "changed" }).hits.length, 1);
    assert(reader.verify().ok);
    assert.equal(reader.usage().largest.length, 2);
    assert.equal(reader.blame("a").lines.length, 1);
    assert.deepEqual(reader.diff("second", "workspace").modified.length, 1);
    reader.close();
    assertSameTree(treeOf(workspace.base), before);
  });

  it("refuses to record", async () => {
    const workspace = makeWorkspace({ a: "a\n" });
    const writer = await workspace.open();
    writer.checkpoint({ name: "first" });
    const reader = await workspace.open({ readOnly: true });
    workspace.write("a", "changed\n");
    errorOf(() => reader.capture(), "internal");
    errorOf(() => reader.checkpoint({ name: "second" }), "internal");
    errorOf(() => reader.verify({ repair: true }), "internal");
    assert.equal(writer.list().total, 1);
  });

  it("does not create a history that is not there", async () => {
    const workspace = makeWorkspace({ a: "a\n" });
    await errorOfAsync(() => workspace.open({ readOnly: true }), "damaged");
    assert(!workspace.exists("../stores"));
  });

  it("starts a read over when the journal and the packs are rewritten during it", async () => {
    const workspace = makeWorkspace({ a: "" });
    const retention = { ...defaultSettings.retention, windowHours: 0 };
    const writer = await workspace.open({ settings: { retention } });
    const old: string[] = [];
    for (let n = 0; n < 8; n++) {
      workspace.write("a", `needle ${noise(4000).toString("hex")}\n`);
      // A journal is rewritten only if that saves much.
      const metadata = { long: noise(45_000).toString("hex") };
      old.push(writer.checkpoint({ name: `n${n}`, metadata }).id);
    }
    const packs = path.join(workspace.storeDir, "packs");
    let reads = -Infinity;
    const reader = await workspace.open({
      readOnly: true,
      disk: untouchable(() => {
        if (++reads !== 2) return;
        writer.delete(old.slice(0, -1), { force: true });
        writer.prune();
        throw new Error("moved");
      }),
    });
    const before = fs.readdirSync(packs);
    reads = 0;
    const { hits } = reader.search({ text: "needle", allVersions: true });
    assert(reads > 2);
    assert.notDeepEqual(fs.readdirSync(packs), before);
    assert(workspace.exists("../stores/store/journal/2.log"));
    const [file] = writer.files("workspace", { path: "a" });
    assert.deepEqual(
      hits.map((hit) => hit.hash),
      [file?.hash],
    );
  });
});
