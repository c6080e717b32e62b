import assert from "node:assert/strict";
import type { Engine, RevertRequest } from "../../src/engine/api";
import { errorOf } from "../helpers/history";
import { TempWorkspace } from "../helpers/tempWorkspace";

describe("revert when a file or folder is in the way", () => {
  let workspace: TempWorkspace;
  let engine: Engine;
  beforeEach(async () => {
    workspace = new TempWorkspace({
      "folder/inner.txt": "inner\n",
      "file.txt": "file\n",
      "other.txt": "other\n",
    });
    engine = await workspace.open();
    engine.checkpoint({ name: "start" });
  });
  afterEach(() => workspace.dispose());

  function paths(request: RevertRequest): string[] {
    return engine.planRevert(request).conflicts.map(({ path }) => path);
  }

  function apply(request: RevertRequest): void {
    const { plan, conflicts } = engine.planRevert(request);
    assert.deepEqual(conflicts, []);
    assert.deepEqual(engine.applyRestore(plan.id).failures, []);
  }

  function fileForFolder() {
    workspace.remove("folder/inner.txt");
    workspace.write("other.txt", "changed\n");
    engine.checkpoint({ name: "deleted" });
    workspace.remove("folder");
    workspace.write("folder", "a file now\n");
  }

  function folderForFile() {
    workspace.remove("file.txt");
    engine.checkpoint({ name: "deleted" });
    workspace.write("file.txt/mine.txt", "a folder now\n");
  }

  it("conflicts if a file is at the path of its folder", () => {
    fileForFolder();
    assert.deepEqual(paths({ ref: "deleted" }), ["folder/inner.txt"]);
  });

  it("conflicts if a folder is at the path of the file", () => {
    folderForFile();
    assert.deepEqual(paths({ ref: "deleted" }), ["file.txt"]);
  });

  it("reverts the rest once that is resolved with ours", () => {
    fileForFolder();
    apply({ ref: "deleted", resolve: { "folder/inner.txt": "ours" } });
    assert.equal(workspace.text("other.txt"), "other\n");
    assert.equal(workspace.text("folder"), "a file now\n");
  });

  for (const [make, path, why] of [
    [fileForFolder, "folder/inner.txt", "file-above"],
    [folderForFile, "file.txt", "folder"],
  ] as const)
    it(`says what to move away if ${path} should be restored anyway`, () => {
      make();
      const before = workspace.tree();
      const resolve = { [path]: "theirs" as const };
      const error = errorOf(
        () => engine.planRevert({ ref: "deleted", resolve }),
        "bad-input",
      );
      assert.equal(error.problem, "cannot-come-back");
      assert.deepEqual(
        [error.data["path"], error.data["obstacle"]],
        [path, why],
      );
      assert.deepEqual(workspace.tree(), before);
    });

  it("a folder that replaced a file is removed, and the file restored", () => {
    workspace.remove("file.txt");
    workspace.write("file.txt/made.txt", "made\n");
    engine.checkpoint({ name: "turned" });
    apply({ ref: "turned" });
    assert.equal(workspace.text("file.txt"), "file\n");
  });

  it("a file that replaced a folder is removed, and its files restored", () => {
    workspace.remove("folder");
    workspace.write("folder", "a file\n");
    engine.checkpoint({ name: "turned" });
    apply({ ref: "turned" });
    assert.equal(workspace.text("folder/inner.txt"), "inner\n");
  });

  it("a renamed file that has since become a link is a conflict, as in git", () => {
    workspace.rename("file.txt", "moved.txt");
    engine.checkpoint({ name: "renamed" });
    workspace.remove("moved.txt");
    workspace.link("moved.txt", "other.txt");
    assert.deepEqual(paths({ ref: "renamed" }), ["file.txt"]);
    apply({ ref: "renamed", resolve: { "file.txt": "theirs" } });
    assert.equal(workspace.text("file.txt"), "file\n");
    assert.ok(!workspace.exists("moved.txt"));
  });
});
