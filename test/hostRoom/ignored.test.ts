import assert from "node:assert/strict";
import { IgnoredFolders } from "../../src/host/ignored";
import { workspaceForEach } from "../helpers/tempWorkspace";

describe("ignored folders", () => {
  const workspace = workspaceForEach();

  it("are those of the settings and of every .gitignore, and all below them", () => {
    const work = workspace({
      ".gitignore": "/build/\n",
      "src/.gitignore": "gen\n",
      "src/gen/deep/x": "",
      "build/x": "",
      "node_modules/m/x": "",
    });
    const ignored = new IgnoredFolders(work.root, {});
    for (const folder of ["build", "src/gen", "src/gen/deep", "node_modules/m"])
      assert.equal(ignored.has(folder), true, folder);
    for (const folder of ["", "src", "src/build"])
      assert.equal(ignored.has(folder), false, folder);
  });

  it("leave out those on the way to something included", () => {
    const work = workspace({ ".gitignore": "dist\n", "dist/keep.json": "" });
    const ignored = new IgnoredFolders(work.root, {
      include: ["dist/keep.json"],
    });
    assert.equal(ignored.has("dist"), false);
    assert.deepEqual(ignored.list(), []);
  });
});
