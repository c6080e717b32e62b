import assert from "node:assert/strict";
import type { Engine, ImportedFile } from "../../../src/engine/api";
import { apply } from "../../helpers/history";
import {
  workspaceForEach,
  type TempWorkspace,
} from "../../helpers/tempWorkspace";

const fileOf = (path: string, text: string): ImportedFile => ({
  path,
  mode: 0o644,
  isUnsaved: false,
  read: () => Buffer.from(text),
});

describe("after an import", () => {
  const workspace = workspaceForEach();
  let work: TempWorkspace;
  let engine: Engine;
  beforeEach(async () => {
    work = workspace({ "a.txt": "1\n", "b.txt": "mine\n" });
    engine = await work.open();
    engine.checkpoint();
    engine.importState([
      fileOf("foreign.txt", "theirs\n"),
      fileOf("b.txt", "theirs\n"),
    ]);
  });

  it("a checkpoint reports what changed in the folder", async () => {
    work.write("a.txt", "2\n");
    const { number, filesChanged } = engine.checkpoint();
    assert.deepEqual(filesChanged, { added: 0, modified: 1, deleted: 0 });
    const changes = { added: [], modified: ["a.txt"], deleted: [] };
    assert.deepEqual(engine.get(`#${number}`).filesChanged, changes);
    engine.delete(["#0"]);
    engine = await work.reopen(engine);
    assert.equal(engine.list().checkpoints[0]?.filesChanged.added, 2);
  });

  it("the status reports what changed in the folder", () => {
    const none = { added: [], modified: [], deleted: [] };
    assert.deepEqual(engine.status().changed, none);
    work.write("a.txt", "2\n");
    engine.capture();
    const changes = { ...none, modified: ["a.txt"] };
    assert.deepEqual(engine.status().changed, changes);
  });

  it("a revert removes what was changed, and brings in nothing from the import", () => {
    const before = work.tree();
    work.write("a.txt", "2\n");
    const { number } = engine.checkpoint();
    const { plan } = engine.planRevert({ ref: `#${number}` });
    apply(engine, plan.id);
    assert.deepEqual(work.tree(), before);
  });

  it("a restore does not warn of changes that the import did not make", () => {
    work.write("a.txt", "2\n");
    engine.capture({ source: "editor" });
    engine.importState([fileOf("foreign.txt", "theirs\n")]);
    const plan = engine.planRestore({ to: "0" });
    assert.deepEqual(
      plan.writes.map(({ path }) => path),
      ["a.txt"],
    );
    assert.deepEqual(plan.changedByOthers, []);
  });

  it("a file's history does not show a deletion and re-creation", () => {
    const rows = engine.history("a.txt");
    assert.deepEqual(
      rows.map(({ change, source, born, died }) => [
        change,
        source,
        born,
        died,
      ]),
      [["added", "outside", 1, null]],
    );
    work.remove("a.txt");
    engine.capture();
    const changes = engine
      .history("a.txt")
      .map((row) => [row.change, row.died]);
    assert.deepEqual(changes, [
      ["deleted", null],
      ["added", 4],
    ]);
    const theirs = engine.history("foreign.txt").map((row) => row.change);
    assert.deepEqual(theirs, ["deleted", "added"]);
    const both = engine.history("b.txt").map((row) => row.change);
    assert.deepEqual(both, ["modified", "modified", "added"]);
  });
});
