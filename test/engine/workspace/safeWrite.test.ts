import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import type { Disk } from "../../../src/base/disk";
import { SYMLINK } from "../../../src/engine/model/version";
import { FileModes } from "../../../src/engine/workspace/modes";
import { SafeWriter } from "../../../src/engine/workspace/safeWrite";
import { errorOf } from "../../helpers/history";
import { quickDisk } from "../../helpers/quickDisk";
import type { TempWorkspace } from "../../helpers/tempWorkspace";
import { workspaceForEach } from "../../helpers/tempWorkspace";
import { assertSameTree, treeOf } from "../../helpers/tree";
import { workspacePath } from "../../../src/engine/model/workspacePath";

const TEMP = ".checkpoint-0-0.tmp";
const bytes = Buffer.from("restored");

describe("the only writer of a user's files", () => {
  const makeWorkspace = workspaceForEach();
  const writerOf = (workspace: TempWorkspace, changes: Partial<Disk> = {}) => {
    const disk = { ...quickDisk, ...changes };
    const modes = new FileModes(disk, workspace.root);
    return new SafeWriter(disk, workspace.root, modes);
  };

  it("writes, places and removes nothing in a version control folder or a store", () => {
    const workspace = makeWorkspace({
      ".git/config": "git's",
      "kept/format.json": '{"format":1,"store":"other","root":"/x"}',
      "kept/journal/1.log": "CKJ1",
      [TEMP]: "new",
    });
    const writer = writerOf(workspace);
    const before = workspace.tree();
    const inGit = [".git/config", "sub/.git/x", ".GIT/config"];
    const inStore = ["kept/format.json", "kept/journal/1.log", "kept/lock"];
    for (const name of [...inGit, ...inStore, TEMP]) {
      errorOf(
        () => writer.stage(workspacePath(name), TEMP, bytes, 0o644),
        "bad-path",
      );
      errorOf(
        () => writer.place(workspacePath(TEMP), workspacePath(name)),
        "bad-path",
      );
      errorOf(() => writer.remove(workspacePath(name)), "bad-path");
    }
    assertSameTree(workspace.tree(), before);
  });

  it("never writes through a symlink", () => {
    const workspace = makeWorkspace({ [TEMP]: "new" });
    const outside = path.join(workspace.base, "outside");
    fs.mkdirSync(path.join(outside, "empty"), { recursive: true });
    for (const name of ["file", TEMP])
      fs.writeFileSync(path.join(outside, name), "theirs");
    workspace.link("link", outside);
    const writer = writerOf(workspace);
    const theirs = treeOf(outside);
    for (const name of ["link/file", "link/new", "link/sub/new"]) {
      errorOf(
        () => writer.place(workspacePath(TEMP), workspacePath(name)),
        "io",
      );
      errorOf(() => writer.remove(workspacePath(name)), "io");
    }
    writer.discard(workspacePath("link/" + TEMP));
    assert.equal(writer.removeIfEmpty(workspacePath("link/empty")), false);
    assert.equal(writer.removeIfEmpty(workspacePath("link")), false);
    // A temporary file goes to a folder whose path has no symlink.
    const staged = writer.stage(
      workspacePath("link/file"),
      ".checkpoint-0-1.tmp",
      bytes,
      0o644,
    );
    assert.equal(staged.temp, ".checkpoint-0-1.tmp");
    assertSameTree(treeOf(outside), theirs);
    const names = [TEMP, "empty", "file"];
    assert.deepEqual(fs.readdirSync(outside).sort(), names);
    assert.ok(workspace.exists("link") && workspace.exists(TEMP));
  });

  for (const isLink of [false, true])
    it(`does not use a name that exists, whether as a ${isLink ? "link" : "file"}`, () => {
      const workspace = makeWorkspace({ theirs: "theirs" });
      if (isLink) workspace.link(TEMP, "theirs");
      else workspace.write(TEMP, "theirs");
      const before = workspace.tree();
      const writer = writerOf(workspace);
      for (const mode of [0o644, SYMLINK])
        assert.throws(
          () => writer.stage(workspacePath("a"), TEMP, bytes, mode),
          {
            code: "EEXIST",
          },
        );
      assertSameTree(workspace.tree(), before);
    });

  const broken = () => {
    throw Object.assign(new Error("full"), { code: "ENOSPC" });
  };
  const badDisks: Record<string, [disk: Partial<Disk>, mode?: number]> = {
    "is full": [{ write: broken }],
    "drops bytes": [
      { write: (fd, given) => quickDisk.write(fd, given.subarray(1)) },
    ],
    "adds bytes": [
      {
        write: (fd, given) =>
          quickDisk.write(fd, Buffer.concat([given, Buffer.from("x")])),
      },
    ],
    "turns bytes": [
      {
        write: (fd, given) =>
          quickDisk.write(
            fd,
            given.map((n) => n ^ 1),
          ),
      },
    ],
    "turns links": [
      { symlink: (_, at) => quickDisk.symlink(Buffer.from("else"), at) },
      SYMLINK,
    ],
  };
  for (const [what, [disk, mode = 0o644]] of Object.entries(badDisks))
    it(`stages nothing that is not written correctly, and leaves nothing: a disk that ${what}`, () => {
      const workspace = makeWorkspace({ a: "1" });
      const before = workspace.tree();
      const writer = writerOf(workspace, disk);
      assert.throws(() => writer.stage(workspacePath("a"), TEMP, bytes, mode));
      assertSameTree(workspace.tree(), before);
    });

  it("never lets others read a private file while it is written", () => {
    const workspace = makeWorkspace();
    const modes: number[] = [];
    const writer = writerOf(workspace, {
      open(at, flags, mode) {
        modes.push(mode!);
        return quickDisk.open(at, flags, mode);
      },
    });
    writer.stage(workspacePath("a"), TEMP, bytes, 0o400);
    assert.deepEqual(modes, [0o600]);
    assert.equal(fs.statSync(workspace.at(TEMP)).mode & 0o777, 0o400);
  });

  it("creates the folders it needs, and accepts that a file is already gone", () => {
    const workspace = makeWorkspace({ [TEMP]: "new" });
    const writer = writerOf(workspace);
    writer.place(workspacePath(TEMP), workspacePath("deep/er/a"));
    assert.equal(workspace.text("deep/er/a"), "new");
    writer.remove(workspacePath("deep/er/a"));
    writer.remove(workspacePath("deep/er/a"));
    assert.equal(workspace.exists("deep/er/a"), false);
    assert.equal(writer.removeIfEmpty(workspacePath("deep")), false);
    assert.equal(writer.removeIfEmpty(workspacePath("deep/er")), true);
    assert.equal(writer.removeIfEmpty(""), false);
  });
});
