import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { merge3 } from "../../../src/engine/model/merge";

const bytes = (text: string) => Buffer.from(text, "latin1");
const labels = { ours: "now", theirs: "before" };

function merge(base: string, ours: string, theirs: string) {
  const merged = merge3({
    base: bytes(base),
    ours: bytes(ours),
    theirs: bytes(theirs),
    labels,
  });
  const out = merged.ok ? merged.bytes : merged.merged;
  return {
    ok: merged.ok,
    text: out && Buffer.from(out).toString("latin1"),
    conflicts: merged.ok ? 0 : merged.conflicts,
  };
}

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

  it("merges far-apart edits of a large text quickly", () => {
    const lines = Array.from({ length: 100_000 }, (_, i) => `${i % 977}\n`);
    const started = performance.now();
    const merged = merge(
      lines.join(""),
      ["first\n", ...lines].join(""),
      [...lines, "last\n"].join(""),
    );
    assert.ok(performance.now() - started < 5000);
    assert.equal(merged.text, ["first\n", ...lines, "last\n"].join(""));
  });

  it("never loses a clean change and never depends on the other order", () => {
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

  it("agrees with git merge-file wherever lines tell themselves apart", () => {
    const dir = fs.mkdtempSync(path.join(os.tmpdir(), "checkpoint-merge-"));
    try {
      fc.assert(
        fc.property(distinctTexts, ([base, ours, theirs]) => {
          const git = gitMerge(dir, base, ours, theirs);
          const mine = merge(base, ours, theirs);
          assert.equal(mine.ok, git.ok);
          if (mine.ok) assert.equal(mine.text, git.text);
        }),
        { numRuns: 200 },
      );
    } finally {
      fs.rmSync(dir, { recursive: true, force: true });
    }
  });
});

type Texts = [base: string, ours: string, theirs: string];
type Edit = { at: number; removed: number; added: string[] };

const edits = (line: fc.Arbitrary<string>): fc.Arbitrary<Edit[]> =>
  fc.array(
    fc.record({
      at: fc.nat(20),
      removed: fc.nat(2),
      added: fc.array(line, { maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 3 },
  );

function edit(lines: string[], list: Edit[]): string[] {
  const out = [...lines];
  for (const { at, removed, added } of list)
    out.splice(Math.min(at, out.length), removed, ...added);
  return out;
}

/** Few different lines: many ways to align them. */
const anyLine = fc.constantFrom("a\n", "b\n", "\n", "c\r\n", "\xe9\n");
const threeTexts: fc.Arbitrary<Texts> = fc
  .tuple(fc.array(anyLine, { maxLength: 12 }), edits(anyLine), edits(anyLine))
  .map(([base, ours, theirs]) => [
    base.join(""),
    edit(base, ours).join(""),
    edit(base, theirs).join(""),
  ]);

/** Base lines all different, new lines too: one way to align them, so git's way. */
const distinctTexts: fc.Arbitrary<Texts> = fc
  .tuple(
    fc.nat(20),
    edits(fc.integer().map((n) => `ours ${n}\n`)),
    edits(fc.integer().map((n) => `theirs ${n}\n`)),
    fc.boolean(),
  )
  .map(([length, ours, theirs, ends]) => {
    const base = Array.from({ length }, (_, i) => `line ${i}\n`);
    if (!ends && length > 0) base[length - 1] = base[length - 1]!.trimEnd();
    return [base, edit(base, ours), edit(base, theirs)].map((lines) =>
      lines
        .map((line, i) =>
          i + 1 < lines.length && !line.endsWith("\n") ? line + "\n" : line,
        )
        .join(""),
    ) as Texts;
  });

function gitMerge(dir: string, base: string, ours: string, theirs: string) {
  const files = { ours, base, theirs };
  for (const [name, text] of Object.entries(files))
    fs.writeFileSync(path.join(dir, name), bytes(text));
  const run = spawnSync(
    "git",
    ["merge-file", "-p", "-q", "ours", "base", "theirs"],
    { cwd: dir },
  );
  assert.ok(run.status !== null && run.status >= 0 && run.status < 128);
  return { ok: run.status === 0, text: run.stdout.toString("latin1") };
}
