import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import type { Disk } from "../../../src/base/disk";
import { SYMLINK } from "../../../src/engine/model/version";
import { SafeWriter } from "../../../src/engine/workspace/safeWrite";
import { errorOf } from "../../helpers/history";
import { quickDisk } from "../../helpers/quickDisk";
import type { TempWorkspace } from "../../helpers/tempWorkspace";
import { workspaceForEach } from "../../helpers/tempWorkspace";
import { assertSameTree, treeOf } from "../../helpers/tree";

const TEMP = ".checkpoint-0-0.tmp";
const bytes = Buffer.from("restored");

describe("the one writer of a user's files", () => {
  const makeWorkspace = workspaceForEach();
  const writerOf = (workspace: TempWorkspace, disk: Partial<Disk> = {}) =>
    new SafeWriter({ ...quickDisk, ...disk }, workspace.root);

  it("writes, places and removes nothing in a version control folder", () => {
    const workspace = makeWorkspace({ ".git/config": "git's", [TEMP]: "new" });
    const writer = writerOf(workspace);
    const before = workspace.tree();
    for (const name of [".git/config", "sub/.git/x", ".GIT/config", TEMP]) {
      errorOf(() => writer.stage(name, TEMP, bytes, 0o644), "bad-path");
      errorOf(() => writer.place(TEMP, name), "bad-path");
      errorOf(() => writer.remove(name), "bad-path");
    }
    assertSameTree(workspace.tree(), before);
  });

  it("goes behind no link", () => {
    const workspace = makeWorkspace({ [TEMP]: "new" });
    const outside = path.join(workspace.base, "outside");
    fs.mkdirSync(path.join(outside, "empty"), { recursive: true });
    for (const name of ["file", TEMP])
      fs.writeFileSync(path.join(outside, name), "theirs");
    workspace.link("link", outside);
    const writer = writerOf(workspace);
    const theirs = treeOf(outside);
    for (const name of ["link/file", "link/new", "link/sub/new"]) {
      errorOf(() => writer.place(TEMP, name), "io");
      errorOf(() => writer.remove(name), "io");
    }
    writer.discard("link/" + TEMP);
    assert.equal(writer.removeIfEmpty("link/empty"), false);
    assert.equal(writer.removeIfEmpty("link"), false);
    // A temporary file goes to where its way is still our own.
    const staged = writer.stage(
      "link/file",
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
    it(`takes no name that is taken, be it by a ${isLink ? "link" : "file"}`, () => {
      const workspace = makeWorkspace({ theirs: "theirs" });
      if (isLink) workspace.link(TEMP, "theirs");
      else workspace.write(TEMP, "theirs");
      const before = workspace.tree();
      const writer = writerOf(workspace);
      for (const mode of [0o644, SYMLINK])
        assert.throws(() => writer.stage("a", TEMP, bytes, mode), {
          code: "EEXIST",
        });
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
    "forgets modes": [{ chmod: () => {} }, 0o444],
    "turns links": [
      { symlink: (_, at) => quickDisk.symlink(Buffer.from("else"), at) },
      SYMLINK,
    ],
  };
  for (const [what, [disk, mode = 0o644]] of Object.entries(badDisks))
    it(`stages nothing that is not as it was, and leaves nothing: a disk that ${what}`, () => {
      const workspace = makeWorkspace({ a: "1" });
      const before = workspace.tree();
      const writer = writerOf(workspace, disk);
      assert.throws(() => writer.stage("a", TEMP, bytes, mode));
      assertSameTree(workspace.tree(), before);
    });

  it("shows what only its owner may read to nobody while it is written", () => {
    const workspace = makeWorkspace();
    const modes: number[] = [];
    const writer = writerOf(workspace, {
      open(at, flags, mode) {
        modes.push(mode!);
        return quickDisk.open(at, flags, mode);
      },
    });
    writer.stage("a", TEMP, bytes, 0o400);
    assert.deepEqual(modes, [0o600]);
    assert.equal(fs.statSync(workspace.at(TEMP)).mode & 0o777, 0o400);
  });

  it("makes the folders it needs, and is content with what is gone", () => {
    const workspace = makeWorkspace({ [TEMP]: "new" });
    const writer = writerOf(workspace);
    writer.place(TEMP, "deep/er/a");
    assert.equal(workspace.text("deep/er/a"), "new");
    writer.remove("deep/er/a");
    writer.remove("deep/er/a");
    assert.equal(workspace.exists("deep/er/a"), false);
    assert.equal(writer.removeIfEmpty("deep"), false);
    assert.equal(writer.removeIfEmpty("deep/er"), true);
    assert.equal(writer.removeIfEmpty(""), false);
  });
});
