import assert from "node:assert/strict";
import fs from "node:fs";
import type { Disk } from "../../../src/base/disk";
import type { Engine } from "../../../src/engine/api";
import type { ErrorCode } from "../../../src/engine/model/errors";
import { errorOf, restore, undo } from "../../helpers/history";
import { quickDisk } from "../../helpers/quickDisk";
import type { TempWorkspace } from "../../helpers/tempWorkspace";
import { workspaceForEach } from "../../helpers/tempWorkspace";
import { assertSameTree } from "../../helpers/tree";

describe("applying a plan", () => {
  const makeWorkspace = workspaceForEach();

  const start = async () => {
    const files = { a: "1", b: "1", gone: "1", ignored: "1" };
    const workspace = makeWorkspace(files);
    const engine = await workspace.open();
    engine.checkpoint();
    engine.configure({ exclude: ["ignored"] });
    for (const name of ["a", "b", "ignored"]) workspace.write(name, "2");
    workspace.remove("gone");
    return { workspace, engine, plan: engine.planRestore({ to: "#0" }) };
  };

  /** No guard is created, and the history has no trace of it. */
  const refused = (
    workspace: TempWorkspace,
    engine: Engine,
    work: () => unknown,
    code: ErrorCode,
  ) => {
    const before = workspace.tree();
    const { total } = engine.list();
    errorOf(work, code);
    assertSameTree(workspace.tree(), before);
    assert.equal(engine.list().total, total, "no guard");
    assert.deepEqual(engine.restores(), []);
  };

  it("is refused before a guard is created if a content is unknown", async () => {
    const { workspace, engine, plan } = await start();
    plan.writes[0]!.after.hash = "0".repeat(64);
    refused(workspace, engine, () => engine.applyRestore(plan), "damaged");
  });

  const meanwhile: Record<string, (workspace: TempWorkspace) => void> = {
    "what is to be replaced was written": (w) => w.write("a", "typed"),
    "what is to be made was made": (w) => w.write("gone", "typed"),
    "what is to be replaced was made executable": (w) =>
      fs.chmodSync(w.at("a"), 0o755),
    "the same, of a file that is ignored": (w) =>
      fs.chmodSync(w.at("ignored"), 0o755),
  };
  for (const [what, change] of Object.entries(meanwhile))
    it(`is refused before a guard is created if ${what}`, async () => {
      const { workspace, engine, plan } = await start();
      assert.equal(plan.writes.length, 4);
      change(workspace);
      const apply = () => engine.applyRestore(plan, { rescan: false });
      refused(workspace, engine, apply, "plan-changed");
    });

  it("reports one failure: a file that could not be deleted was not changed by anybody", async () => {
    const workspace = makeWorkspace({ a: "1" });
    const disk: Disk = {
      ...quickDisk,
      unlink(path) {
        if (path === workspace.at("made"))
          throw Object.assign(new Error("no"), { code: "EBUSY" });
        quickDisk.unlink(path);
      },
    };
    const engine = await workspace.open({ disk });
    engine.checkpoint();
    workspace.write("a", "2");
    workspace.write("made", "since");
    const before = workspace.tree();
    const { failures } = engine.applyRestore(engine.planRestore({ to: "#0" }));
    assert.deepEqual(
      failures.map(({ path, code }) => [path, code]),
      [["made", "io"]],
    );
    assert.equal(failures[0]!.data["errno"], "EBUSY");
    assertSameTree(workspace.tree(), before);
  });

  it("works once: afterwards its id is unknown", async () => {
    const { workspace, engine, plan } = await start();
    assert.ok(engine.applyRestore(plan.id).applied);
    const after = workspace.tree();
    errorOf(() => engine.applyRestore(plan.id), "not-found");
    assertSameTree(workspace.tree(), after);
  });

  it("clears the redo stack", async () => {
    const { workspace, engine, plan } = await start();
    engine.applyRestore(plan);
    undo(engine);
    assert.equal(engine.planRedo().verb, "redo");
    restore(engine, { to: "#0", paths: ["a"] });
    errorOf(() => engine.planRedo(), "nothing-to-undo");
    assert.equal(workspace.text("b"), "2");
  });

  it("does not report files that were put back by hand when it is undone", async () => {
    const { workspace, engine, plan } = await start();
    engine.applyRestore(plan);
    workspace.write("a", "2");
    const back = engine.planUndo();
    assert.deepEqual(back.leftAlone, []);
    assert.ok(back.writes.every((write) => write.path !== "a"));
  });

  it("counts even if it brings back only an editor's unsaved text", async () => {
    const { workspace, engine } = await start();
    const typed = (text: string | null) =>
      engine.capture({ paths: [], unsaved: [{ path: "a", text }] });
    typed("typed");
    engine.checkpoint({ name: "typed" });
    typed(null);
    const report = restore(engine, { to: "typed", unsaved: true });
    assert.deepEqual(report.plan.writes, []);
    assert.equal(report.plan.unsaved.length, 1);
    assert.ok(report.guard && report.restoreId, "it can be undone");
    typed("typed");
    const before = [{ path: "a", hash: null }];
    const editors = [{ path: "a", text: "typed" }];
    const back = engine.planUndo({ unsaved: true, editors });
    assert.deepEqual(back.unsaved, before);
    assert.equal(undo(engine).plan.of, report.restoreId);
    assert.equal(workspace.text("a"), "2");
  });

  it("leaves nothing behind when it is cancelled, and nothing to recover", async () => {
    const { workspace, engine, plan } = await start();
    const before = workspace.tree();
    const events: string[] = [];
    engine.onDidChange((event) => events.push(event.type));
    for (let at = 1, isOver = false; !isOver; at++) {
      let asked = 0;
      const isCancelled = () => ++asked === at;
      try {
        engine.applyRestore(plan, {}, { isCancelled });
        isOver = true;
      } catch (error) {
        errorOf(() => {
          throw error;
        }, "cancelled");
        assertSameTree(workspace.tree(), before, `cancelled at ${at}`);
      }
      assert.ok(!isOver || at > plan.writes.length, "it was asked too rarely");
    }
    assert.equal(workspace.text("a"), "1");
    assert.ok(fs.existsSync(workspace.at("gone")));
    assert.ok(!events.includes("recovered"), events.join());
  });
});
