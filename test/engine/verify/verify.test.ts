import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import type { Disk } from "../../../src/base/disk";
import type { Engine } from "../../../src/engine/api";
import { errorOf, stateAt } from "../../helpers/history";
import { everythingGoes } from "../../helpers/everythingGoes";
import { quickDisk } from "../../helpers/quickDisk";
import { TempWorkspace } from "../../helpers/tempWorkspace";
import { noise } from "../../helpers/random";

describe("verify", () => {
  let workspace: TempWorkspace;
  let engine: Engine;
  beforeEach(async () => {
    workspace = new TempWorkspace({ "a.txt": "first\n", "b.txt": "stays\n" });
    engine = await workspace.open();
    engine.checkpoint({ name: "one" });
    workspace.write("a.txt", "second\n");
    engine.checkpoint({ name: "two" });
  });
  afterEach(() => workspace.dispose());

  const pack = () => path.join(workspace.storeDir, "packs/1.pack");
  function flip(file: string, at: number) {
    const bytes = fs.readFileSync(file);
    bytes[at < 0 ? bytes.length + at : at]! ^= 0xff;
    fs.writeFileSync(file, bytes);
  }

  it("reports an intact store as intact", () => {
    const result = engine.verify();
    assert.deepEqual(
      [result.ok, result.damaged, result.contents],
      [true, [], 3],
    );
  });

  it("names the files and checkpoints that a damaged pack affects", async () => {
    engine.close();
    flip(pack(), -2);
    engine = await workspace.open();
    const { ok, damaged } = engine.verify();
    assert.ok(!ok);
    const content = damaged.find((d) => d.what === "content")!;
    assert.deepEqual([content.paths, content.checkpoints], [["a.txt"], [1]]);
    errorOf(() => engine.read("two", "a.txt"), "damaged");
    assert.equal(
      Buffer.from(engine.read("one", "a.txt")).toString(),
      "first\n",
    );
  });

  it("repair stores again what the workspace still has", async () => {
    engine.close();
    flip(pack(), -2);
    engine = await workspace.open();
    const { repaired, lost } = engine.verify({ repair: true });
    assert.deepEqual([repaired.length > 0, lost], [true, []]);
    assert.ok(engine.verify().ok);
    assert.equal(
      Buffer.from(engine.read("two", "a.txt")).toString(),
      "second\n",
    );
  });

  it("repair does not reuse the number of a lost pack", async () => {
    engine.close();
    fs.rmSync(pack());
    engine = await workspace.open();
    engine.verify({ repair: true });
    const { damaged } = engine.verify();
    assert.deepEqual(
      damaged.map(({ what, paths }) => [what, paths]),
      [["content", ["a.txt"]]],
    );
    errorOf(() => engine.read("one", "a.txt"), "damaged");
    errorOf(() => engine.planRestore({ to: "one" }), "damaged");
    assert.equal(workspace.text("a.txt"), "second\n");
  });

  it("nor does a capture, for a pack lost while the history is open", () => {
    fs.rmSync(pack());
    workspace.write("a.txt", "third\n".repeat(100));
    engine.checkpoint({ name: "three" });
    assert.deepEqual(fs.readdirSync(path.dirname(pack())), ["2.pack"]);
    const read = engine.read("three", "a.txt");
    assert.equal(Buffer.from(read).toString(), workspace.text("a.txt"));
  });

  it("repair stores what it verified, whatever happens to the file", async () => {
    engine.close();
    flip(pack(), -2);
    let opened = 0;
    const open: Disk["open"] = (file, ...how) => {
      if (file === workspace.at("a.txt") && ++opened > 1)
        workspace.write("a.txt", "third\n");
      return quickDisk.open(file, ...how);
    };
    engine = await workspace.open({ disk: { ...quickDisk, open } });
    const { lost } = engine.verify({ repair: true });
    assert.deepEqual(lost, []);
    assert.deepEqual(engine.verify().damaged, []);
  });

  it("repair reports what is really lost", async () => {
    engine.close();
    flip(pack(), -2);
    workspace.write("a.txt", "third\n");
    engine = await workspace.open();
    const { lost } = engine.verify({ repair: true });
    assert.deepEqual(lost, [{ path: "a.txt", checkpoints: [1] }]);
  });

  it("repair rewrites a damaged journal from the index", async () => {
    const before = stateAt(engine, "two");
    for (let i = 0; i < 30; i++) engine.rename("two", `two`);
    engine.close();
    const journal = path.join(workspace.storeDir, "journal/1.log");
    flip(journal, 300);
    engine = await workspace.open();
    assert.ok(!engine.verify().ok);
    engine.verify({ repair: true });
    engine = await workspace.reopen(engine);
    assert.ok(engine.verify().ok);
    assert.deepEqual(stateAt(engine, "two"), before);
  });

  describe("while another process is working", () => {
    let other: Engine;
    let meanwhile: (() => void) | undefined;
    /** Verifies while the other process is working, just as such a file is read. */
    async function verifyAt(isNow: (file: string) => boolean) {
      const readFile = (file: string) => {
        const work = isNow(file) ? meanwhile : undefined;
        if (work) meanwhile = undefined;
        work?.();
        return quickDisk.readFile(file);
      };
      const disk = { ...quickDisk, readFile };
      const work = meanwhile;
      meanwhile = undefined;
      const looking = await workspace.open({ disk });
      meanwhile = work;
      const { damaged } = looking.verify();
      assert.equal(meanwhile, undefined);
      return damaged;
    }
    const text = () => noise(6000).toString("base64");

    beforeEach(async () => {
      const settings = { maxCheckpoints: 1, retention: everythingGoes };
      other = await workspace.open({ settings });
      for (let i = 0; i < 9; i++) {
        workspace.write("a.txt", text());
        other.checkpoint({ kind: "automatic" });
      }
      for (let i = 0; i < 60; i++) other.describe("one", text());
      workspace.write("a.txt", "third\n");
      other.checkpoint({ name: "three" });
    });

    it("finds no damage in packs and a journal that are being rewritten", async () => {
      meanwhile = () => other.prune();
      assert.deepEqual(await verifyAt((file) => file === pack()), []);
      assert.ok(!fs.existsSync(pack()));
      const journal = path.join(workspace.storeDir, "journal/1.log");
      assert.ok(!fs.existsSync(journal));
    });

    it("finds no damage in an index that is saved again", async () => {
      other.prune();
      for (let i = 0; i < 60; i++) other.describe("one", text());
      meanwhile = () => other.close();
      const isIndex = (file: string) => file.endsWith(".sqlite");
      assert.deepEqual(await verifyAt(isIndex), []);
    });
  });

  it("repair rewrites a missing format file", () => {
    const file = path.join(workspace.storeDir, "format.json");
    const before = fs.readFileSync(file, "utf8");
    fs.rmSync(file);
    const { ok, repaired } = engine.verify({ repair: true });
    assert.deepEqual([ok, repaired.length > 0], [false, true]);
    assert.equal(fs.readFileSync(file, "utf8"), before);
    assert.deepEqual(engine.verify().damaged, []);
  });
});
