import assert from "node:assert/strict";
import { defaultSettings } from "../../../src/engine/model/settings";
import { GitignoreChain } from "../../../src/engine/workspace/gitignoreChain";
import type { RuleSettings } from "../../../src/engine/workspace/rules";
import { isPathIgnored, Rules } from "../../../src/engine/workspace/rules";
import { errorOf } from "../../helpers/history";

const rulesOf = (given: Partial<RuleSettings>) =>
  new Rules({ ...defaultSettings, exclude: [], ...given });

/** True when a file is not recorded under the settings and `.gitignore` texts. */
function isOut(
  path: string,
  given: Partial<RuleSettings>,
  gitignores: Record<string, string> = {},
): boolean {
  const chain = new GitignoreChain((file) => gitignores[file] ?? null);
  return isPathIgnored(rulesOf(given), path, (folder) => chain.of(folder));
}

describe("exclude patterns", () => {
  const table: [pattern: string, out: string[], kept: string[]][] = [
    ["dist", ["dist", "dist/a", "a/dist/b"], ["dista", "adist", "dist.js"]],
    ["dist/", ["dist", "dist/a", "a/dist/b"], ["dista", "adist"]],
    ["dist//", ["dist/a", "a/dist/b"], ["dista"]],
    ["/dist", ["dist", "dist/a/b"], ["a/dist", "a/dist/b", "dista"]],
    ["/dist/", ["dist/a"], ["a/dist/b"]],
    ["./dist", ["dist", "dist/a/b"], ["a/dist", "a/dist/b", "dista"]],
    ["./dist/", ["dist/a"], ["a/dist/b"]],
    ["././dist/**", ["dist/a"], ["a/dist/b"]],
    ["./*.log", ["a.log"], ["b/c.log"]],
    [".dist/x", [".dist/x"], ["dist/x"]],
    ["dist/**", ["dist/a", "dist/a/b"], ["a/dist/b", "dista"]],
    ["**/dist/**", ["dist/a", "a/dist/b/c"], ["dista/b", "a/bdist/c"]],
    ["a/dist", ["a/dist", "a/dist/b"], ["dist", "b/a/dist"]],
    ["**/a/dist", ["a/dist/b", "b/a/dist/c"], ["dist", "a/b/dist"]],
    ["src/**/x", ["src/x", "src/a/x", "src/a/b/x/y"], ["x", "a/src/x"]],
    ["src/*/x", ["src/a/x"], ["src/x", "src/a/b/x"]],
    ["*.log", ["a.log", "b/c.log", ".log", "x.log/inside"], ["alog", "log"]],
    ["/*.log", ["a.log"], ["b/c.log"]],
    ["**/*.log", ["a.log", "b/.c.log"], ["a.logs"]],
    [".env", [".env", "a/.env", ".env/x"], ["env", ".envrc"]],
    [".*", [".env", "a/.hidden/b", ".github/x"], ["a.b"]],
    ["*", ["a", "a/b", ".c"], []],
    ["**", ["a", "a/b", ".c"], []],
    ["{a,b}.js", ["a.js", "c/b.js"], ["c.js"]],
    ["*.[ch]", ["a.c", "b/a.h"], ["a.cc", "a.d"]],
    ["a?c", ["abc", "x/aéc"], ["ac", "abbc"]],
    ["!a", ["!a"], ["a"]],
    ["#a", ["#a"], ["a"]],
    ["Dist", ["Dist/a"], ["dist/a"]],
    ["é ü", ["é ü/a", "b/é ü"], ["é"]],
  ];
  for (const [pattern, out, kept] of table)
    it(`“${pattern}” leaves out ${out.join(", ")}${kept.length > 0 ? ` and not ${kept.join(", ")}` : ""}`, () => {
      const given = { exclude: [pattern] };
      for (const path of out) assert.ok(isOut(path, given), `${path} is out`);
      for (const path of kept) assert.ok(!isOut(path, given), `${path} is in`);
    });

  it("each pattern counts, whatever the others say", () => {
    const given = { exclude: ["dist", "*.log", "/a"] };
    for (const path of ["dist/x", "b.log", "a/b"])
      assert.ok(isOut(path, given), path);
    assert.ok(!isOut("b/a", given));
  });

  it("a pattern that is too long is refused by name", () => {
    const error = errorOf(
      () => rulesOf({ exclude: [`a/${"x".repeat(100_000)}`] }),
      "bad-input",
    );
    assert.ok(error.message.includes("a/xxx"), error.message);
    assert.ok(error.message.length < 300, "shows only the beginning");
  });
});

