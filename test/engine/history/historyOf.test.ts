import assert from "node:assert/strict";
import type { Engine } from "../../../src/engine/api";
import type { FileVersion } from "../../../src/engine/model/version";
import { TempWorkspace } from "../../helpers/tempWorkspace";

describe("the history of a file", () => {
  let workspace: TempWorkspace;
  let engine: Engine;

  beforeEach(async () => {
    workspace = new TempWorkspace({ "a/x": "1", "a.txt": "beside" });
    engine = await workspace.open();
    engine.checkpoint({ name: "first" });
  });
  afterEach(() => workspace.dispose());

  const told = (path: string) =>
    engine
      .history(path)
      .map(({ path, change, checkpoint }) => [path, change, checkpoint?.name]);

  it("lists each version, newest first, with the first checkpoint that has it", () => {
    workspace.write("a/x", "22");
    engine.capture();
    workspace.write("a/x", "333");
    engine.checkpoint({ name: "second" });
    workspace.remove("a/x");
    engine.capture();
    workspace.write("a/x", "4444");
    engine.checkpoint({ name: "third" });
    assert.deepEqual(told("a/x"), [
      ["a/x", "added", "third"],
      ["a/x", "deleted", undefined],
      ["a/x", "modified", "second"],
      ["a/x", "modified", undefined],
      ["a/x", "added", "first"],
    ]);
    assert.deepEqual(
      engine.history("a/x").map(({ sizeBytes }) => sizeBytes),
      [4, 0, 3, 2, 1],
    );
  });

  it("for a folder covers all its files, and nothing beside it", () => {
    workspace.write("a/y", "new");
    engine.capture();
    assert.deepEqual(told("a"), [
      ["a/y", "added", undefined],
      ["a/x", "added", "first"],
    ]);
  });

  it("distinguishes a file released by a rule from a deleted one", () => {
    workspace.write(".gitignore", "a/\n");
    engine.capture();
    assert.deepEqual(told("a/x")[0], ["a/x", "released", undefined]);
  });

  it("keeps unsaved text of an editor separate from the file", () => {
    engine.capture({ paths: [], unsaved: [{ path: "a/x", text: "typed" }] });
    workspace.write("a/x", "saved");
    engine.capture({
      paths: ["a/x"],
      unsaved: [{ path: "a/x", text: null }],
    });
    const seen = engine
      .history("a/x")
      .map(({ change, unsaved }) => `${unsaved ? "unsaved " : ""}${change}`);
    assert.deepEqual(seen.sort(), [
      "added",
      "modified",
      "unsaved added",
      "unsaved deleted",
    ]);
  });

  it("is paged without omissions", () => {
    for (let n = 0; n < 25; n++) {
      workspace.write("a/x", "x".repeat(n + 2));
      engine.capture();
    }
    const all = engine.history("a/x").map(({ born }) => born);
    const paged: number[] = [];
    for (let before = Infinity; ; before = paged.at(-1)!) {
      const page = engine.history("a/x", {
        limit: 7,
        ...(before === Infinity ? {} : { before }),
      });
      if (page.length === 0) break;
      paged.push(...page.map(({ born }) => born));
    }
    assert.deepEqual(paged, all);
    assert.equal(all.length, 26);
  });

  it("is paged without omissions, however much changed at once", () => {
    for (let n = 0; n < 3; n++) {
      for (const name of ["p", "q", "r", "s", "t"])
        workspace.write(`a/${name}`, "x".repeat(n));
      engine.capture();
    }
    const shown = (page: FileVersion[]) =>
      page.map(({ path, born }) => `${path}@${born}`);
    const paged: string[] = [];
    for (let before: number | undefined; ;) {
      const page = engine.history("a", {
        limit: 3,
        ...(before === undefined ? {} : { before }),
      });
      if (page.length === 0) break;
      before = page.at(-1)!.born;
      paged.push(...shown(page));
    }
    assert.deepEqual(paged, shown(engine.history("a")));
    assert.equal(paged.length, 16);
  });
});
