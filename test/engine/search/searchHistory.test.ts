import assert from "node:assert/strict";
import type { Engine, SearchHit, SearchRequest } from "../../../src/engine/api";
import { errorOf, restore, undo } from "../../helpers/history";
import { HOUR, ManualClock } from "../../helpers/manualClock";
import {
  workspaceForEach,
  type TempWorkspace,
} from "../../helpers/tempWorkspace";

describe("search history", () => {
  const workspace = workspaceForEach();
  let work: TempWorkspace;
  let engine: Engine;
  let clock: ManualClock;

  beforeEach(async () => {
    work = workspace({
      "a.txt": "nothing yet\n",
      "src/b.ts": "const b = 1;\n",
    });
    clock = new ManualClock();
    engine = await work.open({ clock });
    engine.checkpoint({ name: "start" });
  });

  const checkpoint = (files: Record<string, string | null>, name: string) => {
    for (const [path, text] of Object.entries(files))
      if (text === null) work.remove(path);
      else work.write(path, text);
    clock.advance(HOUR);
    return engine.checkpoint({ name });
  };
  const hits = (request: SearchRequest) => engine.search(request).hits;
  const names = ({
    path,
    firstCheckpoint,
    lastCheckpoint,
    current,
  }: SearchHit) => ({
    path,
    first: firstCheckpoint?.name,
    last: lastCheckpoint?.name,
    current,
  });

  it("reports when a line appeared and when it disappeared", () => {
    checkpoint({ "a.txt": "one\nthe needle\n" }, "appeared");
    checkpoint({ "src/b.ts": "const b = 2;\n" }, "beside it");
    checkpoint({ "a.txt": "one\n" }, "vanished");
    checkpoint({ "src/b.ts": "const b = 3;\n" }, "later");
    const found = hits({ text: "needle" });
    assert.deepEqual(found.map(names), [
      { path: "a.txt", first: "appeared", last: "beside it", current: false },
    ]);
    assert.deepEqual(found[0]!.lines, [{ line: 2, text: "the needle" }]);
  });

  it("says who removed a line, not what a restore and its undo did with it", () => {
    const write = (text: string, source: string) => {
      work.write("a.txt", text);
      clock.advance(HOUR);
      engine.capture({ paths: ["a.txt"], source });
    };
    write("the needle\n", "editor");
    checkpoint({}, "with it");
    write("one\n", "codex");
    const { vanished } = hits({ text: "needle" })[0]!;
    assert.equal(vanished?.source, "codex");
    restore(engine, { to: "name:with it" });
    assert.equal(hits({ text: "needle" })[0]!.vanished, null);
    undo(engine);
    assert.deepEqual(hits({ text: "needle" })[0]!.vanished, vanished);
    // Somebody's own line is removed by the restore.
    write("my needle\n", "editor");
    restore(engine, { to: "name:with it" });
    assert.equal(hits({ text: "my needle" })[0]!.vanished?.source, "restore");
  });

  it("says who removed a line, not that git brought it back for a while", () => {
    const write = (text: string, source: string) => {
      work.write("a.txt", text);
      clock.advance(HOUR);
      engine.capture({ paths: ["a.txt"], source });
    };
    write("the needle\n", "editor");
    write("one\n", "codex");
    write("the needle\n", "git");
    assert.equal(hits({ text: "needle" })[0]!.vanished, null);
    write("one\n", "git");
    assert.equal(hits({ text: "needle" })[0]!.vanished?.source, "codex");
    // What only ever came and went with git.
    write("a thread\n", "git");
    write("one\n", "git");
    assert.equal(hits({ text: "thread" })[0]!.vanished?.source, "git");
    // Somebody's own line is removed by git.
    write("my pin\n", "editor");
    write("one\n", "git");
    assert.equal(hits({ text: "my pin" })[0]!.vanished?.source, "git");
  });

  it("returns the moment at which its lines can be read", () => {
    checkpoint({ "a.txt": "needle\n" }, "appeared");
    checkpoint({ "a.txt": "one\nneedle, edited\n" }, "edited");
    checkpoint({ "src/b.ts": "needle\n" }, "beside it");
    checkpoint({ "a.txt": "one\n" }, "vanished");
    const type = (text: string | null) =>
      engine.capture({ paths: [], unsaved: [{ path: "typed.txt", text }] });
    type("needle, typed\n");
    type(null);
    const found = hits({ text: "needle" });
    assert.equal(found.length, 3);
    for (const { path, hash, lastMoment, lastAt, unsaved } of found) {
      const ref = `@${lastMoment}`;
      assert.deepEqual(
        engine.read(ref, path, unsaved ? "unsaved" : "disk"),
        engine.readContent(hash),
      );
      assert.equal(engine.resolve(ref).at, lastAt);
    }
  });

  it("still finds a line in the file after unsaved text with it is gone", () => {
    checkpoint({ "a.txt": "needle\n" }, "appeared");
    const type = (text: string | null) =>
      engine.capture({ paths: [], unsaved: [{ path: "a.txt", text }] });
    type("needle, typed\n");
    type(null);
    checkpoint({ "src/b.ts": "const b = 2;\n" }, "later");
    const found = hits({ text: "needle" });
    assert.deepEqual(found.map(names), [
      { path: "a.txt", first: "appeared", last: "later", current: true },
    ]);
    assert.deepEqual(found[0]!.lines, [{ line: 1, text: "needle" }]);
  });

  it("marks what still exists as current", () => {
    checkpoint({ "a.txt": "needle\n" }, "appeared");
    checkpoint({ "a.txt": "needle, edited\n" }, "edited");
    assert.deepEqual(hits({ text: "needle" }).map(names), [
      { path: "a.txt", first: "appeared", last: "edited", current: true },
    ]);
  });

  it("finds text in a deleted file", () => {
    checkpoint({ "gone.txt": "needle\n" }, "made");
    checkpoint({ "gone.txt": null }, "deleted");
    assert.deepEqual(hits({ text: "needle" }).map(names), [
      { path: "gone.txt", first: "made", last: "made", current: false },
    ]);
  });

  it("lists every version if requested", () => {
    checkpoint({ "a.txt": "needle 1\n" }, "first");
    checkpoint({ "a.txt": "needle 2\n" }, "second");
    const all = () =>
      hits({ text: "needle", allVersions: true }).map(({ lines, current }) => [
        lines[0]!.text,
        current,
      ]);
    // The file still has the text, in a different version.
    assert.deepEqual(all(), [
      ["needle 2", true],
      ["needle 1", true],
    ]);
    checkpoint({ "a.txt": "nothing\n" }, "third");
    assert.deepEqual(all(), [
      ["needle 2", false],
      ["needle 1", false],
    ]);
  });

  it("searches a content shared by many versions once", () => {
    checkpoint(
      { c1: "needle\n", c2: "needle\n", "d/c3": "needle\n" },
      "copies",
    );
    checkpoint({ c1: "x\n" }, "away");
    checkpoint({ c1: "needle\n" }, "back");
    const result = engine.search({ text: "needle", allVersions: true });
    assert.equal(result.hits.length, 4);
    // The two initial files, the needle, and the x.
    assert.equal(result.searchedContents, 4);
  });

  it("treats a folder as everything in it", () => {
    checkpoint(
      {
        "src/a.ts": "needle",
        "src/deep/b.ts": "needle",
        "lib/src/c.ts": "needle",
        "src.ts": "needle",
      },
      "one",
    );
    const paths = (path: string) =>
      hits({ text: "needle", path })
        .map((hit) => hit.path)
        .sort();
    assert.deepEqual(paths("src/deep"), ["src/deep/b.ts"]);
    assert.deepEqual(paths("src/deep/"), ["src/deep/b.ts"]);
    assert.deepEqual(paths("./src/*"), ["src/a.ts"]);
    assert.deepEqual(paths("/src"), ["src/a.ts", "src/deep/b.ts"]);
    // As in the setting checkpoint.exclude: a plain name, anywhere.
    assert.deepEqual(paths("src/"), [
      "lib/src/c.ts",
      "src/a.ts",
      "src/deep/b.ts",
    ]);
    assert.deepEqual(paths("src.ts"), ["src.ts"]);
  });

  it("accepts an expression, a glob and a time", () => {
    checkpoint(
      { "src/c.ts": "let value = 10;\n", "c.md": "value = 10\n" },
      "one",
    );
    checkpoint({ "src/d.ts": "let value = 20;\n" }, "two");
    const paths = (request: SearchRequest) =>
      hits(request)
        .map(({ path }) => path)
        .sort();
    assert.deepEqual(paths({ regex: "value\\s*=\\s*\\d+" }), [
      "c.md",
      "src/c.ts",
      "src/d.ts",
    ]);
    assert.deepEqual(paths({ text: "value", path: "*.ts" }), [
      "src/c.ts",
      "src/d.ts",
    ]);
    assert.deepEqual(paths({ text: "value", path: "src/**" }), [
      "src/c.ts",
      "src/d.ts",
    ]);
    checkpoint({ "src/c.ts": "gone\n" }, "three");
    clock.advance(HOUR);
    assert.deepEqual(paths({ text: "let value", since: "30m" }), ["src/d.ts"]);
  });

  it("reports that there are more results than the limit", () => {
    checkpoint({ x: "needle\n", y: "needle\n", z: "needle\n" }, "three");
    const result = engine.search({ text: "needle", limit: 2 });
    assert.equal(result.hits.length, 2);
    assert.equal(result.truncated, true);
  });

  it("can be cancelled and reports progress", () => {
    checkpoint({ x: "needle\n" }, "one");
    errorOf(
      () => engine.search({ text: "needle" }, { isCancelled: () => true }),
      "cancelled",
    );
    let done = -1;
    engine.search(
      { text: "needle" },
      { progress: (progress) => (done = progress.done) },
    );
    assert.equal(done, 3);
  });

  it("names the files on which an expression never terminates", () => {
    checkpoint({ bait: "a".repeat(60) + "!\n", fine: "aaa\n" }, "one");
    const result = engine.search({ regex: "^(a+)+$" });
    assert.deepEqual(result.tooSlow, ["bait"]);
    assert.deepEqual(
      result.hits.map(({ path }) => path),
      ["fine"],
    );
  });

  it("refuses bad input and changes nothing", () => {
    for (const request of [
      {},
      { text: "" },
      { regex: "(" },
      { text: "a", regex: "b" },
      { text: "a", since: "yesterday" },
      { text: "a", limit: -1 },
    ])
      errorOf(() => engine.search(request), "bad-input");
  });
});
