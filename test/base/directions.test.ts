import assert from "node:assert/strict";
import { escapeControls } from "../../src/agents/escapeControls";
import { escapeDirections } from "../../src/base/directions";
import { printable } from "../../src/cli/text/text";
import { noIcons } from "../../src/extension/text/quickPickText";
import { plain, shorten } from "../../src/extension/text/markdown";

/** Unicode's Bidi_Control characters, and the separators of lines and paragraphs. */
const turning = [
  0x061c, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202b, 0x202c, 0x202d,
  0x202e, 0x2066, 0x2067, 0x2068, 0x2069,
];

describe("characters that change the direction of text", () => {
  it("are escaped in the same way in the editor, in the command and for agents", () => {
    const ways = [
      escapeDirections,
      escapeControls,
      printable,
      noIcons,
      shorten90,
    ];
    for (const code of turning) {
      const name = `evil${String.fromCharCode(code)}txt.exe`;
      const shown = `evil\\u${code.toString(16).padStart(4, "0")}txt.exe`;
      for (const way of ways) assert.equal(way(name), shown);
      assert.doesNotMatch(plain(name), /\p{Bidi_Control}/u);
    }
  });

  it("do not include the letters of right-to-left languages", () => {
    for (const name of ["שלום.txt", "مرحبا.md", "نامه\u200cها.md"])
      for (const way of [escapeDirections, escapeControls, printable])
        assert.equal(way(name), name);
  });
});

describe("characters that a terminal interprets or cannot show", () => {
  it("are escaped in the command and for agents", () => {
    for (const char of ["\u001b", "\u007f", "\u009b", "\udc80"])
      for (const escape of [printable, escapeControls])
        assert.doesNotMatch(escape(`a${char}b`), new RegExp(char, "u"));
    assert.equal(escapeControls("a\n\tb"), "a\n\tb");
  });
});

function shorten90(text: string): string {
  return shorten(text, 90);
}
