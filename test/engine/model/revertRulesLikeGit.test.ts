import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import fc from "../../helpers/generated";
import {
  decideRevert,
  type RevertStep,
} from "../../../src/engine/model/revertRules";
import { workspacePath } from "../../../src/engine/model/workspacePath";

describe("a revert", () => {
  it("agrees with git merge-file on the text of a file", () => {
    const dir = fs.mkdtempSync(path.join(os.tmpdir(), "checkpoint-revert-"));
    try {
      fc.assert(
        fc.property(text, text, text, (before, after, now) => {
          for (const [name, content] of Object.entries({ before, after, now }))
            fs.writeFileSync(path.join(dir, name), content);
          const run = spawnSync(
            "git",
            ["merge-file", "-p", "-q", "now", "after", "before"],
            { cwd: dir },
          );
          const [step] = decideTexts(before, after, now);
          if (run.status !== 0) return assert.equal(step?.action, "conflict");
          assert.notEqual(step?.action, "conflict");
          assert.equal(written(step) ?? now, run.stdout.toString());
        }),
        { numRuns: 150 },
      );
    } finally {
      fs.rmSync(dir, { recursive: true, force: true });
    }
  });
});

/** Some of five lines, with at most one new line among them. */
const text = fc
  .tuple(
    fc.subarray(["1\n", "2\n", "3\n", "4\n", "5\n"], { minLength: 1 }),
    fc.constantFrom("", "new\n", "newer\n"),
    fc.nat(5),
  )
  .map(([kept, extra, at]) => kept.toSpliced(at, 0, extra).join(""));

/** In these tests, a text is its own hash. */
function decideTexts(before: string, after: string, now: string) {
  const at = (hash: string) => ({
    path: workspacePath("a"),
    hash,
    mode: 0o644,
    sizeBytes: hash.length,
  });
  return decideRevert([{ before: at(before), after: at(after) }], {
    now: () => at(now),
    read: (hash) => Buffer.from(hash),
  });
}

function written(step: RevertStep | undefined): string | undefined {
  if (step?.action !== "write") return undefined;
  return "hash" in step.content
    ? step.content.hash
    : Buffer.from(step.content.bytes).toString();
}
