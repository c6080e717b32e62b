import assert from "node:assert/strict";
import type { Engine } from "../../../src/engine/api";
import { ManualClock, MINUTE } from "../../helpers/manualClock";
import { TempWorkspace } from "../../helpers/tempWorkspace";

const LINES = Array.from({ length: 20 }, (_, i) => `line ${i}\n`);
const TEXT = LINES.join("");

/** More moments than the tables are asked about: from there on, memory answers. */
const DISTANT = 205;

describe("the files that differ between two moments", () => {
  let workspace: TempWorkspace;
  let engine: Engine;
  let clock: ManualClock;
  beforeEach(async () => {
    clock = new ManualClock();
    workspace = new TempWorkspace({
      ...{ "old.txt": TEXT, "gone.txt": "nothing like it\n".repeat(9) },
      ...{ "src/a/index.js": TEXT.replaceAll("line", "a"), "tick.txt": "0\n" },
    });
    engine = await workspace.open({ clock });
    engine.checkpoint({ kind: "session", source: "editor" });
  });
  afterEach(() => workspace.dispose());

  function capture(...paths: string[]): number {
    clock.advance(MINUTE);
    return engine.capture({ paths, source: "editor" }).moment;
  }

  /** Renames and edits, deletes one file and adds another. */
  function change(): number {
    workspace.remove("old.txt");
    workspace.remove("gone.txt");
    workspace.remove("src/a/index.js");
    workspace.write("new.txt", `${TEXT}one more\n`);
    workspace.write(
      "lib/a/index.js",
      `// moved\n${TEXT.replaceAll("line", "a")}`,
    );
    workspace.write("other.txt", "something else\n".repeat(7));
    return capture(
      ...["old.txt", "gone.txt", "src/a/index.js"],
      ...["new.txt", "lib/a/index.js", "other.txt"],
    );
  }

  const rows = (request: { from: number; to?: number; path?: string }) =>
    engine
      .timelineFiles({ ...request, lines: true })
      .files.filter(({ path }) => path !== "tick.txt")
      .map(
        ({ status, from, path, linesAdded, linesRemoved }) =>
          `${status} ${from ?? ""} ${path} +${linesAdded} -${linesRemoved}`,
      );
  const EXPECTED = [
    "deleted  gone.txt +0 -9",
    "renamed src/a/index.js lib/a/index.js +1 -0",
    "renamed old.txt new.txt +1 -0",
    "added  other.txt +7 -0",
  ];

  it("are renamed as well if they were edited", () => {
    const to = change();
    assert.deepEqual(rows({ from: 1, to }), EXPECTED);
    assert.equal(engine.timelineFiles({ from: 1, to }).total, 4);
  });

  it("are the same for distant moments, where unlike files are not taken for renamed", () => {
    change();
    for (let i = 0; i < DISTANT; i++) {
      workspace.write("tick.txt", `${i + 1}\n`);
      capture("tick.txt");
    }
    assert.deepEqual(rows({ from: 1 }), EXPECTED);
  });

  it("have the name they had elsewhere if only a folder is asked for", () => {
    const to = change();
    assert.deepEqual(rows({ from: 1, to, path: "lib" }), [EXPECTED[1]]);
    // The file that was in it is not deleted: it is elsewhere now.
    assert.deepEqual(rows({ from: 1, to, path: "src" }), [EXPECTED[1]]);
    assert.deepEqual(rows({ from: 1, to, path: "old.txt" }), [EXPECTED[2]]);
  });

  it("are found by either name", () => {
    const to = change();
    for (const name of ["old.txt", "new.txt"]) {
      const { files } = engine.timelineFiles({ from: 1, to, paths: [name] });
      assert.deepEqual(
        files.map(({ from, path }) => [from, path]),
        [["old.txt", "new.txt"]],
      );
    }
  });

  it("are paired by their names alone where they are many", () => {
    const many = Array.from({ length: 60 }, (_, i) => `f${i}.txt`);
    for (const name of many)
      workspace.write(`in/${name}`, TEXT.replaceAll("line", name));
    const from = capture(...many.map((name) => `in/${name}`));
    for (const name of many) {
      workspace.remove(`in/${name}`);
      workspace.write(
        `out/${name}`,
        `// ${name}\n${TEXT.replaceAll("line", name)}`,
      );
    }
    const to = capture(
      ...many.flatMap((name) => [`in/${name}`, `out/${name}`]),
    );
    const { files } = engine.timelineFiles({ from, to });
    assert.equal(files.length, 60);
    for (const file of files)
      assert.equal(file.from, file.path.replace("out/", "in/"));
  });
});
