import assert from "node:assert/strict";
import type { Engine, ImportedFile } from "../../../src/engine/api";
import { restore, undo } from "../../helpers/history";
import { ManualClock } from "../../helpers/manualClock";
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

  it("do not include files that existed only in an import", async () => {
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

  it("include a file of the folder even if a later import had its path", async () => {
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

  it("do not include files that were moved, nor after a restore and its undo", async () => {
    const names = ["a", "b", "c"];
    const work = workspace(
      Object.fromEntries(names.map((name) => [`old/${name}`, `text ${name}`])),
    );
    const engine = await work.open();
    engine.checkpoint();
    for (const name of names) {
      work.write(`new/${name}`, `text ${name}`);
      work.remove(`old/${name}`);
    }
    engine.checkpoint();
    assert.deepEqual(pathsIn(engine), []);
    restore(engine, { to: "0" });
    assert.deepEqual(pathsIn(engine), []);
    undo(engine);
    assert.deepEqual(pathsIn(engine), []);
    work.remove("new/b");
    engine.checkpoint();
    assert.deepEqual(pathsIn(engine), ["new/b"]);
  });

  for (const isGoneFirst of [true, false])
    it(`do not include files that were moved, recorded in two parts, ${isGoneFirst ? "gone" : "new"} first`, async () => {
      const clock = new ManualClock();
      const work = workspace({ "old/a": "text a", "old/b": "text b" });
      const engine = await work.open({ clock });
      engine.checkpoint();
      const move = (pauseMs: number, from: string, to: string) => {
        const parts = [
          () => work.remove(from),
          () =>
            ["a", "b"].forEach((name) =>
              work.write(`${to}/${name}`, `text ${name}`),
            ),
        ];
        clock.advance(60_000);
        for (const part of isGoneFirst ? parts : parts.reverse()) {
          part();
          engine.capture({ source: "outside" });
          clock.advance(pauseMs);
        }
      };
      move(2_000, "old", "new");
      assert.deepEqual(pathsIn(engine), []);
      // Files that are deleted long before or after others appear are not moved.
      move(60_000, "new", "newer");
      assert.deepEqual(pathsIn(engine), ["new/a", "new/b"]);
    });

  it("include a copy that is gone while another one was moved", async () => {
    const work = workspace({ a: "same", b: "same", c: "other" });
    const engine = await work.open();
    engine.checkpoint();
    for (const name of ["a", "b", "c"]) work.remove(name);
    work.write("moved", "same");
    engine.checkpoint();
    assert.deepEqual(pathsIn(engine), ["b", "c"]);
    work.write("d", "unique");
    work.write("e", "first");
    engine.checkpoint();
    // A file that is changed to the same content is not where it was moved.
    work.remove("d");
    work.write("e", "unique");
    engine.checkpoint();
    assert.deepEqual(pathsIn(engine), ["d", "b", "c"]);
    assert.deepEqual(engine.deleted({ limit: 1 })[0]?.path, "d");
  });
});
