import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import type { Disk } from "../../../src/base/disk";
import type { CheckpointError } from "../../../src/engine/model/errors";
import { errorOf, errorOfAsync } from "../../helpers/history";
import { quickDisk } from "../../helpers/quickDisk";
import type { TempWorkspace } from "../../helpers/tempWorkspace";
import { workspaceForEach } from "../../helpers/tempWorkspace";
import { errno } from "../workspace/watchedDisk";

describe("a store that cannot be used", () => {
  const makeWorkspace = workspaceForEach();

  /** A disk on which nothing can be made below a folder. */
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

  function says(error: CheckpointError, what: RegExp, folder: string): void {
    assert.match(error.message, what);
    assert.ok(error.message.includes(folder), error.message);
    assert.equal(error.data["path"], folder);
    assert.match(error.hint ?? "", /checkpoint\.storagePath.*--store/);
  }

  it("may not be written: names the folder and what to do", async () => {
    const workspace = makeWorkspace({ a: "1" });
    (await workspace.open()).close();
    for (const [code, words] of [
      ["EACCES", /may not write to/],
      ["EROFS", /read-only disk/],
    ] as const) {
      const disk = closedDisk(workspace.storeDir, code);
      const engine = await workspace.open({ disk });
      says(
        errorOf(() => engine.checkpoint(), "io"),
        words,
        workspace.storeDir,
      );
    }
  });

  it("may not be made: names the folder above it that is there", async () => {
    const workspace = makeWorkspace({ a: "1" });
    const disk = closedDisk(workspace.base, "EACCES");
    says(
      await opening(workspace, { disk }),
      /may not write to/,
      workspace.base,
    );
  });

  it("may not be entered: says so", async () => {
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
      /may not enter/,
      workspace.storeDir,
    );
  });

  it("has a file in its place, or above it, or inside", async () => {
    for (const place of ["..", ".", "journal"]) {
      const workspace = makeWorkspace({ a: "1" });
      const file = path.join(workspace.storeDir, place);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, "");
      says(await opening(workspace), /is a file, where a folder/, file);
      assert.equal(fs.readFileSync(file, "utf8"), "");
    }
  });

  it("is behind a link that leads to nothing", async () => {
    const workspace = makeWorkspace({ a: "1" });
    const link = path.dirname(workspace.storeDir);
    fs.symlinkSync(path.join(workspace.base, "unplugged"), link);
    says(await opening(workspace), /link that leads to nothing/, link);
  });

  it("vanished while it was open", async () => {
    const workspace = makeWorkspace({ a: "1" });
    const engine = await workspace.open();
    fs.rmSync(workspace.storeDir, { recursive: true });
    const above = path.dirname(workspace.storeDir);
    says(
      errorOf(() => engine.checkpoint(), "io"),
      /is gone/,
      above,
    );
  });
});
