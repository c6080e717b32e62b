import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import type { Disk } from "../../../src/base/disk";
import type { CheckpointError } from "../../../src/engine/model/errors";
import type { PathEnd } from "../../../src/engine/model/problems";
import { errorOf, errorOfAsync } from "../../helpers/history";
import { quickDisk } from "../../helpers/quickDisk";
import type { TempWorkspace } from "../../helpers/tempWorkspace";
import { workspaceForEach } from "../../helpers/tempWorkspace";
import { errno } from "../workspace/watchedDisk";

describe("a store that cannot be used", () => {
  const makeWorkspace = workspaceForEach();

  /** A disk on which nothing can be created below a folder. */
  function closedDisk(folder: string, code: string): Disk {
    const guard = (at: string) => {
      if (at.startsWith(folder + path.sep)) throw errno(code);
    };
    return {
      ...quickDisk,
      open: (at, flags, mode) => {
        if (flags !== "r") guard(at);
        return quickDisk.open(at, flags, mode);
      },
      makeFolder: (at, mode) => (guard(at), quickDisk.makeFolder(at, mode)),
    };
  }

  const opening = (workspace: TempWorkspace, options = {}) =>
    errorOfAsync(() => workspace.open(options), "io");

  function says(
    error: CheckpointError,
    errno: string,
    end: PathEnd,
    folder: string,
  ): void {
    assert.equal(error.problem, "store-unreachable");
    assert.deepEqual(error.data, { path: folder, errno, end });
  }

  it("is not writable: names the folder and what to do", async () => {
    const workspace = makeWorkspace({ a: "1" });
    (await workspace.open()).close();
    for (const code of ["EACCES", "EROFS"]) {
      const disk = closedDisk(workspace.storeDir, code);
      const engine = await workspace.open({ disk });
      says(
        errorOf(() => engine.checkpoint(), "io"),
        code,
        "missing",
        workspace.storeDir,
      );
    }
  });

  it("cannot be created: names the existing folder above it", async () => {
    const workspace = makeWorkspace({ a: "1" });
    const disk = closedDisk(workspace.base, "EACCES");
    says(
      await opening(workspace, { disk }),
      "EACCES",
      "missing",
      workspace.base,
    );
  });

  it("cannot be entered: reports that", async () => {
    const workspace = makeWorkspace({ a: "1" });
    (await workspace.open()).close();
    const guard = (at: string) => {
      if (at.startsWith(workspace.storeDir + path.sep)) throw errno("EACCES");
    };
    const disk: Disk = {
      ...quickDisk,
      lstat: (at) => (guard(at), quickDisk.lstat(at)),
      readFile: (at) => (guard(at), quickDisk.readFile(at)),
    };
    says(
      await opening(workspace, { disk }),
      "EACCES",
      "closed",
      workspace.storeDir,
    );
  });

  it("has a file in its place, above it, or inside", async () => {
    for (const place of ["..", ".", "journal"]) {
      const workspace = makeWorkspace({ a: "1" });
      const file = path.join(workspace.storeDir, place);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, "");
      const error = await opening(workspace);
      says(error, String(error.data["errno"]), "file", file);
      assert.equal(fs.readFileSync(file, "utf8"), "");
    }
  });

  it("is behind a dangling symlink", async () => {
    const workspace = makeWorkspace({ a: "1" });
    const link = path.dirname(workspace.storeDir);
    fs.symlinkSync(path.join(workspace.base, "unplugged"), link);
    says(await opening(workspace), "ENOENT", "link", link);
  });

  it("disappeared while it was open, together with its parent folder", async () => {
    const workspace = makeWorkspace({ a: "1" });
    const engine = await workspace.open();
    const above = path.dirname(workspace.storeDir);
    fs.rmSync(above, { recursive: true });
    says(
      errorOf(() => engine.checkpoint(), "io"),
      "ENOENT",
      "missing",
      above,
    );
  });
});
