import assert from "node:assert/strict";
import type { Disk, DiskStat } from "../../src/base/disk";
import type { Engine } from "../../src/engine/api";
import { SYMLINK } from "../../src/engine/model/version";
import { exportOf } from "../../src/exchange/exportOf";
import { FileModes, portableMode } from "../../src/engine/workspace/modes";
import { orphanLocks } from "../helpers/crash";
import { restore, undo } from "../helpers/history";
import { quickDisk } from "../helpers/quickDisk";
import { TempWorkspace } from "../helpers/tempWorkspace";
import type { Tree } from "../helpers/tree";
import { assertSameTree } from "../helpers/tree";

interface Kind {
  what: string;
  /** The bits that every file has. */
  shown: number;
  /** What the platform or the file system reports before anything was tried. */
  isKnown: boolean;
  chmod: "refused" | "forgotten";
}

const KINDS: readonly Kind[] = [
  { what: "as on Windows", shown: 0o666, isKnown: true, chmod: "forgotten" },
  { what: "as on FAT", shown: 0o755, isKnown: true, chmod: "refused" },
  { what: "as on exFAT", shown: 0o777, isKnown: false, chmod: "forgotten" },
  { what: "as on a share", shown: 0o755, isKnown: false, chmod: "refused" },
];

function modelessDisk({ shown, isKnown, chmod }: Kind): Disk {
  const seen = <T extends DiskStat | null>(stat: T): T =>
    stat?.kind === "file" ? { ...stat, mode: shown } : stat;
  return {
    ...quickDisk,
    lstat: (path) => seen(quickDisk.lstat(path)),
    stat: (fd) => seen(quickDisk.stat(fd)),
    keepsModes: () => !isKnown,
    chmod() {
      if (chmod === "refused")
        throw Object.assign(new Error("no"), { code: "EPERM" });
    },
  };
}

/** Modes imported in an archive from a disk that stores them. */
const IMPORTED = { plain: 0o644, script: 0o755, secret: 0o600 };

for (const kind of KINDS)
  describe(`a disk without modes, ${kind.what}`, () => {
    const made: TempWorkspace[] = [];
    afterEach(() => made.splice(0).forEach((one) => one.dispose()));

    const start = async (changes: Partial<Disk> = {}) => {
      const workspace = new TempWorkspace({ plain: "same", script: "mine" });
      made.push(workspace);
      const disk = { ...modelessDisk(kind), ...changes };
      const engine = await workspace.open({ disk });
      engine.checkpoint();
      engine.importState(
        Object.entries(IMPORTED).map(([path, mode]) => ({
          path,
          mode,
          read: () => Buffer.from(path === "plain" ? "same" : `new ${path}`),
        })),
        { name: "imported" },
      );
      return { workspace, engine, disk };
    };

    const contents = (tree: Tree) =>
      new Map(
        [...tree].map(([path, { bytes }]) => [path, { mode: "", bytes }]),
      );

    const modesAt = (engine: Engine, ref: string) =>
      Object.fromEntries(engine.files(ref).map((f) => [f.path, f.mode]));

    it("restores an imported checkpoint, and keeps its modes from then on", async () => {
      const { workspace, engine, disk } = await start();
      const before = contents(workspace.tree());
      restore(engine, { to: "imported" });
      assert.equal(workspace.text("script"), "new script");
      const modes = { plain: "644", script: "755", secret: "600" };
      assert.deepEqual(modesAt(engine, "now"), modes);
      const { writes, deletes } = engine.planRestore({ to: "imported" });
      assert.deepEqual([...writes, ...deletes], []);
      assert.deepEqual(engine.diff("imported", "workspace").modified, []);
      undo(engine);
      assertSameTree(contents(workspace.tree()), before);
      const next = await workspace.reopen(engine, { disk });
      restore(next, { to: "imported" });
      workspace.write("script", "worked on");
      next.capture();
      assert.equal(modesAt(next, "now")["script"], "755");
      const { entries } = exportOf(next, "now");
      const exported = new Map(entries.map(({ path, mode }) => [path, mode]));
      for (const [path, mode] of Object.entries(IMPORTED))
        assert.equal(exported.get(path), mode, path);
    });

    if (kind.isKnown)
      it("records no meaningless mode", async () => {
        const { engine } = await start();
        const { modified } = engine.diff("imported", "workspace");
        assert.deepEqual(
          modified.map(({ path, mode }) => [path, mode?.from, mode?.to]),
          [["script", "755", "644"]],
        );
        assert.equal(modesAt(engine, "#0")["plain"], "644");
      });

    for (const isKilled of [false, true])
      it(`leaves everything as before or as planned if a restore ${isKilled ? "is interrupted" : "fails"}`, async () => {
        for (let at = 1, isOver = false; !isOver; at++) {
          const failing = failingAt(modelessDisk(kind), isKilled);
          const { workspace, engine } = await start(failing.disk);
          const before = contents(workspace.tree());
          const plan = engine.planRestore({ to: "imported" });
          failing.inside(workspace.root, at);
          try {
            const { applied, isHalfDone } = engine.applyRestore(plan);
            assert.equal(applied, !failing.hasFailed);
            assert.equal(isHalfDone, undefined);
          } catch (error) {
            assert.ok(isKilled && failing.hasFailed, String(error));
          }
          isOver = !failing.hasFailed;
          orphanLocks(workspace.storeDir);
          await workspace.open({ disk: modelessDisk(kind) });
          const now = contents(workspace.tree());
          if (workspace.text("script") === "mine")
            assertSameTree(now, before, `change ${at}`);
          else {
            assert.ok(isKilled || isOver);
            assert.equal(workspace.text("script"), "new script");
            assert.equal(workspace.text("secret"), "new secret");
          }
        }
      });
  });

