import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { homeDir } from "../../src/base/homeDir";
import type { Engine } from "../../src/engine/api";
import { openEngine } from "../../src/engine/openEngine";
import { register } from "../../src/host/registry";
import { errorOf, restore, undo } from "../helpers/history";
import { quickDisk } from "../helpers/quickDisk";
import { assetsDir } from "../helpers/repository";
import type { TempWorkspace } from "../helpers/tempWorkspace";
import { workspaceForEach } from "../helpers/tempWorkspace";
import { treeOf } from "../helpers/tree";

const STORE = "Code/globalStorage/stores/project-0123456789abcdef";

describe("stores of other folders in a recorded folder", () => {
  const engines: Engine[] = [];
  afterEach(() => {
    for (const engine of engines.splice(0)) engine.close();
  });
  const makeWorkspace = workspaceForEach();

  /** A folder like ~/.config, with the history of another project inside. */
  const start = async (storeAt = STORE) => {
    const workspace = makeWorkspace({ "Code/settings.json": "{}" });
    const project = makeWorkspace({ a: "one" });
    const inner = await openEngine({
      home: homeDir(),
      root: project.root,
      storeDir: workspace.at(storeAt),
      assetsDir,
      disk: quickDisk,
      threads: false,
    });
    engines.push(inner);
    inner.checkpoint({ kind: "manual", name: "before" });
    const outer = await workspace.open();
    return { workspace, project, inner, outer };
  };
  const pathsOf = (engine: Engine, ref = "latest") =>
    engine.files(ref).map(({ path }) => path);

  it("are not recorded, and are listed", async () => {
    const { outer } = await start();
    const { skipped } = outer.checkpoint();
    assert.deepEqual(pathsOf(outer), ["Code/settings.json"]);
    assert.deepEqual(skipped, [{ path: STORE, reason: "own-data" }]);
    const told = [`${STORE}/journal/1.log`, STORE, `${STORE}/format.json`];
    for (const path of told)
      assert.ok(!outer.capture({ paths: [path] }).isNew, path);
    assert.ok(!outer.capture().isNew);
  });

  it("keep their history when the folder is restored", async () => {
    const { workspace, project, inner, outer } = await start();
    outer.checkpoint();
    workspace.write("Code/settings.json", "{ changed }");
    project.write("a", "two");
    inner.checkpoint({ kind: "manual", name: "after" });
    const before = treeOf(workspace.at(STORE));
    restore(outer, { to: "0" });
    undo(outer);
    restore(outer, { to: "0", paths: ["Code"] });
    assert.deepEqual(treeOf(workspace.at(STORE)), before);
    assert.ok(inner.verify().ok);
    const names = inner.list().checkpoints.map(({ name }) => name);
    assert.deepEqual(names, ["after", "before"]);
  });

  it("are recognised by their contents: moved, damaged, without a format file", async () => {
    const { workspace, inner, outer } = await start("any/name");
    inner.close();
    outer.checkpoint();
    assert.deepEqual(pathsOf(outer), ["Code/settings.json"]);
    workspace.rename("any/name", "moved");
    outer.checkpoint();
    assert.deepEqual(pathsOf(outer), ["Code/settings.json"]);
    workspace.write("moved/format.json", "{");
    assert.deepEqual(outer.capture().recorded.added, []);
    workspace.remove("moved/format.json");
    workspace.remove("moved/journal");
    assert.deepEqual(outer.capture().recorded.added, []);
  });

  it("files in a folder that used to be a store are left alone by a restore to that time", async () => {
    const { workspace, inner, outer } = await start();
    inner.close();
    workspace.write(`${STORE}/notes.txt`, "mine");
    outer.checkpoint();
    for (const name of ["format.json", "journal", "packs"])
      workspace.remove(`${STORE}/${name}`);
    outer.checkpoint();
    assert.ok(pathsOf(outer).includes(`${STORE}/notes.txt`));
    restore(outer, { to: "0" });
    assert.equal(workspace.text(`${STORE}/notes.txt`), "mine");
  });

  /** As in an archive created earlier, or in the history of an older version. */
  const importStore = ({ workspace, outer }: Started) => {
    const files = ["format.json", "journal/1.log"].map((name) => ({
      path: `${STORE}/${name}`,
      mode: 0o644,
      read: () => workspace.read(`${STORE}/${name}`),
    }));
    return outer.importState(files);
  };

  it("are not overwritten by a history that recorded an older state of them", async () => {
    const started = await start();
    const { workspace, project, inner, outer } = started;
    outer.checkpoint();
    const { number } = importStore(started);
    project.write("a", "two");
    inner.checkpoint({ kind: "manual", name: "after" });
    const before = treeOf(workspace.at(STORE));
    const { plan } = restore(outer, {
      to: `#${number}`,
      paths: ["Code/globalStorage"],
    });
    assert.deepEqual(plan.writes, []);
    assert.deepEqual(
      plan.leftAlone.map(({ reason }) => reason),
      ["own-data", "own-data"],
    );
    assert.deepEqual(treeOf(workspace.at(STORE)), before);
  });

  it("are not restored from such a history if they are gone", async () => {
    const started = await start();
    const { workspace, inner, outer } = started;
    outer.checkpoint();
    const { number } = importStore(started);
    inner.close();
    workspace.remove("Code/globalStorage");
    restore(outer, { to: `#${number}`, paths: ["Code/globalStorage"] });
    assert.ok(!workspace.exists(`${STORE}/format.json`));
    assert.ok(!workspace.exists(`${STORE}/journal/1.log`));
  });

  it("a plan that names one of their files is refused", async () => {
    const { workspace, outer } = await start();
    outer.checkpoint();
    workspace.write("Code/settings.json", "{ changed }");
    const plan = outer.planRestore({ to: "0" });
    const path = `${STORE}/format.json`;
    const writes = plan.writes.map((write) => ({ ...write, path }));
    const before = treeOf(workspace.root);
    const error = errorOf(() => outer.applyRestore({ ...plan, writes }));
    assert.equal(error.code, "bad-path");
    assert.deepEqual(treeOf(workspace.root), before);
  });

  it("a registry is not recorded, nor are the folders that the host names", async () => {
    const workspace = makeWorkspace({ "data/config.json": "{}", b: "b" });
    register(workspace.at("elsewhere"), {
      root: "/some/project",
      storeDir: "/some/store",
    });
    const outer = await workspace.open({ ownFolders: [workspace.at("data")] });
    outer.checkpoint();
    assert.deepEqual(pathsOf(outer), ["b"]);
  });

  it("folders that only have similar names are recorded", async () => {
    const workspace = makeWorkspace({
      "a/format.json": '{"format": "A4"}',
      "a/journal/1.log": "a log",
      "a/packs/1.pack": "a pack",
      "b/registry/name-0123456789abcdef.json": "{}",
      "stores/a.ts": "a",
    });
    const outer = await workspace.open();
    outer.checkpoint();
    assert.equal(pathsOf(outer).length, 5);
  });

  it("a folder inside one is not opened", async () => {
    const { workspace } = await start();
    const root = path.join(workspace.at(STORE), "packs", "deeper");
    fs.mkdirSync(root);
    const options = {
      root,
      storeDir: path.join(workspace.base, "other"),
      assetsDir,
      home: homeDir(),
    };
    const error = await openEngine(options).then(
      () => null,
      (reason: { code: string }) => reason,
    );
    assert.equal(error?.code, "refused");
  });
});

interface Started {
  workspace: TempWorkspace;
  outer: Engine;
}
