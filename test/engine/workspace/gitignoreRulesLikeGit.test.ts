import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Random, seedOf, soakFactor } from "../../helpers/random";
import { git, ignoredByUs } from "./likeGit";

const CASES = 5_000 * soakFactor();
const PATHS_EACH = 24;
/** Few letters, so that patterns often match. */
const NAMES = [
  ...["a", "b", "ab", "ba", "aab", "a.b", "abc", "A", "Ab", ".a", "a b", "é"],
  ...["a]b", "[a]", "a-b", "a\\b", "*", "?", "!a", "#a", "a1", "-"],
];
const PARTS = [
  ...["a", "b", "ab", "c", "1", "é", ".", "A", " ", "\\ ", "-", "]", "!", "#"],
  ...[
    "*",
    "*",
    "**",
    "***",
    "?",
    "/",
    "/",
    "/",
    "**/",
    "/**",
    "/**/",
    "\\",
    "\\*",
  ],
  ...[
    "[ab]",
    "[!a]",
    "[^b]",
    "[a-b]",
    "[]]",
    "[]-a]",
    "[a",
    "[[:alpha:]]",
    "[\\]]",
  ],
  ...[
    "[[:digit:]-]",
    "[a-]",
    "[--a]",
    "[[:what:]]",
    "[[:]",
    "[é]",
    "\\a",
    "\\\\",
  ],
];

describe("the rules of a .gitignore, generated", function () {
  this.timeout(120_000 * soakFactor());
  const random = new Random(seedOf(7));
  const top = fs.mkdtempSync(path.join(os.tmpdir(), "checkpoint-"));
  after(() => fs.rmSync(top, { recursive: true }));

  const pathOf = () =>
    Array.from({ length: random.between(1, 4) }, () => random.pick(NAMES)).join(
      "/",
    );
  const lineOf = () => {
    const parts = Array.from({ length: random.between(1, 5) }, () =>
      random.pick(PARTS),
    );
    const start = random.chance(0.15) ? "!" : random.chance(0.15) ? "/" : "";
    const end = random.chance(0.15) ? "/" : random.chance(0.05) ? "  " : "";
    return start + parts.join("") + end;
  };

  it(`ignore the same files as git in ${CASES} cases`, () => {
    const cases = Array.from({ length: CASES }, () => ({
      text: Array.from({ length: random.between(1, 6) }, lineOf).join(
        random.chance(0.1) ? "\r\n" : "\n",
      ),
      paths: [...new Set(Array.from({ length: PATHS_EACH }, pathOf))],
    }));
    cases.forEach(({ text }, i) => {
      fs.mkdirSync(path.join(top, `${i}`));
      fs.writeFileSync(path.join(top, `${i}/.gitignore`), text);
    });
    git(top, ["init", "-q"]);
    git(top, ["config", "core.ignoreCase", "false"]);
    const asked = cases.flatMap(({ paths }, i) =>
      paths.map((one) => `${i}/${one}`),
    );
    const args = ["check-ignore", "--no-index", "-z", "--stdin"];
    const answer = git(top, args, asked.join("\0"));
    const theirs = new Set(answer.split("\0").filter(Boolean));
    cases.forEach(({ text, paths }, i) => {
      assert.deepEqual(
        ignoredByUs({ ".gitignore": text }, paths),
        paths.filter((one) => theirs.has(`${i}/${one}`)),
        JSON.stringify(text),
      );
    });
    assert.ok(theirs.size > CASES, "many of them are ignored");
  });
});
