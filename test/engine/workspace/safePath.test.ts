import assert from "node:assert/strict";
import fs from "node:fs";
import type { Disk } from "../../../src/base/disk";
import { realDisk } from "../../../src/base/realDisk";
import { workspacePath } from "../../../src/engine/model/workspacePath";
import { lstatInside } from "../../../src/engine/workspace/safePath";
import { workspaceForEach } from "../../helpers/tempWorkspace";
import { errno } from "./watchedDisk";

describe("the stat of a path inside the folder", () => {
  const makeWorkspace = workspaceForEach();

  const start = () => {
    const workspace = makeWorkspace({ "dir/file": "text", other: "text" });
    fs.symlinkSync("dir", workspace.at("link"));
    fs.symlinkSync("dir/file", workspace.at("toFile"));
    return workspace;
  };
  const kindOf = (disk: Disk, root: string, path: string) =>
    lstatInside(disk, root, workspacePath(path))?.kind;

  it("is null behind a link, and where nothing is", () => {
    const { root } = start();
    const cases = [
      ...[
        ["dir", "folder"],
        ["dir/file", "file"],
        ["toFile", "symlink"],
        ["link", "symlink"],
      ],
      ...["link/file", "link/none", "none", "dir/none", "none/none"],
      ...["other/none", "toFile/none"],
    ].map((one) => (typeof one === "string" ? [one, undefined] : one));
    for (const [path, kind] of cases)
      assert.equal(kindOf(realDisk, root, path!), kind, path);
  });

  it("is null behind a link into a folder that cannot be entered, where only the link is ours", () => {
    const { root } = start();
    const closed: Disk = {
      ...realDisk,
      lstat(path) {
        if (/\/(dir|link)\/./.test(path)) throw errno("EACCES");
        return realDisk.lstat(path);
      },
    };
    assert.equal(kindOf(closed, root, "link/file"), undefined);
    assert.throws(() => kindOf(closed, root, "dir/file"), { code: "EACCES" });
  });
});
