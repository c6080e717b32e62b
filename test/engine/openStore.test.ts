import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import {
  encodeFrame,
  scanFrames,
} from "../../src/engine/store/journal/journal";
import { errorOfAsync, stateAt } from "../helpers/history";
import type { TempWorkspace } from "../helpers/tempWorkspace";
import { workspaceForEach } from "../helpers/tempWorkspace";
import type { Tree } from "../helpers/tree";
import { assertSameTree, treeOf } from "../helpers/tree";

describe("a store made for another folder", () => {
  const makeWorkspace = workspaceForEach();

  /** A workspace with one checkpoint, and a second folder. */
  const start = async () => {
    const workspace = makeWorkspace({ a: "a" });
    const engine = await workspace.open();
    engine.checkpoint();
    engine.close();
    const other = path.join(workspace.base, "other");
    fs.mkdirSync(other);
    fs.writeFileSync(path.join(other, "b"), "b");
    return { workspace, other };
  };

  it("is refused, and neither the store nor the folder is changed", async () => {
    const { workspace, other } = await start();
    const before = treeOf(workspace.base);
    const error = await errorOfAsync(
      () => workspace.open({ root: other }),
      "wrong-root",
    );
    assert.deepEqual(error.data, { root: other, recorded: workspace.root });
    assertSameTree(treeOf(workspace.base), before);
  });

  it("is refused even if format.json is lost, because the journal names the folder", async () => {
    const { workspace, other } = await start();
    fs.rmSync(path.join(workspace.storeDir, "format.json"));
    await errorOfAsync(() => workspace.open({ root: other }), "wrong-root");
    const engine = await workspace.open();
    assert.equal(engine.list().total, 1);
  });

  it("is not assumed because of a changed letter in format.json: the journal names the folder", async () => {
    const { workspace, other } = await start();
    const file = path.join(workspace.storeDir, "format.json");
    const sound = fs.readFileSync(file, "utf8");
    const name = path.basename(workspace.root);
    fs.writeFileSync(file, sound.replace(name, name.toUpperCase()));
    await errorOfAsync(() => workspace.open({ root: other }), "wrong-root");
    const engine = await workspace.open();
    assert.equal(engine.list().total, 1);
    assert.equal(fs.readFileSync(file, "utf8"), sound, "and it is mended");
  });

  it("is accepted when adopted, with its whole history, and then belongs to that folder", async () => {
    const { workspace, other } = await start();
    const engine = await workspace.open({ root: other, adopt: true });
    assert.equal(engine.root, other);
    assert.equal(Buffer.from(engine.read("0", "a")).toString(), "a");
    assert.equal(engine.checkpoint().number, 1);
    assert.deepEqual([...stateAt(engine, "1").keys()], ["b"]);
    engine.close();
    await errorOfAsync(() => workspace.open(), "wrong-root");
    const again = await workspace.open({ root: other });
    assert.equal(again.list().total, 2);
  });

  it("still belongs to that folder when its format file is lost", async () => {
    const { workspace, other } = await start();
    (await workspace.open({ root: other, adopt: true })).close();
    fs.rmSync(path.join(workspace.storeDir, "format.json"));
    await errorOfAsync(() => workspace.open(), "wrong-root");
    const engine = await workspace.open({ root: other });
    assert.equal(engine.list().total, 1);
  });
});

describe("a store in which processes were killed", () => {
  const makeWorkspace = workspaceForEach();

  it("is cleaned up with the next change", async () => {
    const workspace = makeWorkspace({ a: "a" });
    const { storeDir } = workspace;
    (await workspace.open()).checkpoint();
    const sound = fs.readdirSync(storeDir, { recursive: true }).sort();
    for (const name of ["format.json.tmp", "packs/9.pack.tmp", "lock.1f.break"])
      fs.writeFileSync(path.join(storeDir, name), "");
    const engine = await workspace.open();
    engine.rename("0", "renamed");
    const now = fs.readdirSync(storeDir, { recursive: true }).sort();
    assert.deepEqual(now, sound);
  });
});

describe("a store of a newer format", () => {
  const makeWorkspace = workspaceForEach();

  const start = async () => {
    const workspace = makeWorkspace({ a: "a" });
    const engine = await workspace.open();
    engine.checkpoint();
    engine.close();
    return workspace;
  };

  const refused = async (workspace: TempWorkspace) => {
    const before: Tree = treeOf(workspace.base);
    for (const adopt of [false, true]) {
      const error = await errorOfAsync(
        () => workspace.open({ adopt }),
        "newer-format",
      );
      assert.equal(error.data["format"], 999);
      assertSameTree(treeOf(workspace.base), before);
    }
  };

  it("is refused and unchanged if format.json says so", async () => {
    const workspace = await start();
    const file = path.join(workspace.storeDir, "format.json");
    const format = JSON.parse(fs.readFileSync(file, "utf8")) as object;
    fs.writeFileSync(file, JSON.stringify({ ...format, format: 999 }));
    await refused(workspace);
  });

  it("is refused and unchanged if only the number can be read", async () => {
    const workspace = makeWorkspace({ a: "a" });
    fs.mkdirSync(workspace.storeDir, { recursive: true });
    const file = path.join(workspace.storeDir, "format.json");
    fs.writeFileSync(file, '{"format": 999, "other": {"things": []}}');
    await refused(workspace);
  });

  it("is refused and unchanged if only the journal says so", async () => {
    const workspace = await start();
    writeNewerJournal(workspace.storeDir);
    await refused(workspace);
  });

  for (const text of [null, "", "{ half a"])
    it(`is refused and unchanged if the journal says so and format.json ${text === null ? "is missing" : `is ${JSON.stringify(text)}`}`, async () => {
      const workspace = await start();
      writeNewerJournal(workspace.storeDir);
      const file = path.join(workspace.storeDir, "format.json");
      if (text === null) fs.rmSync(file);
      else fs.writeFileSync(file, text);
      await refused(workspace);
    });
});

/** Gives the journal a first record of a later format. */
function writeNewerJournal(storeDir: string): void {
  fs.rmSync(path.join(storeDir, "index"), { recursive: true, force: true });
  fs.mkdirSync(path.join(storeDir, "index"));
  const file = path.join(storeDir, "journal", "1.log");
  const { frames } = scanFrames(fs.readFileSync(file));
  const written = frames.map(({ seq, record }) =>
    encodeFrame(seq, record.t === "open" ? { ...record, format: 999 } : record),
  );
  fs.writeFileSync(file, Buffer.concat(written));
}
