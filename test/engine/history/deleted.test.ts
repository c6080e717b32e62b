import assert from "node:assert/strict";
import type { Engine, ImportedFile } from "../../../src/engine/api";
import { restore } from "../../helpers/history";
import { workspaceForEach } from "../../helpers/tempWorkspace";

const fileOf = (path: string, text: string): ImportedFile => ({
  path,
  mode: 0o644,
  isUnsaved: false,
  read: () => Buffer.from(text),
});

describe("deleted files", () => {
  const workspace = workspaceForEach();
  const pathsIn = (engine: Engine) => engine.deleted().map(({ path }) => path);

  it("do not name what only an import held", async () => {
    const work = workspace({ "a.txt": "mine" });
    const engine = await work.open();
    engine.checkpoint();
    engine.importState([fileOf("b.txt", "theirs"), fileOf("a.txt", "other")]);
    assert.deepEqual(pathsIn(engine), []);
    restore(engine, { to: "1" });
    work.remove("b.txt");
    engine.checkpoint();
    assert.deepEqual(pathsIn(engine), ["b.txt"]);
  });

  it("name a file of ours whatever an import held at its path since", async () => {
    const work = workspace({ "a.txt": "stays", "b.txt": "mine" });
    const engine = await work.open();
    engine.checkpoint();
    work.remove("b.txt");
    engine.checkpoint();
    engine.importState([fileOf("b.txt", "theirs")]);
    const [gone] = engine.deleted();
    assert.equal(gone?.path, "b.txt");
    const bytes = engine.read(`@${gone.lastMoment}`, "b.txt");
    assert.equal(Buffer.from(bytes).toString(), "mine");
  });
});
