import assert from "node:assert/strict";
import type { Why } from "../../src/engine/api";
import { plain } from "../../src/wording/voice";
import { whyText } from "../../src/wording/why";

describe("why a file is not recorded, in words", () => {
  const rule = { file: "src/.gitignore", line: 3, pattern: "gen/" };
  const textOf = (why: Partial<Why>) =>
    whyText(
      {
        path: "src/gen/a",
        recorded: false,
        reason: "gitignore",
        matched: "src/gen/a",
        rule,
        ...why,
      },
      plain,
    );

  it("names the rule, its file and line, and the folder it excludes", () => {
    assert.equal(
      textOf({ matched: "src/gen" }),
      "src/gen/a is not recorded: src/.gitignore:3 “gen/” excludes src/gen.",
    );
  });

  it("names a setting as the host does", () => {
    const inSettings = { file: null, line: null, pattern: "a" };
    assert.equal(
      textOf({ reason: "exclude", rule: inSettings }),
      "src/gen/a is not recorded: setting exclude “a” excludes it.",
    );
    assert.equal(
      textOf({ reason: "too-large", rule: null }),
      "src/gen/a is not recorded: larger than setting maxFileSize.",
    );
  });

  it("says why it is recorded although a rule matches", () => {
    assert.equal(
      textOf({ reason: "tracked", recorded: true }),
      "src/gen/a is recorded: git tracks it, although src/.gitignore:3 “gen/” matches it.",
    );
  });

  it("has words for every other reason", () => {
    const reasons = [
      ["version-control", "src/gen/a belongs to version control"],
      ["temporary", "it is a temporary file of Checkpoint"],
      ["behind-link", "src/gen/a is a link or a file, not a folder"],
      ["absent", "there is no such file. No rule excludes it"],
      ["unreadable", "cannot be read"],
      ["own-data", "Checkpoint's own data"],
    ] as const;
    for (const [reason, text] of reasons)
      assert.equal(
        textOf({ reason, rule: null }),
        `src/gen/a is not recorded: ${text}.`,
      );
    assert.match(textOf({ reason: "not-yet", rule: null }), /not recorded yet/);
  });
});
