import assert from "node:assert/strict";
import type { Damage, VerifyResult } from "../../src/engine/api";
import {
  damageFoundText,
  intactText,
  repairedText,
} from "../../src/wording/verify";
import { plain } from "../../src/wording/voice";

const damage = (given: Partial<Damage>): Damage => ({
  what: "content",
  file: "packs/1.pack",
  offset: null,
  finding: { kind: "record-unreadable" },
  paths: [],
  checkpoints: [],
  ...given,
});
const found = (...damaged: Damage[]): VerifyResult => ({
  ok: damaged.length === 0,
  damaged,
  contents: 3,
  bytes: 2048,
  repaired: [],
  lost: [],
});

describe("what verifying a history reports", () => {
  it("that it is intact, or what is left of it", () => {
    assert.equal(
      intactText("app", found(), plain),
      "The history of app is intact: 3 file contents, 2.0 KB.",
    );
    assert.match(
      intactText("app", found(), plain, true),
      /^The remaining history of app is intact/,
    );
    assert.match(
      intactText("app", { contents: 1, bytes: 5 }, plain),
      / intact: 1 file content, 5 bytes\.$/,
    );
  });

  it("which files are affected, each once", () => {
    assert.match(
      damageFoundText(
        "app",
        found(
          damage({ what: "pack" }),
          damage({ paths: ["a"], checkpoints: [1] }),
          damage({ paths: ["a"], checkpoints: [2] }),
        ),
        plain,
      ),
      /^The history of app is damaged\. Stored versions of 1 file cannot be read: a\. Everything else/,
    );
  });

  it("which checkpoints are uncertain, when no file can be named", () => {
    const gap = damage({ what: "journal", checkpoints: [10, 9, 1, 2, 3] });
    assert.match(
      damageFoundText("app", found(gap), plain),
      /uncertain: #1, #2, #3, #9, and 1 more\. /,
    );
  });

  it("where the damage is, if nothing else is known", () => {
    assert.match(
      damageFoundText("app", found(damage({ what: "index" })), plain),
      /damaged\. packs\/1\.pack: the record here cannot be read\. /,
    );
  });

  it("that a repair lost nothing, only if verifying again found nothing", () => {
    const before = found(damage({ what: "journal", checkpoints: [4] }));
    assert.match(
      repairedText("app", before, found(), plain),
      /Nothing was lost/,
    );
    const uncertain = repairedText("app", before, before, plain);
    assert.doesNotMatch(uncertain, /Nothing was lost/);
    assert.match(uncertain, /as far as possible\. .* uncertain: #4\. /);
  });

  it("what a repair could not save, and in which checkpoints", () => {
    const damaged = found(damage({ paths: ["a", "b"], checkpoints: [1] }));
    const lost = [
      { path: "a", checkpoints: [1, 2] },
      { path: "b", checkpoints: [] },
    ];
    assert.match(
      repairedText("app", { ...damaged, lost }, damaged, plain),
      /Permanently lost: a \(#1, #2\), b\. Everything else/,
    );
  });
});
