import assert from "node:assert/strict";
import fs from "node:fs";
import { IgnoredFolders } from "../../src/host/ignored";
import { asSomebody } from "../helpers/asSomebody";
import { workspaceForEach } from "../helpers/tempWorkspace";
import {
  workspaceFolder,
  workspacePath,
} from "../../src/engine/model/workspacePath";

describe("ignored folders", () => {
  const workspace = workspaceForEach();

  it("are those matched by the settings or any .gitignore, and everything below them", () => {
    const work = workspace({
      ".gitignore": "/build/\n",
      "src/.gitignore": "gen\n",
      "src/gen/deep/x": "",
      "build/x": "",
      "node_modules/m/x": "",
    });
    const ignored = new IgnoredFolders(work.root, {});
    for (const folder of ["build", "src/gen", "src/gen/deep", "node_modules/m"])
      assert.equal(ignored.has(workspacePath(folder)), true, folder);
    for (const folder of ["", "src", "src/build"])
      assert.equal(ignored.has(workspaceFolder(folder)), false, folder);
  });

  it("do not include parents of something included", () => {
    const work = workspace({ ".gitignore": "dist\n", "dist/keep.json": "" });
    const ignored = new IgnoredFolders(work.root, {
      include: ["dist/keep.json"],
    });
    assert.equal(ignored.has(workspacePath("dist")), false);
    assert.deepEqual(ignored.list(), []);
  });

  it("are listed without any below an unreadable folder", function () {
    if (process.platform === "win32") this.skip();
    const work = workspace({
      ".gitignore": "build/\n",
      "data/deep/x": "",
      "data/build/x": "",
      "src/build/x": "",
    });
    fs.chmodSync(work.base, 0o755);
    fs.chmodSync(work.at("data"), 0);
    const listed = asSomebody(() => new IgnoredFolders(work.root, {}).list());
    fs.chmodSync(work.at("data"), 0o700);
    assert.deepEqual(listed, ["src/build"]);
  });
});
