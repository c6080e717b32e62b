import assert from "node:assert/strict";
import { defaultSettings } from "../../../src/engine/model/settings";
import { GitignoreChain } from "../../../src/engine/workspace/gitignoreChain";
import type { RuleSettings } from "../../../src/engine/workspace/rules";
import { isPathIgnored, Rules } from "../../../src/engine/workspace/rules";
import {
  nothingTracked,
  TrackedPaths,
} from "../../../src/engine/workspace/tracked";
import { errorOf } from "../../helpers/history";
import { workspacePath } from "../../../src/engine/model/workspacePath";

const rulesOf = (given: Partial<RuleSettings>) =>
  new Rules({ ...defaultSettings, exclude: [], ...given });

/** True if a file is not recorded under the settings and `.gitignore` texts. */
function isOut(
  path: string,
  given: Partial<RuleSettings>,
  gitignores: Record<string, string> = {},
  tracked: string[] = [],
): boolean {
  const chain = new GitignoreChain((file) => gitignores[file] ?? null);
  return isPathIgnored(
    rulesOf(given),
    workspacePath(path),
    (folder) => chain.of(folder),
    new TrackedPaths(tracked),
  );
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
    it(`“${pattern}” excludes ${out.join(", ")}${kept.length > 0 ? ` and not ${kept.join(", ")}` : ""}`, () => {
      const given = { exclude: [pattern] };
      for (const path of out) assert.ok(isOut(path, given), `${path} is out`);
      for (const path of kept) assert.ok(!isOut(path, given), `${path} is in`);
    });

  it("every pattern applies, whatever the others say", () => {
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
    const pattern = String(error.data["pattern"]);
    assert.match(pattern, /^a\/xxx/);
    assert.ok(pattern.length <= 100, "only the beginning");
  });
});

describe("include patterns", () => {
  it("may start with a folder", () => {
    const given = { exclude: ["**"], include: ["./keep.log", "./a/b"] };
    for (const path of ["keep.log", "a/b/c"]) assert.ok(!isOut(path, given));
    for (const path of ["x/keep.log", "x/a/b/c", "other"])
      assert.ok(isOut(path, given), path);
  });

  it("take precedence over exclude patterns and gitignore rules", () => {
    const given = { exclude: ["*.log"], include: ["keep.log", "/a/b.tmp"] };
    const gitignores = { ".gitignore": "*.tmp\nkeep.log\n" };
    assert.ok(!isOut("keep.log", given, gitignores));
    assert.ok(!isOut("deep/keep.log", given, gitignores));
    assert.ok(!isOut("a/b.tmp", given, gitignores));
    assert.ok(isOut("other.log", given, gitignores));
    assert.ok(isOut("b.tmp", given, gitignores));
  });

  const insideOf = (path: string, given: Partial<RuleSettings>) =>
    rulesOf(given).below(path, "all", null, nothingTracked);

  it("an excluded folder is entered if an included path leads through it", () => {
    const given = { exclude: ["dist"], include: ["dist/a/progress.json"] };
    assert.equal(insideOf("dist", given), "included");
    assert.equal(insideOf("other/dist", given), null);
    assert.equal(insideOf("src", given), "all");
    assert.ok(!isOut("dist/a/progress.json", given));
    assert.ok(isOut("dist/a/other.json", given));
    assert.ok(isOut("dist/progress.json", given));
  });

  it("a gitignored folder is entered as well, and nothing else in it is recorded", () => {
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
    assert.equal(insideOf("node_modules", given), null);
    assert.ok(isOut("node_modules/a/notes.md", given));
    assert.ok(!isOut("a/notes.md", given));
  });

  it("a folder that is itself included is recorded completely", () => {
    const given = { exclude: ["dist"], include: ["/dist"] };
    assert.equal(insideOf("dist", given), "all");
    assert.equal(insideOf("a/dist", given), null);
    assert.ok(!isOut("dist/a", given));
  });
});

