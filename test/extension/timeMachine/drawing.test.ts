import assert from "node:assert/strict";
import {
  amountOf,
  barAt,
  barHeight,
  barPath,
  fullHeight,
  hasLines,
} from "../../../src/extension/timeMachine/barPath";
import { themeColor } from "../../../src/extension/timeMachine/colors";
import { flagLabels } from "../../../src/extension/timeMachine/flagLabels";
import { keyDeed } from "../../../src/extension/timeMachine/keyMove";
import { laneRows } from "../../../src/extension/timeMachine/laneRows";
import { markLooks } from "../../../src/extension/timeMachine/markLooks";
import type {
  Bar,
  StripFolder,
  StripMark,
} from "../../../src/extension/timeMachine/protocol";
import { thinMarks } from "../../../src/extension/timeMachine/thinMarks";

const bar = (bucket: number, files: number, added = -1): Bar => [
  ...([bucket, 1, files] as const),
  ...([added, added < 0 ? -1 : 0, bucket] as const),
];
const mark = (kind: StripMark["kind"], atMs: number): StripMark => ({
  ...{ kind, atMs, count: 1, moment: 1, checkpoint: null, title: null },
  source: "editor",
});
const folder = (key: string, ...sources: string[]): StripFolder => ({
  ...{ key, name: key, marks: [], startMs: 0, thinnedUntilMs: null },
  moments: 1,
  lanes: sources.map((source) => ({ source, bars: [] })),
});

describe("the bars of the strip", () => {
  it("are as high as their share's root, and always visible", () => {
    assert.equal(barHeight(100, 100, 40), 40);
    assert.equal(barHeight(25, 100, 40), 20);
    assert.ok(barHeight(0, 100, 40) >= 2);
    assert.equal(barHeight(1000, 100, 40), 40);
  });

  it("show lines if all of them were counted, otherwise files", () => {
    assert.equal(hasLines([bar(0, 1, 4), bar(1, 1, 2)]), true);
    assert.equal(hasLines([bar(0, 1, 4), bar(1, 1)]), false);
    assert.equal(hasLines([]), false);
    assert.equal(amountOf(true)(bar(0, 1, 4)), 4);
    assert.equal(amountOf(false)(bar(0, 3, 4)), 3);
  });

  it("are not all low because one is very high", () => {
    const many = Array.from({ length: 60 }, (_, i) => bar(i, 2));
    assert.equal(fullHeight([...many, bar(60, 9000)], amountOf(false)), 2);
    assert.equal(fullHeight([bar(0, 2), bar(1, 9)], amountOf(false)), 9);
    assert.equal(fullHeight([], amountOf(false)), 1);
  });

  it("of a lane are one path, where their buckets are", () => {
    const box = { buckets: 10, left: 100, width: 50, height: 20, most: 1 };
    const path = barPath([bar(0, 1), bar(9, 1)], amountOf(false), box);
    assert.equal(path, "M100.5 20v-20h4v20zM145.5 20v-20h4v20z");
  });

  it("are found under the pointer and a little beside it", () => {
    const bars = [bar(2, 1), bar(7, 1)];
    assert.equal(barAt(bars, 0.25, 10, 1), bars[0]);
    assert.equal(barAt(bars, 0.38, 10, 1), bars[0]);
    assert.equal(barAt(bars, 0.5, 10, 1), undefined);
    assert.equal(barAt(bars, 0.69, 10, 1), bars[1]);
  });
});

describe("the marks of the strip", () => {
  it("have a different shape each", () => {
    const shapes = Object.values(markLooks).map(({ shape }) => shape);
    assert.equal(new Set(shapes).size, shapes.length);
  });

  it("are the most important ones where there is no room for all", () => {
    const marks = [
      ...[mark("git", 10), mark("feature", 12), mark("named", 14)],
      ...[mark("prompt", 11), mark("named", 90)],
    ];
    const shown = thinMarks(marks, "flags", (ms) => ms, 100, 10);
    assert.deepEqual(
      shown.map((one) => `${one.mark.kind} ${one.x} ${one.others}`),
      ["feature 12 2", "named 90 0"],
    );
    assert.deepEqual(
      thinMarks(marks, "flags", (ms) => ms - 200, 100, 10),
      [],
    );
  });

  it("have as much of their name as fits before the next one", () => {
    const flags = [
      { x: 0, text: "Before the refactoring" },
      { x: 90, text: "Cart works" },
      { x: 112, text: "x" },
      { x: 700, text: "A name at the very edge" },
    ];
    assert.deepEqual(flagLabels(flags, 760), [
      "Before the…",
      "",
      "x",
      "A name…",
    ]);
  });
});

describe("the lanes", () => {
  it("begin with the person and stay where they are while somebody zooms", () => {
    const all = folder("a", "outside", "codex", "editor", "git");
    const rows = laneRows([folder("a", "codex")], [all]);
    assert.deepEqual(
      rows.map((row) => row.type === "lane" && row.source),
      ["editor", "codex", "git", "outside"],
    );
  });

  it("are grouped by folder where there are several", () => {
    const both = [folder("a", "editor"), folder("b", "codex")];
    assert.deepEqual(
      laneRows(both, both).map((row) =>
        row.type === "folder" ? row.folder.name : row.source,
      ),
      ["a", "editor", "b", "codex"],
    );
  });
});

describe("a key on the playhead", () => {
  const key = (name: string, more = {}) =>
    keyDeed({
      ...{ key: name, shiftKey: false, ctrlKey: false, altKey: false },
      ...{ metaKey: false, ...more },
    });

  it("steps by moment, turn, checkpoint or day, as on any slider", () => {
    const by = (name: string, shiftKey = false) => {
      const deed = key(name, { shiftKey });
      assert.ok(deed?.do === "move" && deed.move.to === "step", name);
      return `${deed.move.by} ${deed.move.isBack ? "back" : "on"}`;
    };
    assert.equal(by("ArrowLeft"), "moment back");
    assert.equal(by("ArrowUp"), "moment on");
    assert.equal(by("ArrowRight", true), "turn on");
    assert.equal(by("PageUp"), "checkpoint on");
    assert.equal(by("PageDown", true), "day back");
    assert.equal(by("Home"), "end back");
    assert.deepEqual(key("End"), { do: "move", move: { to: "now" } });
  });

  it("zooms, shows all, plays, and is otherwise the editor's", () => {
    assert.equal(key("+")?.do, "zoom");
    assert.equal(key("0")?.do, "all");
    assert.equal(key(" ")?.do, "play");
    assert.equal(key("a"), undefined);
    assert.equal(key("ArrowLeft", { ctrlKey: true }), undefined);
    assert.equal(key("ArrowLeft", { altKey: true }), undefined);
  });
});

describe("a colour of the theme", () => {
  it("is named as the editor names it for pages, or will", () => {
    assert.equal(themeColor("foreground"), "var(--vscode-foreground)");
    assert.equal(
      themeColor("testing.iconPassed"),
      "var(--vscode-testing-iconPassed)",
    );
    assert.equal(
      themeColor("checkpoint.author.you"),
      "var(--vscode-checkpoint-author\\.you, var(--vscode-checkpoint-author-you))",
    );
  });
});
