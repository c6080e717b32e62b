import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import fc from "../../helpers/generated";
import { bytes, edit, edits, merge, type Texts } from "./mergeTexts";

describe("a three-way merge", () => {
  it("agrees with git merge-file if lines are distinct", () => {
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

/** All lines distinct, so there is only one way to align them, which is git's. */
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
