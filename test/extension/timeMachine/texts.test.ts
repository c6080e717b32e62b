import assert from "node:assert/strict";
import { fileText } from "../../../src/extension/timeMachine/fileText";
import { timeMachinePage } from "../../../src/extension/timeMachine/page";
import type {
  Stop,
  StopFile,
  StopFiles,
  Strip,
} from "../../../src/extension/timeMachine/protocol";
import {
  filesHeading,
  noFilesText,
  stopSpoken,
} from "../../../src/extension/timeMachine/stopText";
import {
  barText,
  markText,
} from "../../../src/extension/timeMachine/stripText";
import { tableRows } from "../../../src/extension/timeMachine/tableRows";

const nowMs = new Date(2026, 10, 19, 15).getTime();
const atMs = new Date(2026, 10, 19, 10, 31, 4).getTime();
const stop: Stop = {
  ...{ atMs, isNow: false, isFirst: false, title: "Cart works" },
  ...{ source: "codex", checkpoint: 9, folder: null },
};
const file: StopFile = {
  ...{ folder: "f", path: "src/a.ts", from: null, status: "modified" },
  ...{ added: null, removed: null, content: null },
};
const plain = (text: string) => text.replaceAll("\u202f", " ");

describe("what the time machine says", () => {
  it("is when, which checkpoint and who, for the eye and for a screen reader", () => {
    assert.equal(
      plain(stopSpoken(stop, nowMs, "en-US")),
      "10:31:04 AM, #9 · Cart works · Codex",
    );
    assert.equal(stopSpoken({ ...stop, isNow: true }, nowMs, "en-US"), "Now");
    assert.match(stopSpoken(stop, nowMs + 40 * 86_400_000, "en-US"), /^Nov 19/);
  });

  it("is how many files differ, and why there is none", () => {
    const files: StopFiles = { against: "now", files: [], total: 1 };
    assert.equal(filesHeading(files, stop), "1 file differs from now");
    assert.equal(
      filesHeading({ ...files, total: 2 }, stop),
      "2 files differ from now",
    );
    assert.match(noFilesText("now", { ...stop, isNow: true }), /left arrow/);
    assert.match(noFilesText("now", null), /Nothing is recorded/);
    const only = { ...stop, isNow: true, isFirst: true };
    assert.match(noFilesText("now", only), /Nothing has changed yet/);
  });

  it("is what became of a file since, or at the stop", () => {
    const text = (more: Partial<StopFile>, against: "now" | "before" = "now") =>
      fileText({ ...file, ...more }, against, null);
    assert.equal(text({ status: "deleted" }).status, "deleted since");
    assert.equal(text({ status: "added" }, "before").status, "added");
    assert.equal(
      text({ status: "renamed", from: "old/b.ts" }).status,
      "was b.ts",
    );
    assert.equal(text({ content: "image" }).kind, "image");
    const counted = text({ added: 1, removed: 20 });
    assert.deepEqual(
      [counted.added, counted.removed, counted.lines],
      ["+1", "−20", "1 line added, 20 lines removed"],
    );
  });

  it("is who and how much a bar stands for, and what a mark is", () => {
    assert.equal(
      barText({ source: "codex" }, [0, 3, 2, 10, 1, 9]),
      "Codex · 2 files · +10 −1 · 3 moments",
    );
    const mark = {
      ...{ atMs, moment: 1, checkpoint: null, source: "codex", count: 1 },
    };
    assert.equal(
      markText({ ...mark, kind: "failed", title: "npm test" }),
      "npm test failed",
    );
    assert.equal(
      markText({ ...mark, kind: "restore", title: null, count: 3 }),
      "3 restores",
    );
  });

  it("is the same in the table, newest first", () => {
    const strip: Strip = {
      ...{ fromMs: nowMs - 3_600_000, toMs: nowMs, nowMs, buckets: 60 },
      folders: [
        {
          ...{ key: "f", name: "f", startMs: 0, thinnedUntilMs: null },
          moments: 3,
          lanes: [
            {
              source: "editor",
              bars: [
                [0, 1, 2, 3, 0, 1],
                [59, 1, 1, -1, -1, 2],
              ],
            },
          ],
          marks: [
            {
              ...{ kind: "named", atMs: nowMs - 1_800_000, count: 1 },
              ...{ moment: 2, checkpoint: 4, title: "Half", source: "editor" },
            },
          ],
        },
      ],
    };
    assert.deepEqual(
      tableRows(strip, "en-US").map(
        ({ who, what, files, lines }) => `${who}|${what}|${files}|${lines}`,
      ),
      ["You||1|", "You|Half|null|", "You||2|+3"],
    );
  });

  it("is in a page that can load and run nothing else", () => {
    const page = timeMachinePage({
      ...{ script: "vscode://s.js", style: "vscode://s.css", nonce: "abc" },
      ...{ source: "https://x", language: 'en"><script>' },
    });
    const policy = /Content-Security-Policy" content="([^"]+)"/.exec(page)?.[1];
    assert.equal(
      policy,
      "default-src 'none'; script-src 'nonce-abc'; style-src https://x",
    );
    assert.doesNotMatch(page, /\sstyle=|\son\w+=|<script>/);
    assert.equal(page.match(/<script/g)?.length, 1);
  });
});
