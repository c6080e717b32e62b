import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import type { CaptureRequest, Engine } from "../../../src/engine/api";
import { traceRecord } from "../../../src/exchange/agentTrace";
import { defaultSettings } from "../../../src/engine/model/settings";
import { everythingGoes } from "../../helpers/everythingGoes";
import { TempWorkspace } from "../../helpers/tempWorkspace";

describe("blame of a save that a formatter changed", () => {
  let work: TempWorkspace;
  let engine: Engine;
  beforeEach(async () => {
    work = new TempWorkspace({ "a.ts": "one\ntwo\n" });
    engine = await work.open();
    engine.checkpoint();
  });
  afterEach(() => work.dispose());

  /** Saves what a formatter made of a text, as the editor does. */
  function save(before: string, after: string, more: CaptureRequest = {}) {
    work.write("a.ts", after);
    return engine.capture({
      ...{ source: "editor", paths: ["a.ts"] },
      unsaved: [{ path: "a.ts", text: null }],
      formatted: [{ path: "a.ts", typed: before, saved: after }],
      ...more,
    });
  }

  const authors = (at?: string) =>
    engine
      .blame("a.ts", at === undefined ? {} : { at })
      .lines.map(({ text, source, age }) => `${source ?? age}: ${text}`);
  const unsavedFiles = (moment: number) =>
    engine
      .files(`@${moment}`, { unsaved: true })
      .filter(({ unsaved }) => unsaved);

  it("names the formatter of its lines, and nobody else's", () => {
    save("one\n mine=1\nyours\ntwo\n", "one\nmine = 1\nyours\ntwo\n");
    assert.deepEqual(authors(), [
      ...["older: one", "formatter: mine = 1", "editor: yours", "older: two"],
    ]);
    const { moment, recordedAt } = engine.blame("a.ts").lines[1]!;
    const typed = engine.blame("a.ts").lines[2]!;
    assert.deepEqual([typed.moment, typed.recordedAt], [moment, recordedAt]);
    assert.deepEqual(
      engine.authors().authors.map(({ source, lines }) => [source, lines]),
      [
        ["formatter", 1],
        ["editor", 1],
        [null, 2],
      ],
    );
    assert.deepEqual(
      engine.lineAuthors("a.ts").versions.map(({ source }) => source),
      [null, "formatter", "editor"],
    );
    assert.deepEqual(
      traceRecord(engine).files[0]?.conversations.map(
        ({ contributor }) => contributor.type,
      ),
      ["unknown", "human"],
    );
  });

  it("ignores it where only white space changed, if asked to", () => {
    save("one\nmine=1\ntwo\n", "one\nmine = 1\ntwo\n");
    assert.deepEqual(
      engine.blame("a.ts", { ignoreSpace: true }).lines[1]?.source,
      "editor",
    );
  });

  it("leaves the lines of an agent that wrote in the editor to the agent", () => {
    work.write("a.ts", "one\nits\nits, too\ntwo\n");
    engine.capture({ source: "codex" });
    save("one\nits\nits, too\nmine\ntwo\n", "one\nits\nits, TOO\nmine\ntwo\n");
    assert.deepEqual(authors(), [
      ...["older: one", "codex: its", "formatter: its, TOO"],
      ...["editor: mine", "older: two"],
    ]);
  });

  it("names it in a new file, and for every line if it changed every line", () => {
    work.write("b.ts", "A\nB\n");
    engine.capture({
      ...{ source: "editor", paths: ["b.ts"] },
      formatted: [{ path: "b.ts", typed: "a\nb\n", saved: "A\nB\n" }],
    });
    assert.deepEqual(
      engine.blame("b.ts").lines.map(({ source }) => source),
      ["formatter", "formatter"],
    );
  });

  it("keeps line endings apart, and knows later versions", () => {
    save("one\r\nmine=1\r\n", "one\r\nmine = 1\r\n");
    assert.deepEqual(authors(), ["editor: one", "formatter: mine = 1"]);
    save("one\r\nmine = 1\r\nmore\r\n", "one\r\nmine = 1\r\nMORE\r\n");
    save("ONE\r\nmine = 1\r\nMORE\r\n", "ONE\r\nmine = 1\r\nMORE\r\nend\r\n");
    assert.deepEqual(authors(), [
      ...["editor: ONE", "formatter: mine = 1"],
      ...["formatter: MORE", "formatter: end"],
    ]);
  });

  it("proves nothing if the file is not as it was saved", () => {
    work.write("a.ts", "one\nmine = 1\ntheirs\ntwo\n");
    const { moments } = engine.capture({
      ...{ source: "editor", paths: ["a.ts"] },
      formatted: [
        {
          ...{ path: "a.ts", typed: "one\nmine=1\ntwo\n" },
          saved: "one\nmine = 1\ntwo\n",
        },
      ],
    });
    assert.equal(moments.length, 1);
    assert.deepEqual(authors(), [
      ...["older: one", "editor: mine = 1", "editor: theirs", "older: two"],
    ]);
  });

  it("proves nothing of a file that is not recorded, nor records its text", () => {
    work.write(".gitignore", "a.log\n");
    engine.capture();
    work.write("a.log", "SECRET = 1\n");
    const { moments } = engine.capture({
      ...{ source: "editor", paths: ["a.log"] },
      formatted: [
        { path: "a.log", typed: "secret=1\n", saved: "SECRET = 1\n" },
      ],
    });
    assert.deepEqual(moments, []);
    assert.deepEqual(engine.search({ text: "secret=1" }).hits, []);
  });

  it("has no author for lines that were there before the history", async () => {
    const other = new TempWorkspace({ "a.ts": "mine = 1\n", "b.ts": "b\n" });
    try {
      const first = await other.open();
      const { moments } = first.capture({
        ...{ source: "editor", paths: ["a.ts"] },
        formatted: [{ path: "a.ts", typed: "mine=1\n", saved: "mine = 1\n" }],
      });
      assert.deepEqual(
        moments.map(({ moment }) => moment),
        [1],
      );
      assert.equal(first.blame("a.ts").lines[0]?.source, null);
      assert.equal(first.blame("b.ts").lines[0]?.source, null);
    } finally {
      other.dispose();
    }
  });

  it("records the text before only as long as the file did not change", () => {
    const { moment, moments } = save("one\nx=1\n", "one\nx = 1\n");
    assert.deepEqual(
      moments.map(({ source, unsaved }) => [source, unsaved]),
      [
        ["editor", ["a.ts"]],
        ["editor", ["a.ts"]],
      ],
    );
    assert.equal(unsavedFiles(moment - 1).length, 1);
    assert.deepEqual(unsavedFiles(moment), []);
  });

  it("adds no moment if the text before is recorded already", () => {
    const typed = "one\nx=1\n";
    engine.capture({
      ...{ source: "editor", paths: [] },
      unsaved: [{ path: "a.ts", text: typed }],
    });
    const { moment, moments } = save(typed, "one\nx = 1\n");
    assert.equal(moments.length, 1);
    assert.deepEqual(unsavedFiles(moment), []);
    assert.deepEqual(authors(), ["older: one", "formatter: x = 1"]);
  });

  it("keeps the text of an editor in which the formatter was undone", () => {
    const unsaved = [{ path: "a.ts", text: "one\nx=1\n" }];
    engine.capture({ source: "editor", paths: [], unsaved });
    const { moment } = save("one\nx=1\n", "one\nx = 1\n", { unsaved });
    assert.equal(unsavedFiles(moment).length, 1);
    assert.equal(
      engine.blame("a.ts", { at: `@${moment}` }).lines[1]?.source,
      "formatter",
    );
  });

  it("keeps the text that was typed since the save", () => {
    const unsaved = [{ path: "a.ts", text: "one\nx = 1\nnext\n" }];
    const { moment } = save("one\nx=1\n", "one\nx = 1\n", { unsaved });
    assert.equal(unsavedFiles(moment).length, 1);
    assert.deepEqual(authors(), [
      ...["older: one", "formatter: x = 1", "editor: next"],
    ]);
    // Recorded before the save was.
    engine.capture({
      ...{ source: "editor", paths: [] },
      unsaved: [{ path: "a.ts", text: "later\n" }],
    });
    const later = [{ path: "a.ts", text: "later\n" }];
    const next = save("y=1\n", "y = 1\n", { unsaved: later });
    assert.equal(unsavedFiles(next.moment).length, 1);
    assert.equal(authors()[0], "editor: later");
  });

  it("is one row of the timeline, as without the formatter", async () => {
    const rows = (one: Engine) =>
      JSON.stringify([
        one.deeds().deeds.map(({ kind, author, files, paths, lines }) => ({
          ...{ kind, author, files, paths, lines },
        })),
        // Also in the file's own history, with what was typed before.
        one
          .history("a.ts")
          .map(({ change, unsaved, hash }) => [change, unsaved, hash]),
      ]);
    const typing: CaptureRequest = {
      ...{ source: "editor", paths: [] },
      unsaved: [{ path: "a.ts", text: "one\nmi\ntwo\n" }],
    };
    engine.capture(typing);
    const named = { kind: "automatic", capture: false } as const;
    save("one\nmine=1\ntwo\n", "one\nmine = 1\ntwo\n");
    engine.checkpoint({ ...named, source: "editor" });
    const plain = new TempWorkspace({ "a.ts": "one\ntwo\n" });
    try {
      const other = await plain.open();
      other.checkpoint();
      other.capture(typing);
      plain.write("a.ts", "one\nmine = 1\ntwo\n");
      other.capture({
        ...{ source: "editor", paths: ["a.ts"] },
        unsaved: [{ path: "a.ts", text: null }],
      });
      other.checkpoint({ ...named, source: "editor" });
      assert.deepEqual(rows(engine), rows(other));
    } finally {
      plain.dispose();
    }
  });

  it("knows it with a rebuilt index, and after compact", async () => {
    save("one\nmine=1\ntwo\n", "one\nmine = 1\ntwo\n");
    const told = authors();
    assert.equal(told[1], "formatter: mine = 1");
    engine.close();
    fs.rmSync(path.join(work.storeDir, "index"), { recursive: true });
    engine = await work.open();
    assert.deepEqual(authors(), told);
    engine.compact();
    assert.deepEqual(authors(), told);
    engine.close();
    fs.rmSync(path.join(work.storeDir, "index"), { recursive: true });
    engine = await work.open();
    assert.deepEqual(authors(), told);
  });

  it("counts the lines as those of whoever saved once the text before is gone", () => {
    save("one\nmine=1\ntwo\n", "one\nmine = 1\ntwo\n");
    engine.checkpoint();
    work.write("a.ts", "one\nmine = 1\ntwo\nlast\n");
    engine.capture({ source: "editor" });
    engine.configure({
      retention: { ...defaultSettings.retention, ...everythingGoes },
    });
    engine.prune();
    assert.ok(!authors().some((line) => line.startsWith("formatter")));
  });
});
