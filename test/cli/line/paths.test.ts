import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import {
  fromWorkspacePath,
  toScope,
  toWorkspaceGlob,
  toWorkspacePath,
} from "../../../src/cli/line/paths";
import { CheckpointError } from "../../../src/engine/model/errors";
import { workspaceForEach } from "../../helpers/tempWorkspace";

describe("path arguments", () => {
  const workspace = workspaceForEach();
  const code = (given: string, root: string, cwd = root) => {
    try {
      return toWorkspacePath(given, root, cwd);
    } catch (error) {
      return CheckpointError.from(error).code;
    }
  };

  it("are relative to the current directory inside the workspace", () => {
    const { root } = workspace({ "src/a": "" });
    const src = path.join(root, "src");
    assert.equal(toWorkspacePath("a", root, src), "src/a");
    assert.equal(toWorkspacePath("../b", root, src), "b");
    assert.equal(toWorkspacePath("./c/", root, src), "src/c");
    assert.equal(toWorkspacePath(".", root, root), "");
    assert.equal(toWorkspacePath(path.join(root, "x"), root, src), "x");
  });

  it("are relative to the workspace from anywhere else", () => {
    const { root, base } = workspace();
    assert.equal(toWorkspacePath("a/b", root, base), "a/b");
  });

  it("are printed as they would be typed", () => {
    const { root, base } = workspace({ "src/a": "" });
    const src = path.join(root, "src");
    for (const cwd of [root, src, base])
      for (const known of ["src/a", "b", "src", ""]) {
        const said = fromWorkspacePath(known, root, cwd);
        assert.equal(toWorkspacePath(said, root, cwd), known);
      }
    assert.equal(fromWorkspacePath("src/a", root, src), "a");
    assert.equal(fromWorkspacePath("b", root, src), "../b");
    assert.equal(fromWorkspacePath("src", root, src), ".");
  });

  it("may be globs, also relative to the current directory", () => {
    const { root, base } = workspace({ "a[b]/c": "" });
    const at = (...names: string[]) => path.join(root, ...names);
    assert.equal(toWorkspaceGlob("*.ts", root, root), "*.ts");
    assert.equal(toWorkspaceGlob("./x/**", root, root), "x/**");
    assert.equal(toWorkspaceGlob("*.ts", root, base), "*.ts");
    // As at the root, a bare name matches at any depth.
    assert.equal(toWorkspaceGlob("*", root, at("a[b]")), "a\\[b\\]/**/*");
    assert.equal(toWorkspaceGlob("./*", root, at("a[b]")), "a\\[b\\]/*");
    assert.equal(toWorkspaceGlob("../*.md", root, at("a[b]")), "*.md");
    assert.throws(() => toWorkspaceGlob("../*", root, root), {
      code: "bad-path",
    });
  });

  it("cannot lead out of the workspace", () => {
    const { root, base } = workspace();
    for (const given of ["..", "../x", "a/../../x", "/etc/passwd", base])
      assert.equal(code(given, root), "bad-path", given);
    assert.equal(code(`${root}-other/x`, root), "bad-path");
    assert.equal(code("", root), "bad-path");
  });

  it("may come through a link to the workspace", () => {
    const { root, base } = workspace({ "a/b": "" });
    const link = path.join(base, "link");
    fs.symlinkSync(root, link);
    assert.equal(toWorkspacePath(path.join(link, "a/b"), root, root), "a/b");
    assert.equal(toWorkspacePath(path.join(link, "gone"), root, root), "gone");
  });

  it("mean the recorded path even if a link is there now", () => {
    const work = workspace();
    work.link("dir", "/etc");
    assert.equal(
      toWorkspacePath("dir/passwd", work.root, work.root),
      "dir/passwd",
    );
  });

  it("form a scope, which is everything if one of them is the workspace", () => {
    const { root } = workspace();
    assert.equal(toScope(null, root, root), undefined);
    assert.equal(toScope([], root, root), undefined);
    assert.deepEqual(toScope(["a", "b", "./a"], root, root), ["a", "b"]);
    assert.equal(toScope(["a", "."], root, root), undefined);
  });
});
