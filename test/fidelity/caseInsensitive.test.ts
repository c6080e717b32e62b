import assert from "node:assert/strict";
import type { Engine } from "../../src/engine/api";
import { orphanLocks } from "../helpers/crash";
import { errorOf, redo, restore, stateAt, undo } from "../helpers/history";
import { roundTrip } from "../helpers/roundTrip";
import type { Tree } from "../helpers/tree";
import { assertSameTree } from "../helpers/tree";
import { caselessDisk, CaselessWorkspace } from "./caselessDisk";

const KINDS = [
  ["", false, false],
  [", and keeps the spelling of a file that is replaced", true, false],
  [", and gives each spelling another inode", false, true],
  [", keeps the spelling, and gives each another inode", true, true],
] as const;

for (const [kind, keepsSpelling, hasOtherInodes] of KINDS)
  describe(`a case-insensitive disk${kind}`, () => {
    const made: CaselessWorkspace[] = [];
    const makeWorkspace = (files: Record<string, string>) => {
      const workspace = new CaselessWorkspace(
        keepsSpelling,
        hasOtherInodes,
        files,
      );
      made.push(workspace);
      return workspace;
    };
    afterEach(() => {
      for (const workspace of made.splice(0)) workspace.dispose();
    });

    it("restores a file whose name changed only in case", async () => {
      const workspace = makeWorkspace({ "Read.me": "text", "sub/B": "b" });
      await roundTrip(workspace, () => {
        workspace.rename("Read.me", "README");
        workspace.rename("README", "read.ME");
        workspace.rename("sub/B", "sub/b");
      });
    });

    it("restores one whose content changed as well", async () => {
      const workspace = makeWorkspace({ A: "old", keep: "k" });
      await roundTrip(workspace, () => {
        workspace.rename("A", "a");
        workspace.write("a", "new");
      });
    });

    it("restores a link whose name changed only in case", async () => {
      const workspace = makeWorkspace({ file: "f" });
      workspace.link("Link", "file");
      await roundTrip(workspace, () => workspace.rename("Link", "LINK"));
    });

    it("restores a name with a different Unicode normalization", async () => {
      const workspace = makeWorkspace({ "\u00e9": "composed" });
      await roundTrip(workspace, () => workspace.rename("\u00e9", "e\u0301"));
    });

    it("reports a case-only rename as a rename, not as a released file", async () => {
      const workspace = makeWorkspace({ A: "text", keep: "k" });
      const engine = await workspace.open();
      engine.checkpoint();
      workspace.rename("A", "a");
      const { filesChanged } = engine.checkpoint();
      assert.deepEqual(filesChanged, { added: 1, modified: 0, deleted: 1 });
      assert.deepEqual([...stateAt(engine, "1").keys()], ["a", "keep"]);
    });

    it("records a file under the disk's spelling if it is reported under another", async () => {
      const names = ["Src/a", "Src/1", "1", "\u00e9", "\uac00"];
      const files = Object.fromEntries(names.map((name) => [name, "1"]));
      const workspace = makeWorkspace(files);
      const engine = await workspace.open();
      engine.checkpoint();
      for (const name of names) workspace.write(name, "2");
      const paths = ["sRC/A", "sRC/1", "1", "e\u0301", "\u1100\u1161"];
      const { recorded } = engine.capture({ paths });
      assert.deepEqual(recorded.modified.sort(), names.sort());
      assert.deepEqual([...stateAt(engine, "now").keys()], names);
    });

    it("loses no file of a folder whose name changed only in case", async () => {
      const workspace = makeWorkspace({
        "Src/x": "1",
        "Src/Deep/y": "2",
        z: "3",
      });
      const engine = await workspace.open();
      engine.checkpoint();
      const before = folded(workspace.tree());
      workspace.rename("Src", "src");
      engine.checkpoint();
      for (const step of [
        () => restore(engine, { to: "0" }),
        () => undo(engine),
        () => redo(engine),
        () => restore(engine, { to: "1" }),
        () => restore(engine, { to: "0", paths: ["Src/x"] }),
      ]) {
        step();
        assertSameTree(folded(workspace.tree()), before);
        engine.checkpoint();
        assertSameTree(folded(stateAt(engine, "latest")), before, "the record");
      }
    });

    it("undoes a restore into a folder whose name changed only in case", async () => {
      const workspace = makeWorkspace({ "Src/x": "1", "Src/y": "1" });
      const engine = await workspace.open();
      engine.checkpoint();
      workspace.rename("Src", "src");
      workspace.remove("src/x");
      workspace.remove("src/y");
      workspace.write("src/Y", "2");
      backAndForth(workspace, engine);
    });

    it("replaces a file with a folder spelled differently, and back", async () => {
      const workspace = makeWorkspace({ "Src/x": "1", keep: "k" });
      const engine = await workspace.open();
      engine.checkpoint();
      workspace.remove("Src");
      workspace.write("src", "a file now");
      backAndForth(workspace, engine);
    });

    /**
     * Restores, undoes and redoes; each time everything is as before, apart from
     * case.
     */
    const backAndForth = (workspace: CaselessWorkspace, engine: Engine) => {
      const then = folded(stateAt(engine, "0"));
      const before = folded(workspace.tree());
      restore(engine, { to: "0" });
      assertSameTree(folded(workspace.tree()), then, "the restored folder");
      undo(engine);
      assertSameTree(folded(workspace.tree()), before, "the folder undone");
      redo(engine);
      assertSameTree(folded(workspace.tree()), then, "the folder redone");
    };

    for (const what of ["an error", "a lasting error", "a kill"] as const)
      it(`restores all or nothing in such a folder if stopped by ${what}`, async () => {
        for (let at = 1, isOver = false; !isOver; at++) {
          const workspace = makeWorkspace({ "Src/x": "1", "Src/y": "1" });
          const failing = failingDisk(workspace.root, what === "an error");
          const engine = await workspace.open({ disk: failing.disk });
          engine.checkpoint();
          const then = folded(workspace.tree());
          workspace.rename("Src", "src");
          workspace.remove("src/x");
          workspace.write("src/y", "2");
          workspace.write("src/z", "2");
          const before = folded(workspace.tree());
          const plan = engine.planRestore({ to: "0" });
          failing.left = at;
          failing.isDeadly = what === "a kill";
          let isDone: boolean | undefined;
          try {
            isDone = engine.applyRestore(plan).applied;
          } catch (error) {
            assert.ok(failing.isDead, String(error));
          }
          isOver = !failing.hasFailed;
          failing.left = Infinity;
          orphanLocks(workspace.storeDir);
          await workspace.open();
          const now = folded(workspace.tree());
          // After a kill, the next process that opens the history decides.
          isDone ??= now.get("src/y")?.bytes.toString() === "1";
          assertSameTree(now, isDone ? then : before, `at ${at}`);
        }
      });

    /**
     * A disk on which one change to the workspace fails, optionally with all later
     * ones.
     */
    const failingDisk = (root: string, isOnce: boolean) => {
      const whole = caselessDisk(root, keepsSpelling, hasOtherInodes);
      const failing = {
        left: Infinity,
        hasFailed: false,
        isDeadly: false,
        isDead: false,
        disk: whole,
      };
      const fail = () => Object.assign(new Error("no"), { code: "EIO" });
      const use = () => {
        if (failing.isDead) throw fail();
      };
      const change = (path: string) => {
        use();
        if (!path.startsWith(root) || --failing.left > 0) return;
        if (isOnce) failing.left = Infinity;
        failing.hasFailed = true;
        failing.isDead = failing.isDeadly;
        throw fail();
      };
      failing.disk = {
        ...whole,
        rename(from, to) {
          change(to);
          whole.rename(from, to);
        },
        unlink(path) {
          change(path);
          whole.unlink(path);
        },
        removeFolder(path) {
          change(path);
          whole.removeFolder(path);
        },
        open(path, flags, mode) {
          use();
          return whole.open(path, flags, mode);
        },
        write(fd, bytes) {
          use();
          whole.write(fd, bytes);
        },
      };
      return failing;
    };

    it("restores a single file under its old name", async () => {
      const workspace = makeWorkspace({ A: "old", keep: "k" });
      const engine = await workspace.open();
      engine.checkpoint();
      workspace.rename("A", "a");
      workspace.write("a", "new");
      const { guard } = restore(engine, { to: "0", paths: ["A"] });
      assert.deepEqual([...workspace.tree().keys()].sort(), ["A", "keep"]);
      assert.equal(workspace.text("A"), "old");
      assert.equal(text(engine.read(`#${guard!.number}`, "a")), "new");
      undo(engine);
      assert.equal(workspace.text("a"), "new");
    });

    for (const [what, paths] of [
      ["file", ["SRC/B", "A"]],
      ["folder", ["SRC", "A"]],
    ] as const)
      it(`restores a ${what} that is given under its current spelling`, async () => {
        const workspace = makeWorkspace({ a: "old", "src/b": "old", c: "old" });
        const engine = await workspace.open();
        engine.checkpoint();
        const then = folded(workspace.tree());
        workspace.rename("src", "SRC");
        workspace.rename("SRC/b", "SRC/B");
        workspace.rename("a", "A");
        workspace.write("A", "new");
        workspace.write("SRC/B", "new");
        const before = folded(workspace.tree());
        restore(engine, { to: "0", paths });
        assertSameTree(folded(workspace.tree()), then);
        // The same file is not recorded under both names.
        assertSameTree(folded(stateAt(engine, "now")), then, "the record");
        assert.equal(stateAt(engine, "now").size, 3);
        undo(engine);
        assertSameTree(folded(workspace.tree()), before);
      });

    for (const many of [1, 12])
      it(`handles non-ASCII letters and SQL wildcards: ${many}`, async () => {
        const names = Array.from(
          { length: many },
          (_, n) => `${n}\u00c9_%e\u0301`,
        );
        const workspace = makeWorkspace(
          Object.fromEntries(names.map((name) => [name, "old"])),
        );
        const engine = await workspace.open();
        engine.checkpoint();
        const paths = names.map((_, n) => `${n}e\u0301_%\u00e9`);
        names.forEach((name, n) => workspace.rename(name, paths[n]!));
        for (const path of paths) workspace.write(path, "new");
        engine.capture();
        restore(engine, { to: "0", paths });
        for (const name of names) assert.equal(workspace.text(name), "old");
        assert.equal(workspace.tree().size, many);
      });

    it("keeps a file in the guard that is ignored under the other spelling", async () => {
      const workspace = makeWorkspace({ A: "old", keep: "k" });
      const engine = await workspace.open();
      engine.checkpoint();
      workspace.rename("A", "a");
      workspace.write("a", "mine");
      engine.configure({ exclude: ["a"] });
      const { guard } = restore(engine, { to: "0" });
      assert.equal(workspace.text("A"), "old");
      assert.equal(text(engine.read(`#${guard!.number}`, "a")), "mine");
      undo(engine);
      assert.equal(workspace.text("a"), "mine");
    });

    it("records a deletion that is reported under another spelling", async () => {
      const workspace = makeWorkspace({
        "Src/x": "1",
        "Src/Deep/y": "2",
        "Src/z": "3",
        "Src/.gitignore": "w",
        "Src/w": "4",
      });
      const engine = await workspace.open();
      engine.checkpoint();
      workspace.rename("Src", "src");
      engine.checkpoint();
      workspace.remove("src/x");
      workspace.remove("src/Deep");
      workspace.remove("src/.gitignore");
      // By the name of the file, of a folder, or of an existing folder above.
      engine.capture({ paths: ["Src/x", "Src/Deep/y", "Src/.gitignore"] });
      engine.checkpoint({ capture: false });
      assertSameTree(stateAt(engine, "latest"), workspace.tree(), "the record");
      workspace.remove("src/z");
      engine.capture({ paths: ["SRC"] });
      engine.checkpoint({ capture: false });
      assertSameTree(stateAt(engine, "latest"), workspace.tree(), "the record");
    });

    it("does not record one file twice", async () => {
      const workspace = makeWorkspace({ a: "text", "sub/b": "b" });
      const engine = await workspace.open();
      engine.checkpoint();
      workspace.write("a", "changed");
      workspace.write("sub/b", "changed");
      // An editor may have opened it under another spelling; the watcher reports
      // the real one.
      engine.capture({ paths: ["A", "SUB/b"] });
      engine.capture({ paths: ["SUB", "a"] });
      engine.checkpoint({ capture: false });
      assertSameTree(stateAt(engine, "latest"), workspace.tree(), "the record");
    });

    it("refuses a state that it cannot represent, and stays unchanged", async () => {
      const workspace = makeWorkspace({ keep: "k" });
      const engine = await workspace.open();
      const file = (path: string) => ({
        path,
        mode: 0o644,
        read: () => Buffer.from(path),
      });
      engine.importState([file("A"), file("a"), file("other")]);
      const before = workspace.tree();
      errorOf(() => restore(engine, { to: "0" }), "plan-changed");
      assertSameTree(workspace.tree(), before);
      restore(engine, { to: "0", paths: ["A", "other"] });
      assert.equal(workspace.text("A"), "A");
      // One of the two already exists, and the other does not replace it.
      const { plan } = restore(engine, { to: "0" });
      assert.deepEqual(plan.leftAlone, [{ path: "a", reason: "blocked" }]);
      assert.equal(workspace.text("A"), "A");
    });
  });

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();

function folded(tree: Tree): Tree {
  const lower: Tree = new Map();
  for (const [name, entry] of tree) {
    assert.ok(!lower.has(name.toLowerCase()), `${name} is there twice`);
    lower.set(name.toLowerCase(), entry);
  }
  return lower;
}
