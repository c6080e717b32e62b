import assert from "node:assert/strict";
import {
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

  it("is known in every case, on every platform", () => {
    for (const platform of ["linux", "darwin", "win32"] as const) {
      check(everywhere, platform, true);
      check(others, platform, false);
    }
  });

  it("is known by what the platform takes for it, and only there", () => {
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
});