describe("what git tracks", () => {
  const gitignores = { ".gitignore": "*.log\nout/\nlib/\n" };
  const tracked = ["a.log", "out/deep/x.js", "out/a.log", "lib/sub/"];
  const isLeftOut = (path: string, given: Partial<RuleSettings> = {}) =>
    isOut(path, given, gitignores, tracked);

  it("is recorded although a rule matches it or a folder above it, and nothing else is", () => {
    assert.ok(!isLeftOut("a.log"));
    assert.ok(!isLeftOut("out/deep/x.js"));
    assert.ok(!isLeftOut("out/a.log"));
    assert.ok(isLeftOut("b.log"));
    assert.ok(isLeftOut("out/deep/y.js"));
    assert.ok(isLeftOut("out/other/x.js"));
    assert.ok(isLeftOut("out/x.js"));
  });

  it("a submodule is recorded completely, except for what its own rules ignore", () => {
    assert.ok(!isLeftOut("lib/sub/a.c"));
    assert.ok(!isLeftOut("lib/sub/deep/a.c"));
    assert.ok(isLeftOut("lib/sub/a.log"));
    assert.ok(isLeftOut("lib/other/a.c"));
  });

  it("our own exclude setting still takes precedence, for files and folders", () => {
    assert.ok(isLeftOut("a.log", { exclude: ["*.log"] }));
    assert.ok(isLeftOut("out/deep/x.js", { exclude: ["out"] }));
    assert.ok(isLeftOut("out/deep/x.js", { exclude: ["deep"] }));
    assert.ok(isLeftOut("lib/sub/a.c", { exclude: ["sub"] }));
    const given = { exclude: ["out"], include: ["out/keep.js"] };
    assert.ok(!isLeftOut("out/keep.js", given));
    assert.ok(isLeftOut("out/deep/x.js", given));
  });

  it("combines with what is included", () => {
    const given = { include: ["out/keep.js"] };
    assert.ok(!isLeftOut("out/keep.js", given));
    assert.ok(!isLeftOut("out/deep/x.js", given));
    assert.ok(isLeftOut("out/deep/y.js", given));
  });

  it("opens no ignored folder for an include that may match anywhere", () => {
    assert.ok(isLeftOut("out/deep/y.js", { include: ["y.js"] }));
  });

  it("brings in nothing of version control's own data", () => {
    assert.ok(isOut("out/.git/config", {}, gitignores, ["out/.git/config"]));
  });
});

describe("gitignore rules and settings", () => {
  const gitignores = {
    ".gitignore": "*.log\n!keep.log\n",
    "src/.gitignore": "!a.log\nkeep.log\n",
    "src/deep/.gitignore": "a.log\n!a.log\na.log\n",
  };

  it("the rules nearest to the file decide, and within a file the later line", () => {
    const out = (path: string) => isOut(path, {}, gitignores);
    assert.ok(out("a.log"));
    assert.ok(!out("keep.log"));
    assert.ok(!out("src/a.log"));
    assert.ok(out("src/keep.log"));
    assert.ok(out("src/b.log"), "nothing nearer speaks of it");
    assert.ok(out("src/deep/a.log"));
    assert.ok(!out("other/keep.log"));
  });

  it("have no effect if gitignore files are not respected", () => {
    for (const path of ["a.log", "src/keep.log", "src/deep/a.log"])
      assert.ok(!isOut(path, { respectGitignore: false }, gitignores), path);
    const given = { respectGitignore: false, exclude: ["a.log"] };
    assert.ok(isOut("a.log", given, gitignores));
  });

  it("a gitignore file cannot re-include what a setting excludes", () => {
    const given = { exclude: ["secret"] };
    assert.ok(isOut("secret", given, { ".gitignore": "!secret\n" }));
  });

  it("files whose names start with a dot are recorded like others", () => {
    for (const path of [".env", ".github/workflows/a.yml", ".gitignore"])
      assert.ok(!isOut(path, defaultSettings), path);
  });
});

describe("what no rule can include", () => {
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
    it(`${path} is never recorded, not even if it is included`, () => {
      const include = ["**", path, path.split("/")[0]!, ".git/**"];
      assert.ok(isOut(path, { include }));
      assert.ok(isOut(path, { include }, { ".gitignore": "!*\n!.git\n" }));
    });

  it("names that only look similar are recorded", () => {
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
