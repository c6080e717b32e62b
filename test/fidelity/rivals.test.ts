import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { realDisk } from "../../src/base/realDisk";
import { errorOf, errorOfAsync, restore, undo } from "../helpers/history";
import { quickDisk } from "../helpers/quickDisk";
import { workspaceForEach } from "../helpers/tempWorkspace";
import { assertSameTree, treeOf } from "../helpers/tree";

/** Each of these destroyed somebody's work in another tool. */
describe("what a restore must never do", () => {
  const makeWorkspace = workspaceForEach();

  it("restore deletes only files that the history shows were created after the target", async () => {
    const workspace = makeWorkspace({ "project/a": "a" });
    const engine = await workspace.open({
      settings: { exclude: ["unrelated"] },
    });
    engine.checkpoint();
    workspace.write("unrelated/work", "never recorded");
    workspace.write("project/b", "made since");
    const { plan } = restore(engine, { to: "0" });
    assert.deepEqual(
      plan.deletes.map((op) => op.path),
      ["project/b"],
    );
    assert.equal(workspace.text("unrelated/work"), "never recorded");
  });

  it("a file without a stored copy is left alone", async () => {
    const workspace = makeWorkspace({ a: "a" });
    const engine = await workspace.open({ settings: { maxFileSizeBytes: 10 } });
    engine.checkpoint();
    workspace.write("output.bin", "x".repeat(1000));
    fs.symlinkSync("a", workspace.at("fine"));
    const { plan } = restore(engine, { to: "0" });
    assert.deepEqual(
      plan.deletes.map((op) => op.path),
      ["fine"],
    );
    assert.equal(workspace.read("output.bin").length, 1000);
  });

  it("restoring an older .gitignore does not widen what is deleted", async () => {
    const workspace = makeWorkspace({ a: "a" });
    const engine = await workspace.open();
    engine.checkpoint();
    workspace.write(".gitignore", "secret/\n");
    workspace.write("secret/key", "protected by the new rules");
    engine.checkpoint();
    restore(engine, { to: "0" });
    assert.ok(!workspace.exists(".gitignore"));
    assert.equal(workspace.text("secret/key"), "protected by the new rules");
    const { plan } = restore(engine, { to: "0" });
    assert.deepEqual(plan.deletes, []);
    assert.equal(workspace.text("secret/key"), "protected by the new rules");
  });

  it("a history is never applied to another folder", async () => {
    const workspace = makeWorkspace({ a: "a" });
    const engine = await workspace.open();
    engine.checkpoint();
    engine.close();
    const other = path.join(workspace.base, "other");
    fs.mkdirSync(other);
    fs.writeFileSync(path.join(other, "b"), "theirs");
    const error = await errorOfAsync(
      () => workspace.open({ root: other }),
      "wrong-root",
    );
    assert.equal(error.data["recorded"], workspace.root);
    fs.rmSync(path.join(workspace.storeDir, "format.json"));
    await errorOfAsync(() => workspace.open({ root: other }), "wrong-root");
    assert.equal(fs.readFileSync(path.join(other, "b"), "utf8"), "theirs");
  });

  it("a moved folder keeps its history once it is adopted", async () => {
    const workspace = makeWorkspace({ a: "a" });
    const engine = await workspace.open();
    engine.checkpoint();
    engine.close();
    const moved = path.join(workspace.base, "moved");
    fs.renameSync(workspace.root, moved);
    await errorOfAsync(() => workspace.open({ root: moved }), "wrong-root");
    const adopted = await workspace.open({ root: moved, adopt: true });
    assert.equal(adopted.list().total, 1);
    adopted.close();
    const again = await workspace.open({ root: moved });
    assert.equal(again.list().total, 1);
  });

  it("nothing is deleted before everything is written, and a failed write is rolled back", async () => {
    const workspace = makeWorkspace({ a: "a", "sub/b": "b" });
    const calls: string[] = [];
    const nameOf = (file: string) =>
      path.relative(workspace.root, file).replaceAll(path.sep, "/");
    let fails = false;
    const engine = await workspace.open({
      disk: {
        ...quickDisk,
        rename(from, to) {
          if (fails && to.endsWith("/sub/b"))
            throw Object.assign(new Error("no space"), { code: "ENOSPC" });
          calls.push(`rename ${nameOf(to)}`);
          realDisk.rename(from, to);
        },
        unlink(file) {
          calls.push(`unlink ${nameOf(file)}`);
          realDisk.unlink(file);
        },
      },
    });
    engine.checkpoint();
    workspace.write("a", "changed");
    workspace.write("sub/b", "changed");
    workspace.write("new", "made since");
    const before = workspace.tree();
    fails = true;
    const failed = engine.applyRestore(engine.planRestore({ to: "0" }).id);
    assert.equal(failed.applied, false);
    assert.deepEqual(
      failed.failures.map((failure) => [failure.path, failure.code]),
      [["sub/b", "disk-full"]],
    );
    assertSameTree(workspace.tree(), before, "the folder after the failure");
    errorOf(() => engine.planUndo(), "nothing-to-undo");
    fails = false;
    calls.length = 0;
    restore(engine, { to: "0" });
    const inside = calls.filter((call) => !call.includes(".."));
    const order = ["rename a", "rename sub/b", "unlink new"];
    assert.deepEqual(
      inside.filter((call) => order.includes(call)),
      order,
    );
  });

  it("no .git folder is ever written, renamed or entered", async () => {
    const workspace = makeWorkspace({
      ".git/HEAD": "ref: refs/heads/main\n",
      "lib/.git/HEAD": "ref: refs/heads/main\n",
      "lib/a": "a",
    });
    const touched: string[] = [];
    const spy = (file: string) => {
      if (/\.git(\/|$)/.test(file)) touched.push(file);
    };
    const engine = await workspace.open({
      disk: {
        ...quickDisk,
        readFolder(folder) {
          spy(folder);
          return realDisk.readFolder(folder);
        },
        open(file, flags, mode) {
          const isRead =
            typeof flags === "number" ? !(flags & 3) : flags === "r";
          if (!isRead) spy(file);
          return realDisk.open(file, flags, mode);
        },
        rename(from, to) {
          spy(from);
          spy(to);
          realDisk.rename(from, to);
        },
        unlink(file) {
          spy(file);
          realDisk.unlink(file);
        },
      },
    });
    engine.checkpoint();
    workspace.write("lib/a", "changed");
    restore(engine, { to: "0" });
    undo(engine);
    assert.deepEqual(touched, []);
  });

  it("restoring a folder never touches its siblings", async () => {
    const workspace = makeWorkspace({
      "app/a": "1",
      "app2/a": "1",
      "app-old/a": "1",
      "app.ts": "1",
    });
    const engine = await workspace.open();
    engine.checkpoint();
    for (const name of ["app/a", "app2/a", "app-old/a", "app.ts"])
      workspace.write(name, "2");
    for (const name of ["app/new", "app2/new", "new"])
      workspace.write(name, "new");
    const expected = workspace.tree();
    expected.set("app/a", { mode: "644", bytes: Buffer.from("1") });
    expected.delete("app/new");
    restore(engine, { to: "0", paths: ["app"] });
    assertSameTree(workspace.tree(), expected);
  });

  it("a plan that names a path outside the workspace is refused", async () => {
    const workspace = makeWorkspace({ a: "a" });
    const engine = await workspace.open();
    engine.checkpoint();
    workspace.write("a", "b");
    const secret = path.join(workspace.base, "secret");
    fs.writeFileSync(secret, "secret");
    const plan = engine.planRestore({ to: "0" });
    const [write] = plan.writes;
    const before = { hash: "0".repeat(64), mode: 0o644, sizeBytes: 6 };
    for (const bad of [
      "../secret",
      "/etc/passwd",
      "a/../../secret",
      ".git/x",
    ]) {
      const writes = [
        { ...write!, path: bad, action: "create" as const, before: null },
      ];
      errorOf(() =>
        engine.applyRestore({ ...plan, writes }, { rescan: false }),
      );
      const deletes = [{ path: bad, before }];
      errorOf(() =>
        engine.applyRestore(
          { ...plan, writes: [], deletes },
          { rescan: false },
        ),
      );
    }
    for (const bad of ["../secret", "/etc", "..", "a/../.."])
      errorOf(() => engine.planRestore({ to: "0", paths: [bad] }), "bad-path");
    assert.equal(fs.readFileSync(secret, "utf8"), "secret");
    assert.ok(!workspace.exists(".git"));
  });

  it("lost content is an error before anything is touched", async () => {
    const workspace = makeWorkspace({ a: "a".repeat(100), b: "b".repeat(100) });
    let engine = await workspace.open();
    engine.checkpoint();
    workspace.write("a", "changed");
    workspace.write("b", "changed");
    workspace.write("new", "made since");
    engine.capture();
    engine.close();
    const pack = path.join(workspace.storeDir, "packs", "1.pack");
    const bytes = fs.readFileSync(pack);
    bytes[100]! ^= 1;
    fs.writeFileSync(pack, bytes);
    engine = await workspace.open();
    const before = treeOf(workspace.root);
    let report;
    try {
      report = engine.applyRestore(engine.planRestore({ to: "0" }).id);
    } catch (error) {
      errorOf(() => {
        throw error;
      }, "damaged");
    }
    if (report) {
      assert.equal(report.applied, false);
      assert.equal(report.failures[0]?.code, "damaged");
    }
    assertSameTree(workspace.tree(), before);
  });

  it("only files that differ are written", async () => {
    const workspace = makeWorkspace({ a: "a", b: "b", "c/d": "d" });
    const engine = await workspace.open();
    engine.checkpoint();
    workspace.write("b", "changed");
    const times = new Map(
      ["a", "c/d"].map((name) => [name, fs.statSync(workspace.at(name)).ino]),
    );
    const mtimes = ["a", "c/d"].map(
      (name) => fs.statSync(workspace.at(name)).mtimeMs,
    );
    const { plan } = restore(engine, { to: "0" });
    assert.deepEqual(
      plan.writes.map((write) => write.path),
      ["b"],
    );
    for (const [name, ino] of times)
      assert.equal(fs.statSync(workspace.at(name)).ino, ino);
    assert.deepEqual(
      ["a", "c/d"].map((name) => fs.statSync(workspace.at(name)).mtimeMs),
      mtimes,
    );
  });

  it("a plan is refused if the workspace has changed since, and the error says what changed", async () => {
    const workspace = makeWorkspace({ a: "a", b: "b" });
    const engine = await workspace.open();
    engine.checkpoint();
    workspace.write("a", "changed");
    const plan = engine.planRestore({ to: "0" });
    workspace.write("b", "changed after the plan");
    const error = errorOf(() => engine.applyRestore(plan.id), "plan-changed");
    assert.deepEqual(error.data["paths"], ["b"]);
    assert.equal(workspace.text("a"), "changed");
    workspace.write("a", "changed again");
    errorOf(
      () => engine.applyRestore(plan.id, { rescan: false }),
      "plan-changed",
    );
    assert.equal(workspace.text("a"), "changed again");
  });
});
