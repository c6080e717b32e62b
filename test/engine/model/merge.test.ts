import assert from "node:assert/strict";
import { merge3 } from "../../../src/engine/model/merge";
import fc from "../../helpers/generated";
import { edit, edits, merge, type Texts } from "./mergeTexts";

describe("merge", () => {
  const clean: [string, string, string, string, string][] = [
    ["nothing changed", "a\n", "a\n", "a\n", "a\n"],
    ["only ours changed", "a\n", "b\n", "a\n", "b\n"],
    ["only theirs changed", "a\n", "a\n", "b\n", "b\n"],
    ["both made the same change", "a\n", "b\n", "b\n", "b\n"],
    ["changes apart", "1\n2\n3\n", "x\n2\n3\n", "1\n2\ny\n", "x\n2\ny\n"],
    [
      "an insertion and a deletion",
      "1\n2\n3\n4\n",
      "0\n1\n2\n3\n4\n",
      "1\n2\n3\n",
      "0\n1\n2\n3\n",
    ],
    [
      "the same change beside others",
      "1\n2\n3\n4\n5\n",
      "x\n2\n3\n4\ny\n",
      "x\n2\n3\n4\n5\n",
      "x\n2\n3\n4\ny\n",
    ],
    [
      "CRLF kept",
      "1\r\n2\r\n3\r\n",
      "x\r\n2\r\n3\r\n",
      "1\r\n2\r\ny\r\n",
      "x\r\n2\r\ny\r\n",
    ],
    [
      "mixed line ends kept",
      "1\r\n2\n3",
      "x\r\n2\n3",
      "1\r\n2\n3\n",
      "x\r\n2\n3\n",
    ],
    ["no last line end kept", "1\n2\n3", "x\n2\n3", "1\n2\ny", "x\n2\ny"],
    [
      "Latin-1 kept",
      "\xe9\n2\n3\n",
      "\xe8\n2\n3\n",
      "\xe9\n2\n\xff\n",
      "\xe8\n2\n\xff\n",
    ],
    ["binary, only theirs changed", "a\0", "a\0", "b\0", "b\0"],
    ["binary, both the same", "a\0", "b\0", "b\0", "b\0"],
    ["from nothing", "", "", "a\n", "a\n"],
    [
      "__proto__ as a line",
      "__proto__\n2\n3\n",
      "__proto__\n2\nx\n",
      "y\n2\n3\n",
      "y\n2\nx\n",
    ],
  ];
  for (const [what, base, ours, theirs, expected] of clean)
    it(`is clean: ${what}`, () => {
      assert.deepEqual(merge(base, ours, theirs), {
        ok: true,
        text: expected,
        conflicts: 0,
      });
    });

  const conflicting: [string, string, string, string, string | null, number][] =
    [
      [
        "one line, two ways",
        "1\n2\n3\n",
        "1\nx\n3\n",
        "1\ny\n3\n",
        "1\n<<<<<<< now\nx\n=======\ny\n>>>>>>> before\n3\n",
        1,
      ],
      [
        "neighbouring lines",
        "1\n2\n",
        "x\n2\n",
        "1\ny\n",
        "<<<<<<< now\nx\n2\n=======\n1\ny\n>>>>>>> before\n",
        1,
      ],
      [
        "deleted here, changed there",
        "1\n2\n3\n",
        "1\n3\n",
        "1\ny\n3\n",
        "1\n<<<<<<< now\n=======\ny\n>>>>>>> before\n3\n",
        1,
      ],
      [
        "two places",
        "1\n2\n3\n",
        "x\n2\nx\n",
        "y\n2\ny\n",
        "<<<<<<< now\nx\n=======\ny\n>>>>>>> before\n2\n<<<<<<< now\nx\n=======\ny\n>>>>>>> before\n",
        2,
      ],
      [
        "no last line end",
        "1",
        "x",
        "y",
        "<<<<<<< now\nx\n=======\ny\n>>>>>>> before\n",
        1,
      ],
      [
        "CRLF",
        "1\r\n2\r\n",
        "1\r\nx\r\n",
        "1\r\ny\r\n",
        "1\r\n<<<<<<< now\r\nx\r\n=======\r\ny\r\n>>>>>>> before\r\n",
        1,
      ],
      [
        "the lines both have stay out",
        "1\n",
        "a\nx\nb\n",
        "a\ny\nb\n",
        "a\n<<<<<<< now\nx\n=======\ny\n>>>>>>> before\nb\n",
        1,
      ],
      ["binary", "a\0", "b\0", "c\0", null, 1],
    ];
  for (const [what, base, ours, theirs, text, conflicts] of conflicting)
    it(`conflicts: ${what}`, () => {
      assert.deepEqual(merge(base, ours, theirs), {
        ok: false,
        text,
        conflicts,
      });
    });

  it("resolves conflicting lines with the favored side and merges the rest", () => {
    const [base, ours, theirs] = [
      "1\n2\n3\n4\n5\n",
      "1\nx\n3\n4\nmine\n",
      "before\n2\n3\n4\n5\n".replace("2", "y"),
    ].map((text) => Buffer.from(text)) as [Buffer, Buffer, Buffer];
    const favoring = (favor: "ours" | "theirs") => {
      const merged = merge3({ base, ours, theirs, favor });
      return merged.ok && Buffer.from(merged.bytes).toString();
    };
    assert.equal(favoring("theirs"), "before\ny\n3\n4\nmine\n");
    assert.equal(favoring("ours"), "1\nx\n3\n4\nmine\n");
  });

  it("merges distant edits of a large text", () => {
    const lines = Array.from({ length: 100_000 }, (_, i) => `${i % 977}\n`);
    const merged = merge(
      lines.join(""),
      ["first\n", ...lines].join(""),
      [...lines, "last\n"].join(""),
    );
    assert.equal(merged.text, ["first\n", ...lines, "last\n"].join(""));
  });

  it("never loses a clean change and does not depend on the order of the sides", () => {
    fc.assert(
      fc.property(threeTexts, ([base, ours, theirs]) => {
        const one = merge(base, ours, theirs);
        const two = merge(base, theirs, ours);
        assert.equal(one.ok, two.ok);
        if (one.ok) assert.equal(one.text, two.text);
        assert.deepEqual(merge(base, ours, base).text, ours);
        assert.deepEqual(merge(base, base, theirs).text, theirs);
      }),
      { numRuns: 500 },
    );
  });
});

/** Few distinct lines, so many ways to align them. */
const anyLine = fc.constantFrom("a\n", "b\n", "\n", "c\r\n", "\xe9\n");
const threeTexts: fc.Arbitrary<Texts> = fc
  .tuple(fc.array(anyLine, { maxLength: 12 }), edits(anyLine), edits(anyLine))
  .map(([base, ours, theirs]) => [
    base.join(""),
    edit(base, ours).join(""),
    edit(base, theirs).join(""),
  ]);
