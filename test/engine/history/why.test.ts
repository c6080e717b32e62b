import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { trackIn } from "../../helpers/gitIndex";
import { workspaceForEach } from "../../helpers/tempWorkspace";

describe("why a file is recorded or not", () => {
  const makeWorkspace = workspaceForEach();

  const start = async (
    files: Record<string, string>,
    settings: {
      exclude?: string[];
      include?: string[];
      maxFileSizeBytes?: number;
    } = {},
  ) => {
    const workspace = makeWorkspace(files);
    const engine = await workspace.open({
      settings: { exclude: [], ...settings },
    });
    return { workspace, engine };
  };

  it("names the same file, line and pattern as git", async () => {
    const files: Record<string, string> = {
      ".gitignore": "# first\n\n*.log\nout/\n!keep.log\n/top\n  spaced\n",
      "src/.gitignore": "gen\r\n*.tmp\r\n!*.log\r\n",
      "top/x": "x",
      "a.log": "x",
      "keep.log": "x",
      "out/deep/x": "x",
      "src/a.log": "x",
      "src/gen/x": "x",
      "src/a.tmp": "x",
      "src/out/x": "x",
      "x/deep/.gitignore": "**/b\n",
      "x/deep/a/b": "x",
      "by-exclude.txt": "x",
      plain: "x",
    };
    const { workspace, engine } = await start(files);
    const { root } = workspace;
    assert.equal(spawnSync("git", ["init", "-q"], { cwd: root }).status, 0);
    fs.writeFileSync(path.join(root, ".git/info/exclude"), "# ours\nby-*\n");
    engine.capture();
    for (const name of Object.keys(files)) {
      const args = ["check-ignore", "--no-index", "-v", "-z", "--stdin"];
      const { stdout } = spawnSync("git", args, {
        cwd: root,
        encoding: "utf8",
        input: name,
      });
      const [file, line, pattern] = stdout.split("\0");
      const isIgnored = pattern !== undefined && !pattern.startsWith("!");
      const { recorded, reason, rule } = engine.why(name);
      assert.equal(recorded, !isIgnored, name);
      if (!isIgnored) continue;
      assert.equal(reason, "gitignore", name);
      const at = path.relative(root, path.resolve(root, rule!.file!));
      assert.deepEqual(
        [at, String(rule!.line), rule!.pattern],
        [file, line, pattern],
        name,
      );
    }
  });

  it("names the setting that excludes it, and the folder it matches", async () => {
    const { engine } = await start(
      { "a/node_modules/x/y.js": "x", "b.bak": "x" },
      { exclude: ["**/node_modules/**", "*.bak"] },
    );
    engine.capture();
    assert.deepEqual(engine.why("a/node_modules/x/y.js"), {
      path: "a/node_modules/x/y.js",
      recorded: false,
      reason: "exclude",
      matched: "a/node_modules",
      rule: { file: null, line: null, pattern: "**/node_modules/**" },
    });
    assert.equal(engine.why("b.bak").rule?.pattern, "*.bak");
  });

  it("reports that git tracks it, or that it is included, although a rule matches", async () => {
    const { workspace, engine } = await start(
      {
        ".gitignore": "*.log\nout/\n",
        "a.log": "x",
        "out/x": "x",
        "out/y": "y",
        "keep.log": "x",
      },
      { include: ["keep.log"] },
    );
    trackIn(workspace.root, ["a.log", "out/x"]);
    engine.capture();
    const of = (name: string) => {
      const { recorded, reason, matched, rule } = engine.why(name);
      return [recorded, reason, matched, rule?.file, rule?.line, rule?.pattern];
    };
    assert.deepEqual(of("a.log"), [
      true,
      "tracked",
      "a.log",
      ".gitignore",
      1,
      "*.log",
    ]);
    assert.deepEqual(of("out/x"), [
      true,
      "tracked",
      "out",
      ".gitignore",
      2,
      "out/",
    ]);
    assert.deepEqual(of("out/y"), [
      false,
      "gitignore",
      "out",
      ".gitignore",
      2,
      "out/",
    ]);
    assert.deepEqual(of("keep.log"), [
      true,
      "included",
      "keep.log",
      ".gitignore",
      1,
      "*.log",
    ]);
  });

  it("reports every other reason for which a file is not recorded", async () => {
    const { workspace, engine } = await start(
      { large: "x".repeat(2000), ".git/HEAD": "x", plain: "x" },
      { maxFileSizeBytes: 1000 },
    );
    workspace.link("link", "elsewhere");
    workspace.link("folder", "..");
    engine.capture();
    workspace.write("new", "x");
    const reasons = [
      "large",
      ".git/HEAD",
      "plain",
      "link",
      "folder/x",
      "none",
      "new",
    ].map((name) => engine.why(name).reason);
    assert.deepEqual(reasons, [
      "too-large",
      "version-control",
      "recorded",
      "recorded",
      "behind-link",
      "absent",
      "not-yet",
    ]);
  });
});