/**
 * A disk on which a change inside a folder fails, optionally with all later ones.
 */
function failingAt(whole: Disk, isKilled: boolean) {
  let left = Infinity;
  let inside = "";
  const failing = {
    hasFailed: false,
    inside(root: string, at: number) {
      inside = root;
      left = at;
    },
    disk: { ...whole },
  };
  const checked = (path: string) => {
    const isDead = failing.hasFailed && isKilled;
    if (!isDead && (!path.startsWith(inside + "/") || --left !== 0)) return;
    failing.hasFailed = true;
    throw Object.assign(new Error("no"), { code: "EIO" });
  };
  failing.disk.rename = (from, to) => {
    checked(to);
    whole.rename(from, to);
  };
  failing.disk.unlink = (path) => {
    checked(path);
    whole.unlink(path);
  };
  failing.disk.open = (path, flags, mode) => {
    if (flags !== "r" && typeof flags === "string") checked(path);
    return whole.open(path, flags, mode);
  };
  failing.disk.write = (fd, bytes) => {
    checked("");
    whole.write(fd, bytes);
  };
  return failing;
}

describe("the mode of a file on a disk that stores none", () => {
  const modes = new FileModes({ ...quickDisk, keepsModes: () => false }, "/");
  const table: [shown: number, known: number | undefined, mode: number][] = [
    [0o666, undefined, 0o644],
    [0o666, 0o755, 0o755],
    [0o444, 0o755, 0o555],
    [0o444, undefined, 0o444],
    [0o666, 0o444, 0o644],
    [0o777, SYMLINK, 0o644],
    [SYMLINK, 0o644, SYMLINK],
  ];
  for (const [shown, known, mode] of table)
    it(`shown as ${shown.toString(8)}, known as ${known?.toString(8) ?? "nothing"}: ${mode.toString(8)}`, () => {
      assert.equal(modes.of(shown, known), mode);
    });

  it("is the disk's if it stores modes", () => {
    const kept = new FileModes({ ...quickDisk, keepsModes: () => true }, "/");
    assert.equal(kept.of(0o600, 0o755), 0o600);
    kept.wereLost();
    assert.equal(kept.of(0o600, 0o755), 0o755);
  });

  it("is exported from Windows as 644, and unchanged elsewhere", () => {
    assert.equal(portableMode(0o666, "win32"), 0o644);
    assert.equal(portableMode(0o444, "win32"), 0o444);
    assert.equal(portableMode(0o666, "linux"), 0o666);
  });
});