describe("include patterns", () => {
  it("may say where they begin", () => {
    const given = { exclude: ["**"], include: ["./keep.log", "./a/b"] };
    for (const path of ["keep.log", "a/b/c"]) assert.ok(!isOut(path, given));
    for (const path of ["x/keep.log", "x/a/b/c", "other"])
      assert.ok(isOut(path, given), path);
  });

  it("win over exclude patterns and over gitignore rules", () => {
    const given = { exclude: ["*.log"], include: ["keep.log", "/a/b.tmp"] };
    const gitignores = { ".gitignore": "*.tmp\nkeep.log\n" };
    assert.ok(!isOut("keep.log", given, gitignores));
    assert.ok(!isOut("deep/keep.log", given, gitignores));
    assert.ok(!isOut("a/b.tmp", given, gitignores));
    assert.ok(isOut("other.log", given, gitignores));
    assert.ok(isOut("b.tmp", given, gitignores));
  });

  const verdictOf = (path: string, given: Partial<RuleSettings>) =>
    rulesOf(given).verdict(path, true, null);

  it("an excluded folder is looked into when an included path leads through it", () => {
    const given = { exclude: ["dist"], include: ["dist/a/progress.json"] };
    assert.equal(verdictOf("dist", given), "look-inside");
    assert.equal(verdictOf("other/dist", given), "ignore");
    assert.equal(verdictOf("src", given), "take");
    assert.ok(!isOut("dist/a/progress.json", given));
    assert.ok(isOut("dist/a/other.json", given));
    assert.ok(isOut("dist/progress.json", given));
  });

  it("a gitignored folder is looked into as well, and nothing else in it is taken", () => {
    const gitignores = { ".gitignore": "out/\n" };
    const given = { include: ["out/keep/**", "out/*.md"] };
    assert.ok(!isOut("out/keep/a", given, gitignores));
    assert.ok(!isOut("out/keep/deep/b", given, gitignores));
    assert.ok(!isOut("out/readme.md", given, gitignores));
    assert.ok(isOut("out/a", given, gitignores));
    assert.ok(isOut("out/deep/readme.md", given, gitignores));
  });

  it("a pattern that may match anywhere does not open ignored folders", () => {
    const given = { exclude: ["node_modules"], include: ["**/notes.md"] };
    assert.equal(verdictOf("node_modules", given), "ignore");
    assert.ok(isOut("node_modules/a/notes.md", given));
    assert.ok(!isOut("a/notes.md", given));
  });

  it("a folder that is included itself is taken whole", () => {
    const given = { exclude: ["dist"], include: ["/dist"] };
    assert.equal(verdictOf("dist", given), "take");
    assert.equal(verdictOf("a/dist", given), "ignore");
    assert.ok(!isOut("dist/a", given));
  });
});

describe("gitignore rules and settings", () => {
  const gitignores = {
    ".gitignore": "*.log\n!keep.log\n",
    "src/.gitignore": "!a.log\nkeep.log\n",
    "src/deep/.gitignore": "a.log\n!a.log\na.log\n",
  };

  it("the rules nearest to the file decide, and in a file the later line", () => {
    const out = (path: string) => isOut(path, {}, gitignores);
    assert.ok(out("a.log"));
    assert.ok(!out("keep.log"));
    assert.ok(!out("src/a.log"));
    assert.ok(out("src/keep.log"));
    assert.ok(out("src/b.log"), "nothing nearer speaks of it");
    assert.ok(out("src/deep/a.log"));
    assert.ok(!out("other/keep.log"));
  });

  it("say nothing when gitignore files are not respected", () => {
    for (const path of ["a.log", "src/keep.log", "src/deep/a.log"])
      assert.ok(!isOut(path, { respectGitignore: false }, gitignores), path);
    const given = { respectGitignore: false, exclude: ["a.log"] };
    assert.ok(isOut("a.log", given, gitignores));
  });

  it("a gitignore file cannot bring back what a setting excludes", () => {
    const given = { exclude: ["secret"] };
    assert.ok(isOut("secret", given, { ".gitignore": "!secret\n" }));
  });

  it("files whose names begin with a dot are taken like others", () => {
    for (const path of [".env", ".github/workflows/a.yml", ".gitignore"])
      assert.ok(!isOut(path, defaultSettings), path);
  });
});

describe("what no rule can bring in", () => {
  const never = [
    ".git",
    ".git/config",
    "sub/.git/HEAD",
    ".GIT/config",
    ".hg/store",
    ".svn/entries",
    ".jj/repo",
    ".bzr/x",
    "_darcs/x",
    "a/.checkpoint-0abc9-12.tmp",
    ".checkpoint-0abc9b-0.tmp",
  ];
  for (const path of never)
    it(`${path} is never taken, not even when it is included`, () => {
      const include = ["**", path, path.split("/")[0]!, ".git/**"];
      assert.ok(isOut(path, { include }));
      assert.ok(isOut(path, { include }, { ".gitignore": "!*\n!.git\n" }));
    });

  it("names that only look alike are taken", () => {
    for (const path of [
      ".gitattributes",
      ".github/x",
      "git/config",
      "x.git/config",
      ".checkpoint-notes.tmp",
      ".checkpoint-a-b.tmp",
      "a.checkpoint-0abc9-12.tmp",
    ])
      assert.ok(!isOut(path, {}), path);
  });
});
