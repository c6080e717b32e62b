import assert from "node:assert/strict";
import type { ErrorCode } from "../../../src/answers/error";
import type { BlameRequest, Engine, Why } from "../../../src/engine/api";
import { defaultSettings } from "../../../src/engine/model/settings";
import { errorOf, restore, undo } from "../../helpers/history";
import { TempWorkspace } from "../../helpers/tempWorkspace";

describe("blame", () => {
  let work: TempWorkspace;
  let engine: Engine;
  beforeEach(async () => {
    work = new TempWorkspace({ "a.txt": "one\ntwo\n" });
    engine = await work.open();
    engine.checkpoint();
  });
  afterEach(() => work.dispose());

  function write(source: string, text: string, path = "a.txt"): void {
    work.write(path, text);
    engine.capture({ source });
  }

  /** The author of each line, or its age if there is none. */
  const authors = (path = "a.txt", request?: BlameRequest) =>
    engine
      .blame(path, request)
      .lines.map(({ text, source, age }) => `${source ?? age}: ${text}`);

  it("names who brought each line, and calls those before the history older", () => {
    write("editor", "one\nmine\ntwo\n");
    write("codex", "one\nmine\ntwo\nits\n");
    write("outside", "one\nmine\ntwo?\nits\n");
    assert.deepEqual(authors(), [
      "older: one",
      "editor: mine",
      "outside: two?",
      "codex: its",
    ]);
  });

  it("answers with moment, first checkpoint, conversation, prompt and model", () => {
    engine.recordMessage({
      ...{ thread: "t", message: "m1", role: "user", text: "Add three" },
      source: "codex",
    });
    work.write("a.txt", "one\ntwo\nthree\n");
    const { moment } = engine.capture({
      ...{ source: "codex", thread: "t", model: "gpt-9", subagent: "helper" },
    });
    engine.checkpoint({ name: "with three" });
    const [, , line] = engine.blame("a.txt").lines;
    const { recordedAt, ...told } = line!;
    assert.ok(Date.parse(recordedAt) > 0);
    assert.deepEqual(told, {
      ...{ line: 3, text: "three", moment, checkpoint: 2, source: "codex" },
      ...{ model: "gpt-9", subagent: "helper", thread: "t", message: "m1" },
      ...{ prompt: "Add three", path: "a.txt", age: "recorded" },
      unsaved: false,
    });
  });

  it("gives lines that a restore or its undo brought back to their first author", () => {
    write("codex", "one\ntwo\nits\n");
    engine.checkpoint({ name: "with its" });
    write("editor", "one\nmine\n");
    restore(engine, { to: "with its" });
    assert.deepEqual(authors(), ["older: one", "older: two", "codex: its"]);
    undo(engine);
    assert.deepEqual(authors(), ["older: one", "editor: mine"]);
  });

  it("also those of a deleted file, and of part of a file", () => {
    write("codex", "one\ntwo\nits\nlast\n");
    engine.checkpoint({ name: "with its" });
    work.remove("a.txt");
    engine.capture({ source: "editor" });
    restore(engine, { to: "with its" });
    assert.deepEqual(authors().slice(2), ["codex: its", "codex: last"]);
    write("editor", "mine\none\ntwo\nlast\n");
    // As a restore of one change writes it: neither of the two states.
    write("restore", "mine\none\ntwo\nits\nlast\n");
    assert.deepEqual(authors(), [
      ...["editor: mine", "older: one", "older: two"],
      ...["codex: its", "codex: last"],
    ]);
  });

  it("begins again with a file that was deleted and then written again", () => {
    work.remove("a.txt");
    engine.capture({ source: "editor" });
    write("codex", "one\ntwo\n");
    assert.deepEqual(authors(), ["codex: one", "codex: two"]);
  });

  it("follows a rename, also one with an edit", () => {
    const text = "one\ntwo\nthree\nfour\nfive\nsix\n";
    write("codex", text);
    work.rename("a.txt", "b.txt");
    engine.capture({ source: "editor" });
    work.rename("b.txt", "c/d.txt");
    write("editor", text + "mine\n", "c/d.txt");
    const lines = engine.blame("c/d.txt").lines;
    assert.deepEqual(authors("c/d.txt"), [
      ...["older: one", "older: two", "codex: three", "codex: four"],
      ...["codex: five", "codex: six", "editor: mine"],
    ]);
    assert.deepEqual([lines[2]!.path, lines[6]!.path], ["a.txt", "c/d.txt"]);
  });

  it("calls unsaved text unsaved, and leaves it out of an older state", () => {
    write("codex", "one\ntwo\nits\n");
    engine.capture({
      source: "editor",
      unsaved: [{ path: "a.txt", text: "one\ntyped\nits\n" }],
    });
    assert.deepEqual(
      engine.blame("a.txt").lines.map(({ unsaved }) => unsaved),
      [false, true, false],
    );
    assert.deepEqual(authors(), ["older: one", "editor: typed", "codex: its"]);
    const { at } = engine.blame("a.txt");
    assert.deepEqual(authors("a.txt", { at: `@${at}` }), [
      ...["older: one", "older: two", "codex: its"],
    ]);
  });

  it("tells of an older state, of some lines, and since a point", () => {
    write("codex", "one\ntwo\nits\n");
    engine.checkpoint({ name: "first" });
    write("editor", "mine\none\ntwo\nits\n");
    assert.deepEqual(authors("a.txt", { at: "first" }).at(-1), "codex: its");
    assert.deepEqual(authors("a.txt", { from: 4, to: 9 }), ["codex: its"]);
    assert.deepEqual(authors("a.txt", { since: "first" }), [
      ...["editor: mine", "older: one", "older: two", "older: its"],
    ]);
  });

  it("ignores white space and follows moved lines if asked to", () => {
    const moved = ["  const total = prices.reduce(sum);", "  return total;"];
    write("codex", [...moved, "a", "b", "c", ""].join("\n"));
    write("editor", ["a", "b", "c", ...moved, ""].join("\n"));
    assert.equal(authors().at(-1), "editor:   return total;");
    assert.equal(
      authors("a.txt", { moves: true }).at(-1),
      "codex:   return total;",
    );
    write("formatter", ["a", "b", "c", "\treturn total;", ""].join("\n"));
    assert.equal(authors().at(-1), "formatter: \treturn total;");
    assert.equal(
      authors("a.txt", { ignoreSpace: true, moves: true }).at(-1),
      "codex: \treturn total;",
    );
  });

  it("does not guess an author where versions were removed to save space", async () => {
    write("codex", "one\ntwo\nits\n");
    write("editor", "one\ntwo\nits\nmine\n");
    engine.checkpoint({ name: "kept" });
    const { retention } = defaultSettings;
    engine.configure({ retention: { ...retention, windowHours: 0 } });
    engine.prune();
    assert.deepEqual(authors(), [
      ...["older: one", "older: two", "thinned: its", "thinned: mine"],
    ]);
  });

  it("survives an import of another state between two changes", () => {
    write("codex", "one\ntwo\nits\n");
    const read = () => Buffer.from("imported\n");
    engine.importState([{ path: "a.txt", mode: 0o644, read }]);
    write("editor", "one\ntwo\nits\nmine\n");
    assert.deepEqual(authors().slice(1), [
      ...["older: two", "codex: its", "editor: mine"],
    ]);
  });

  it("costs one comparison for one more version, with the same answer as from scratch", async () => {
    for (let n = 0; n < 20; n++)
      write(n % 2 ? "codex" : "editor", `one\n${"x\n".repeat(n)}two\n${n}\n`);
    const grown = authors();
    write("codex", "one\nlast\n");
    const again = authors();
    engine = await work.reopen(engine);
    assert.deepEqual(authors(), again);
    assert.notDeepEqual(grown, again);
  });

  it("tells an editor the same, each version once", () => {
    write("codex", "one\ntwo\nits\n");
    engine.capture({
      source: "editor",
      unsaved: [{ path: "a.txt", text: "one\ntyped\nits\n" }],
    });
    const { lines, texts, versions } = engine.lineAuthors("a.txt");
    assert.equal(new Set(lines).size, versions.length);
    assert.deepEqual(
      lines.map((version, i) => ({
        line: i + 1,
        text: texts[i],
        ...versions[version],
      })),
      engine.blame("a.txt").lines,
    );
  });

  it("counts lines by author and conversation, of changed files only", () => {
    work.write("b/c.txt", "b\n");
    work.write("picture", new Uint8Array([1, 0]));
    engine.capture({ source: "editor" });
    engine.checkpoint({ name: "then" });
    engine.recordMessage({
      ...{ thread: "t", message: "m", role: "user", text: "Add it" },
      source: "codex",
    });
    work.write("a.txt", "one\ntwo\nits\nits\n");
    work.write("b/c.txt", "b\nits\n");
    engine.capture({ source: "codex", thread: "t" });
    const rows = (request?: { since?: string; path?: string }) =>
      engine
        .authors(request)
        .authors.map(({ source, title, lines, files }) =>
          [source, title, lines, ...files.map(({ path }) => path)].join(" "),
        );
    assert.deepEqual(rows(), [
      ...["codex Add it 3 a.txt b/c.txt", "editor  1 b/c.txt"],
      "  2 a.txt",
    ]);
    assert.deepEqual(rows({ since: "then" }), [
      ...["codex Add it 3 a.txt b/c.txt", "  3 a.txt b/c.txt"],
    ]);
    assert.deepEqual(rows({ path: "b" }), [
      ...["editor  1 b/c.txt", "codex Add it 1 b/c.txt"],
    ]);
    assert.deepEqual(engine.authors().skipped, ["picture"]);
  });

  it("counts unsaved text as its editor shows it", () => {
    work.write("same.txt", "same\n");
    engine.capture();
    engine.checkpoint({ name: "then" });
    work.write("a.txt", "one\ntwo\nits\n");
    engine.capture({ source: "codex" });
    const unsaved = [
      { path: "a.txt", text: "one\nmine\nits\n" },
      { path: "same.txt", text: "same\nmine\n" },
    ];
    engine.capture({ source: "editor", unsaved });
    assert.deepEqual(
      engine
        .authors({ since: "then" })
        .authors.map(({ source, lines }) => [source, lines]),
      [
        ["editor", 2],
        ["codex", 1],
        [null, 2],
      ],
    );
  });

  it("refuses what has no lines, in words", () => {
    work.write("a.png", new Uint8Array([1, 0, 2]));
    work.write("empty.txt", "");
    engine.capture();
    assert.equal(
      errorOf(() => engine.blame("a.png"), "bad-input").problem,
      "binary-blame",
    );
    assert.deepEqual(engine.blame("empty.txt").lines, []);
    work.write("src/b.ts", "b\n");
    work.write("large.txt", "x".repeat(defaultSettings.maxFileSizeBytes + 1));
    work.write(".gitignore", "*.log\n");
    work.write("a.log", "a\n");
    engine.capture();
    const problemOf = (path: string, code: ErrorCode) =>
      errorOf(() => engine.blame(path), code);
    assert.equal(problemOf("src", "bad-input").problem, "folder-blame");
    for (const [path, reason] of [
      ["large.txt", "too-large"],
      ["a.log", "gitignore"],
    ] as const) {
      const { problem, data } = problemOf(path, "not-found");
      assert.equal(problem, "unrecorded-blame");
      assert.equal((data["why"] as Why).reason, reason);
    }
    assert.equal(
      errorOf(() => engine.blame("none.txt"), "not-found").problem,
      "file-not-there",
    );
    assert.equal(
      errorOf(() => engine.blame("a.txt", { from: 9 }), "not-found").problem,
      "no-such-line",
    );
    for (const range of [{ from: 0 }, { from: 2, to: 1 }, { from: 1.5 }])
      assert.equal(
        errorOf(() => engine.blame("a.txt", range), "bad-input").problem,
        "bad-line-range",
      );
    errorOf(() => engine.blame("../a.txt"), "bad-path");
  });
});
