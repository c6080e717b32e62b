import assert from "node:assert/strict";
import type { LineVersion } from "../../../src/engine/api";
import { runsOf, sharesOf } from "../../../src/extension/lineAuthors/shares";
import {
  applyEdits,
  shownLines,
  type Edit,
  type ShownLine,
} from "../../../src/extension/lineAuthors/shownLines";
import { Random } from "../../helpers/random";
import { lineVersion } from "./lineVersion";

/** One letter for each line's author; a dot for text that is not recorded. */
function letters(lines: readonly ShownLine[]): string {
  return lines.map(({ by }) => by?.source?.[0] ?? (by ? "-" : ".")).join("");
}

function recorded(text: string, authors: string): ShownLine[] {
  const texts = text.split("\n");
  const versions = [...new Set(authors)].map((source): LineVersion =>
    lineVersion({ source: source === "-" ? null : source }),
  );
  const lines = [...authors].map((source) =>
    [...new Set(authors)].indexOf(source),
  );
  const answer = { path: "a", at: 1, versions, lines };
  return shownLines({ ...answer, texts: texts.slice(0, lines.length) }, texts);
}

function afterEdits(lines: ShownLine[], edits: readonly Edit[]): ShownLine[] {
  applyEdits(lines, edits);
  return lines;
}

function edit(
  [line, character, endLine, endCharacter]: [number, number, number, number],
  text: string,
) {
  return {
    range: {
      start: { line, character },
      end: { line: endLine, character: endCharacter },
    },
    text,
  };
}

describe("the lines of an editor and their authors", () => {
  const abc = () => recorded("one\ntwo\nthree\n", "abc");

  it("are those that were recorded, and one that nobody wrote after the last line ending", () => {
    assert.equal(letters(abc()), "abc.");
    assert.deepEqual(runsOf(abc()).at(-1)?.source, "c");
    assert.equal(letters(recorded("one\ntwo", "ab")), "ab");
  });

  it("know which text the editor has and the history has not", () => {
    const versions = [lineVersion({ source: "a" })];
    const answer = { path: "a", at: 1, versions, lines: [0, 0] };
    assert.equal(
      letters(
        shownLines({ ...answer, texts: ["\uFEFFone", "two"] }, [
          ...["one", "new", "two", ""],
        ]),
      ),
      "a.a.",
    );
  });

  it("keep their authors when a line is added before, between or after them", () => {
    const after = (...edits: ReturnType<typeof edit>[]) =>
      letters(afterEdits(abc(), edits));
    assert.equal(after(edit([0, 0, 0, 0], "new\n")), ".abc.");
    assert.equal(after(edit([0, 3, 0, 3], "\nnew")), "a.bc.");
    assert.equal(after(edit([2, 5, 2, 5], "\nnew")), "abc..");
    assert.equal(after(edit([1, 0, 2, 0], "")), "ac.");
    assert.equal(after(edit([1, 1, 1, 2], "x")), "a.c.");
    assert.equal(after(edit([0, 2, 1, 1], "")), ".c.");
    assert.equal(after(edit([0, 0, 3, 0], "\r\nx\r\n")), "...");
    assert.equal(
      after(edit([2, 0, 2, 0], "x\n"), edit([0, 0, 0, 0], "y\n")),
      ".ab.c.",
    );
  });

  it("have the text that the editor has after any edits", () => {
    const random = new Random(21);
    let lines = abc();
    let text = "one\ntwo\nthree\n";
    for (let n = 0; n < 500; n++) {
      const rows = text.split("\n");
      const start = place(random, rows);
      const end = place(random, rows);
      const [from, to] = [start, end].sort((a, b) => a.offset - b.offset) as [
        typeof start,
        typeof end,
      ];
      const put = random.pick(["", "x", "\n", "a\nb", "one\n"]);
      text = text.slice(0, from.offset) + put + text.slice(to.offset);
      lines = afterEdits(lines, [
        edit([from.line, from.character, to.line, to.character], put),
      ]);
      assert.deepEqual(
        lines.map((line) => line.text),
        text.split("\n"),
      );
      if (text.length > 200) {
        text = "one\n";
        lines = recorded(text, "a");
      }
    }
  });
});

function place(random: Random, rows: readonly string[]) {
  const line = random.below(rows.length);
  const character = random.below(rows[line]!.length + 1);
  const before = rows.slice(0, line).join("\n").length + (line > 0 ? 1 : 0);
  return { line, character, offset: before + character };
}

describe("the shares of a file's authors", () => {
  it("put older lines last, and leave nobody with 0 % or with all", () => {
    const lines = recorded(`${"x\n".repeat(300)}y`, `-${"a".repeat(299)}b`);
    assert.deepEqual(
      sharesOf(lines).map(({ source, percent }) => [source, percent]),
      [
        ["a", 99],
        ["b", 1],
        [null, 1],
      ],
    );
  });

  it("count what is typed as the person's, as a run of its own", () => {
    const lines = afterEdits(
      recorded("one\ntwo\n", "ee").map((line) =>
        line.by ? { ...line, by: { ...line.by, source: "cli" } } : line,
      ),
      [edit([1, 0, 1, 0], "x\n")],
    );
    assert.deepEqual(
      sharesOf(lines).map(({ source, lines: n }) => [source, n]),
      [["editor", 3]],
    );
    assert.deepEqual(
      runsOf(lines).map(({ from, to, isUnsaved }) => [from, to, isUnsaved]),
      [
        [0, 0, false],
        [1, 1, true],
        [2, 2, false],
      ],
    );
  });
});
