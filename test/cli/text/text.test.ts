import assert from "node:assert/strict";
import { checkpointRows } from "../../../src/cli/text/checkpointText";
import type { Checkpoint } from "../../../src/engine/model/checkpoint";
import {
  colour,
  plain,
  printable,
  printableJson,
  table,
  wantsColour,
} from "../../../src/cli/text/text";
import { cutToWidth, widthOf } from "../../../src/cli/text/width";

describe("text for people", () => {
  it("is coloured only on a terminal, and never with NO_COLOR", () => {
    assert.equal(wantsColour({}, true), true);
    assert.equal(wantsColour({}, false), false);
    assert.equal(wantsColour({ NO_COLOR: "1" }, true), false);
    assert.equal(wantsColour({ NO_COLOR: "1", FORCE_COLOR: "1" }, true), false);
    // An empty NO_COLOR counts as unset, as no-color.org says.
    assert.equal(wantsColour({ NO_COLOR: "" }, true), true);
    assert.equal(wantsColour({ FORCE_COLOR: "1" }, false), true);
    assert.equal(wantsColour({ FORCE_COLOR: "0" }, true), false);
    assert.equal(wantsColour({ FORCE_COLOR: "false" }, true), false);
    assert.equal(wantsColour({ CLICOLOR_FORCE: "1" }, false), true);
    assert.equal(wantsColour({ CLICOLOR: "0" }, true), false);
    assert.equal(wantsColour({ TERM: "dumb" }, true), false);
  });

  it("is coloured depending on its own stream, not on stdout", () => {
    const { isTTY } = process.stdout;
    process.stdout.isTTY = false;
    try {
      assert.equal(colour("red", "x"), "\x1b[31mx\x1b[39m");
    } finally {
      process.stdout.isTTY = isTTY;
    }
  });

  it("cannot control a terminal, whatever a file is called", () => {
    assert.equal(printable("a\x1b[2Jb\r\n\tc"), "a\\x1b[2Jb\\x0d\\n\\tc");
    assert.equal(printable("evil\u202etxt.exe"), "evil\\u202etxt.exe");
    assert.equal(printable("\u061ca"), "\\u061ca");
    assert.equal(printable("\udc80"), "\\udc80");
    assert.equal(printable("naïve 名前 😀"), "naïve 名前 😀");
    const value = { name: "a\x9b31m\u202e\x7f 名前", more: [1] };
    const document = printableJson(JSON.stringify(value, null, 2));
    assert.match(document, /"a\\u009b31m\\u202e\\u007f 名前",\n/);
    assert.deepEqual(JSON.parse(document), value);
  });

  it("aligns columns, with and without colours", () => {
    const rows = (paint: typeof plain) =>
      table(
        [
          [paint("red", "a"), "1", "x"],
          ["bbb", "22", "y"],
        ],
        [1],
      );
    assert.deepEqual(rows(plain), ["a     1  x", "bbb  22  y"]);

    const bare = rows(colour).map((line) => line.replace(/\x1b\[\d+m/g, ""));
    assert.deepEqual(bare, rows(plain));
  });

  it("aligns columns by displayed width, not by string length", () => {
    const names = [
      "plain",
      "名前",
      "🚀",
      "👨‍👩‍👧",
      "🇩🇪",
      "é",
      "e\u0301",
      "한글",
      "ｱ",
      "❤️",
    ];
    const widths = [5, 4, 2, 2, 2, 1, 1, 4, 1, 2];
    assert.deepEqual(names.map(widthOf), widths);
    assert.deepEqual(
      table(names.map((name) => [name, "|"])),
      names.map((name, i) => `${name}${" ".repeat(7 - widths[i]!)}|`),
    );
    assert.equal(cutToWidth("a名前", 4), "a名");
    assert.equal(cutToWidth("a👨‍👩‍👧b", 2), "a");
  });

  it("puts a checkpoint on one line of a terminal if enough of its name fits", () => {
    const checkpoint = (number: number, name: string, pinned = false) =>
      ({
        ...{ number, name, pinned, kind: "manual", source: "cli" },
        createdAt: "2026-11-16T10:00:00Z",
        filesChanged: { added: 1, modified: 0, deleted: 0 },
        verdicts: [] as Checkpoint["verdicts"],
      }) as Checkpoint;
    const rows = (columns?: number, paint = plain) =>
      checkpointRows(
        [
          checkpoint(10, "a long name that goes on and on"),
          checkpoint(9, "名前です名前です名前です", true),
          checkpoint(8, "short"),
        ],
        paint,
        columns,
      );
    const names = (lines: string[]) =>
      lines.map((line) => line.split("  cli  ")[1]);
    const whole = names(rows());
    assert.equal(whole[0], "a long name that goes on and on");
    assert.equal(whole[1], "名前です名前です名前です (pinned)");
    const before = rows()[0]!.indexOf("a long");
    assert.deepEqual(names(rows(before + 20)), [
      "a long name that go…",
      "名前です名… (pinned)",
      "short",
    ]);
    for (const line of rows(before + 17, colour))
      assert.ok(widthOf(line) <= before + 17, line);
    assert.deepEqual(names(rows(before + 15)), whole);
  });
});
