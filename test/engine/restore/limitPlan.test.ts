import assert from "node:assert/strict";
import { hunksOf, withHunks } from "../../../src/engine/model/hunks";
import { Random } from "../../helpers/random";
import { workspaceForEach } from "../../helpers/tempWorkspace";

const lines = (...all: string[]) => all.map((line) => `${line}\n`).join("");
const then = lines("one", "two", "three", "four", "five", "six", "seven");
const now = lines("ONE", "two", "three", "FOUR", "five", "six", "seven", "8");

describe("a restore of a part of a plan", () => {
  const newWorkspace = workspaceForEach();

  const story = async () => {
    const workspace = newWorkspace({
      "a.txt": then,
      "b.txt": "b\n",
      "gone.txt": "gone\n",
    });
    const engine = await workspace.open();
    engine.checkpoint({ name: "then" });
    workspace.write("a.txt", now);
    workspace.write("b.txt", "B\n");
    workspace.write("new.txt", "new\n");
    workspace.remove("gone.txt");
    engine.checkpoint({ name: "now" });
    return { workspace, engine, plan: engine.planRestore({ to: "then" }) };
  };

  it("restores the chosen files and leaves the others alone", async () => {
    const { workspace, engine, plan } = await story();
    const part = engine.limitPlan(plan.id, [
      { path: "b.txt" },
      { path: "gone.txt" },
    ]);
    assert.deepEqual(part.writes.map(({ path }) => path).sort(), [
      "b.txt",
      "gone.txt",
    ]);
    assert.deepEqual(part.deletes, []);
    const report = engine.applyRestore(part.id, { rescan: false });
    assert.equal(report.applied, true);
    assert.equal(workspace.text("b.txt"), "b\n");
    assert.equal(workspace.text("gone.txt"), "gone\n");
    assert.equal(workspace.text("a.txt"), now);
    assert.equal(workspace.text("new.txt"), "new\n");
  });

  it("restores the chosen changes of a file, and undo brings them back", async () => {
    const { workspace, engine, plan } = await story();
    assert.deepEqual(engine.planHunks(plan.id, "a.txt"), [
      { line: 1, removed: 1, added: 1, text: "one" },
      { line: 4, removed: 1, added: 1, text: "four" },
      { line: 8, removed: 1, added: 0, text: "8" },
    ]);
    const chosen = [{ path: "a.txt", hunks: [1, 2] }];
    const part = engine.limitPlan(plan.id, chosen);
    const { restoreId } = engine.applyRestore(part.id, { rescan: false });
    const mixed = lines("ONE", "two", "three", "four", "five", "six", "seven");
    assert.equal(workspace.text("a.txt"), mixed);
    const undo = engine.planUndo({ restore: restoreId! });
    engine.applyRestore(undo.id);
    assert.equal(workspace.text("a.txt"), now);
  });

  it("refuses when a chosen file changed after it was planned", async () => {
    const { workspace, engine, plan } = await story();
    const part = engine.limitPlan(plan.id, [{ path: "a.txt", hunks: [0] }]);
    workspace.write("a.txt", "typed meanwhile\n");
    assert.throws(() => engine.applyRestore(part.id, { rescan: false }), {
      code: "plan-changed",
    });
    assert.equal(workspace.text("a.txt"), "typed meanwhile\n");
  });

  it("keeps what an undo left out undoable", async () => {
    const { workspace, engine, plan } = await story();
    const { restoreId } = engine.applyRestore(plan.id);
    assert.equal(workspace.text("b.txt"), "b\n");
    const undo = engine.planUndo();
    const part = engine.limitPlan(undo.id, [{ path: "b.txt" }]);
    assert.equal(part.verb, "restore");
    engine.applyRestore(part.id, { rescan: false });
    assert.equal(workspace.text("b.txt"), "B\n");
    assert.equal(workspace.text("a.txt"), then);
    engine.applyRestore(engine.planUndo({ restore: restoreId! }).id);
    assert.equal(workspace.text("a.txt"), now);
    assert.equal(workspace.exists("gone.txt"), false);
  });

  it("has no single changes for a file that is created, deleted or not text", async () => {
    const { workspace, engine } = await story();
    workspace.write("b.txt", Uint8Array.of(0, 1, 2));
    const plan = engine.planRestore({ to: "then" });
    for (const path of ["b.txt", "gone.txt", "new.txt", "never.txt"])
      assert.deepEqual(engine.planHunks(plan.id, path), [], path);
  });

  it("does not split a file whose unsaved text it replaces too", async () => {
    const { engine } = await story();
    const editors = [{ path: "a.txt", text: "typed\n" }];
    const request = { to: "then", unsaved: true, editors };
    const plan = engine.planRestore(request);
    assert.deepEqual(engine.planHunks(plan.id, "a.txt"), []);
    assert.throws(
      () => engine.limitPlan(plan.id, [{ path: "a.txt", hunks: [0] }]),
      { code: "bad-input" },
    );
  });

  it("knows no plan but those it made", async () => {
    const { engine } = await story();
    assert.throws(() => engine.limitPlan("other", []), { code: "not-found" });
    assert.throws(() => engine.planHunks("other", "a.txt"), {
      code: "not-found",
    });
  });
});

describe("the changes of a file, one by one", () => {
  const bytes = (text: string) => Buffer.from(text, "latin1");
  const linesOf = (text: string) => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const mixed = (a: string, b: string, ...chosen: number[]) =>
    Buffer.from(withHunks(bytes(a), bytes(b), new Set(chosen))).toString(
      "latin1",
    );

  it("give either text, byte for byte, when all or none are chosen, and never join lines", () => {
    const random = new Random(7);
    const words = ["a\n", "b\r\n", "c\n", "\xff\n", "\n"];
    for (let n = 0; n < 200; n++) {
      const text = () =>
        Array.from({ length: random.below(12) }, () => random.pick(words)).join(
          "",
        ) + (random.below(3) === 0 ? "end" : "");
      const [a, b] = [text(), text()];
      const all = hunksOf(bytes(a), bytes(b)).map((_hunk, i) => i);
      assert.equal(mixed(a, b, ...all), b);
      assert.equal(mixed(a, b), a);
      // Of any choice every line is one of either text: none are joined.
      const some = all.filter(() => random.chance(0.5));
      const known = new Set([...linesOf(a), ...linesOf(b)]);
      for (const line of linesOf(mixed(a, b, ...some)))
        assert.ok(known.has(line), JSON.stringify([a, b, some]));
    }
  });
});
