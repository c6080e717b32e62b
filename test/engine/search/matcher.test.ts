import assert from "node:assert/strict";
import { CheckpointError } from "../../../src/engine/model/errors";
import { MAX_LINES } from "../../../src/engine/search/matchedLines";
import {
  compileMatcher,
  type Pattern,
} from "../../../src/engine/search/matcher";
import { lineMatches } from "../../../src/engine/search/searchContents";

const TEXT = "const a = 1;\n\nconst B = a;\r\nlet größe = 'Ä😀';\nend";

function lines(pattern: Pattern, text: string | Buffer = TEXT): number[] {
  const bytes = typeof text === "string" ? Buffer.from(text) : text;
  return lineMatches(bytes, compileMatcher(pattern)).map(({ line }) => line);
}

describe("search pattern", () => {
  const cases: [string, Pattern, number[]][] = [
    ["a text, ignoring case", { text: "CONST" }, [1, 3]],
    ["a text, exactly", { text: "const b", caseSensitive: true }, []],
    ["a text, exactly, there", { text: "const B", caseSensitive: true }, [3]],
    ["letters of other scripts, ignoring case", { text: "GRÖSSE" }, []],
    ["letters with accents, ignoring case", { text: "'ä" }, [4]],
    ["an emoji", { text: "😀", caseSensitive: true }, [4]],
    ["a text on the last line", { text: "end", caseSensitive: true }, [5]],
    ["a text that looks like an expression", { text: "a = 1;" }, [1]],
    ["a dot is a dot in a text", { text: "c.nst" }, []],
    ["brackets are brackets in a text", { text: "[a]" }, []],
    ["a text across a line end", { text: "1;\n\nconst" }, [1]],
    ["an expression", { regex: "c.nst" }, [1, 3]],
    ["an expression, exactly", { regex: "const b", caseSensitive: true }, []],
    ["the start of a line", { regex: "^let" }, [4]],
    ["the end of a line, CRLF too", { regex: "a;$" }, [3]],
    ["an empty line", { regex: "^$" }, [2]],
    ["what matches everywhere", { regex: "x*" }, [1, 2, 3, 4, 5]],
    ["alternatives", { regex: "end|let" }, [4, 5]],
    ["look-ahead", { regex: "const (?!a)" }, [3]],
    ["a reference", { regex: "(.)\\1ö?ß?" }, []],
    ["Unicode properties", { regex: "\\p{Emoji_Presentation}" }, [4]],
  ];
  for (const [what, pattern, expected] of cases)
    it(`finds ${what}`, () => {
      assert.deepEqual(lines(pattern), expected);
    });

  it("does not treat a byte order mark as part of the first line", () => {
    const text = "\uFEFFusing System;\r\nusing X;\n";
    assert.deepEqual(lines({ regex: "^using" }, text), [1, 2]);
    assert.deepEqual(lines({ regex: "^using System;$" }, text), [1]);
    assert.deepEqual(lines({ regex: "^$" }, "\uFEFF\n"), [1]);
  });

  it("returns the text of a line without its line ending", () => {
    const [match] = lineMatches(
      Buffer.from(TEXT),
      compileMatcher({ text: "B =", caseSensitive: true }),
    );
    assert.deepEqual(match, { line: 3, text: "const B = a;" });
  });

  it("shows the part of a long line around the match", () => {
    const long = "x".repeat(5000) + "needle" + "y".repeat(5000);
    for (const pattern of [
      { text: "needle" },
      { text: "needle", caseSensitive: true },
      { regex: "ne+dle" },
    ]) {
      const [match] = lineMatches(Buffer.from(long), compileMatcher(pattern));
      assert.match(match!.text, /^…x+needley+…$/);
      assert.ok(match!.text.length <= 310);
    }
  });

  it("lists a bounded number of lines, each once", () => {
    const many = "aaa\n".repeat(1000);
    for (const pattern of [{ text: "a" }, { regex: "a" }])
      assert.deepEqual(
        lines(pattern, many),
        Array.from({ length: MAX_LINES }, (_, i) => i + 1),
      );
  });

  it("counts no line after the final newline", () => {
    assert.deepEqual(lines({ regex: "$" }, "a\nb\n"), [1, 2]);
    assert.deepEqual(lines({ regex: "^" }, ""), []);
  });

  it("finds nothing in binary content", () => {
    assert.deepEqual(lines({ text: "a" }, "a\0a"), []);
  });

  it("finds text next to bytes that are not UTF-8", () => {
    const bytes = Buffer.from("caf\xe9 needle\n", "latin1");
    assert.deepEqual(lines({ text: "needle" }, bytes), [1]);
    assert.deepEqual(
      lines({ text: "needle", caseSensitive: true }, bytes),
      [1],
    );
    assert.deepEqual(lines({ regex: "n.*e" }, bytes), [1]);
  });

  const refused: [string, Pattern][] = [
    ["nothing", {}],
    ["an empty text", { text: "" }],
    ["an empty expression", { regex: "" }],
    ["both", { text: "a", regex: "a" }],
    ["an endless text", { text: "a".repeat(1001) }],
    ["an open group", { regex: "(a" }],
    ["a bad range", { regex: "[z-a]" }],
    ["a text that is none", { text: 12 as unknown as string }],
  ];
  for (const [what, pattern] of refused)
    it(`refuses ${what}`, () => {
      assert.throws(
        () => compileMatcher(pattern),
        (error) => CheckpointError.is(error, "bad-input"),
      );
    });
});
