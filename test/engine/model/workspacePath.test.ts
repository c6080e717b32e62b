import assert from "node:assert/strict";
import {
  isProtectedPath,
  isRecordable,
  isVcsName,
  isWorkspacePath,
} from "../../../src/engine/model/workspacePath";

describe("the name of a version control folder", () => {
  const everywhere = [".git", ".GIT", ".Hg", ".svn", ".jj", ".bzr", "_darcs"];
  const windows = [".git.", ".git ", ".git . .", "GIT~1", "git~2", "HG~1"];
  const mac = [".g\u200cit", "\ufeff.git", ".\u206aGIT"];
  const others = [".github", ".gitignore", "git", "git~", "a~1", ".git~1"];
  const check = (names: string[], platform: NodeJS.Platform, is: boolean) => {
    for (const name of names)
      assert.equal(isVcsName(name, platform), is, `${name} on ${platform}`);
  };

  it("is recognised in any case, on every platform", () => {
    for (const platform of ["linux", "darwin", "win32"] as const) {
      check(everywhere, platform, true);
      check(others, platform, false);
    }
  });

  it("is recognised in the platform's own variants, and only there", () => {
    check(windows, "win32", true);
    check(windows, "linux", false);
    check(mac, "darwin", true);
    check(mac, "linux", false);
  });
});

describe("a workspace path", () => {
  it("never leads out of the folder", () => {
    for (const path of ["..", "../a", "a/../b", "/a", "a//b", "a/", ".", ""])
      assert.ok(!isWorkspacePath(path), path);
    assert.ok(!isWorkspacePath("a\0b"));
    for (const path of ["a", "a/b", "..a", "a..", "...", " "])
      assert.ok(isWorkspacePath(path), path);
  });

  it("can be recorded if it is valid and not part of version control or our own data", () => {
    const parts = [
      ...["", ".", "..", "a", "b.c", ".git", ".GIT", ".gitignore", "_darcs"],
      ...["_x", "GIT~1", "a\0", "a\nb", "é", "a\\b", "c:", " ", "\u200c.git"],
      ".checkpoint-1m7m12qabtxxwtbgmw-3.tmp",
    ];
    const paths = [
      ...parts,
      ...parts.flatMap((one) => parts.map((two) => `${one}/${two}`)),
      ...parts.flatMap((one) => parts.map((two) => `x/${one}/${two}/y`)),
    ];
    for (const path of paths)
      assert.equal(
        isRecordable(path),
        isWorkspacePath(path) && !isProtectedPath(path),
        JSON.stringify(path),
      );
    assert.ok(isRecordable("x".repeat(4097)), "though it is skipped");
    assert.ok(!isRecordable(5));
  });
});
