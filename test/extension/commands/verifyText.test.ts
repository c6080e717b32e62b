import assert from "node:assert/strict";
import type { Damage, VerifyResult } from "../../../src/engine/api";
import {
  damagedText,
  repairedText,
  soundText,
} from "../../../src/extension/commands/verifyText";

const damage = (given: Partial<Damage>): Damage => ({
  what: "content",
  file: "packs/1.pack",
  offset: null,
  detail: "it cannot be read",
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

describe("what verifying a history tells", () => {
  it("that it is sound, or what is left of it", () => {
    assert.equal(
      soundText("app", found(), false),
      "The history of app is sound: 3 contents, 2.0 KB.",
    );
    assert.match(soundText("app", found(), true), /^What is left of/);
    assert.match(
      soundText("app", { contents: 1, bytes: 5 }, false),
      / sound: 1 content, 5 B\.$/,
    );
  });

  it("which files are affected, each once", () => {
    assert.match(
      damagedText(
        "app",
        found(
          damage({ what: "pack" }),
          damage({ paths: ["a"], checkpoints: [1] }),
          damage({ paths: ["a"], checkpoints: [2] }),
        ),
      ),
      /^The history of app is damaged\. Stored versions of 1 file cannot be read: a\. Everything else/,
    );
  });

  it("which checkpoints are uncertain, when no file can be named", () => {
    const gap = damage({ what: "journal", checkpoints: [10, 9, 1, 2, 3] });
    assert.match(
      damagedText("app", found(gap)),
      /uncertain: #1, #2, #3, #9, and 1 more\. /,
    );
  });

  it("where the damage is, when that is all there is to say", () => {
    assert.match(
      damagedText("app", found(damage({ what: "index" }))),
      /damaged\. packs\/1\.pack: it cannot be read\. /,
    );
  });

  it("that a repair lost nothing only when a look after it found nothing", () => {
    const before = found(damage({ what: "journal", checkpoints: [4] }));
    assert.match(repairedText("app", before, found()), /nothing is lost/);
    const uncertain = repairedText("app", before, before);
    assert.doesNotMatch(uncertain, /nothing is lost/);
    assert.match(uncertain, /as far as possible\. .* uncertain: #4\. /);
  });

  it("what a repair could not save, and in which checkpoints", () => {
    const damaged = found(damage({ paths: ["a", "b"], checkpoints: [1] }));
    const lost = [
      { path: "a", checkpoints: [1, 2] },
      { path: "b", checkpoints: [] },
    ];
    assert.match(
      repairedText("app", { ...damaged, lost }, damaged),
      /Lost for good: a \(#1, #2\), b\. Everything else/,
    );
  });
});
