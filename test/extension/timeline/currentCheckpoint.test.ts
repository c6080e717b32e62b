import assert from "node:assert/strict";
import type { Engine } from "../../../src/engine/api";
import {
  afterEvent,
  findCurrentCheckpoint,
  type CurrentCheckpoint,
} from "../../../src/extension/timeline/currentCheckpoint";
import { restore, undo } from "../../helpers/history";
import {
  workspaceForEach,
  type TempWorkspace,
} from "../../helpers/tempWorkspace";
import { checkpoint } from "./checkpoints";

const workspace = workspaceForEach();

async function story(): Promise<{ files: TempWorkspace; engine: Engine }> {
  const files = workspace({ "a.txt": "one" });
  const engine = await files.open();
  engine.checkpoint({ name: "one" });
  files.write("a.txt", "two!");
  engine.checkpoint({ name: "two" });
  return { files, engine };
}

/** The engine as the extension sees it: every answer is a promise. */
function currentOf(engine: Engine): Promise<CurrentCheckpoint> {
  return findCurrentCheckpoint({
    resolve: async (ref) => engine.resolve(ref),
    list: async (filter) => engine.list(filter),
    restores: async (limit) => engine.restores(limit),
    diff: async (from, to, options) => engine.diff(from, to, options),
  });
}

describe("where you are", () => {
  it("is none before the first moment", async () => {
    const engine = await workspace({}).open();
    assert.deepEqual(await currentOf(engine), { number: null, isExact: false });
  });

  it("is the newest checkpoint", async () => {
    const { engine } = await story();
    assert.deepEqual(await currentOf(engine), { number: 1, isExact: true });
  });

  it("is the newest checkpoint with changes after a save", async () => {
    const { files, engine } = await story();
    files.write("a.txt", "three");
    engine.capture();
    assert.deepEqual(await currentOf(engine), { number: 1, isExact: false });
  });

  it("is the checkpoint that was restored, not the guard made for it", async () => {
    const { engine } = await story();
    restore(engine, { to: "#0" });
    assert.deepEqual(await currentOf(engine), { number: 0, isExact: true });
  });

  it("stays at the restored checkpoint, with changes, after a save", async () => {
    const { files, engine } = await story();
    restore(engine, { to: "#0" });
    files.write("a.txt", "another");
    engine.capture();
    assert.deepEqual(await currentOf(engine), { number: 0, isExact: false });
  });

  it("stays at the restored checkpoint when a session begins there", async () => {
    const { files, engine } = await story();
    restore(engine, { to: "#0" });
    engine.checkpoint({ kind: "session" });
    assert.deepEqual(await currentOf(engine), { number: 0, isExact: true });
    files.write("a.txt", "another");
    const { number } = engine.checkpoint({ kind: "session" });
    assert.deepEqual(await currentOf(engine), { number, isExact: true });
  });

  it("is rather a checkpoint of the same than a guard", async () => {
    const { engine } = await story();
    restore(engine, { to: "@1" });
    restore(engine, { to: "#1" });
    undo(engine);
    assert.deepEqual(await currentOf(engine), { number: 0, isExact: true });
  });

  it("is where it was before once the restore is undone", async () => {
    const { engine } = await story();
    restore(engine, { to: "#0" });
    undo(engine);
    assert.deepEqual(await currentOf(engine), { number: 1, isExact: true });
  });

  it("began with what an undone restore had replaced, also if a session began in between", async () => {
    const { files, engine } = await story();
    restore(engine, { to: "#0" });
    engine.checkpoint({ kind: "session" });
    undo(engine);
    files.write("a.txt", "another");
    engine.capture();
    assert.deepEqual(await currentOf(engine), { number: 1, isExact: false });
  });

  it("began with the guard of an undone restore, where nothing else has that state", async () => {
    const { files, engine } = await story();
    files.write("a.txt", "three");
    restore(engine, { to: "#0" });
    engine.checkpoint({ kind: "session" });
    undo(engine);
    const guard = engine.restores(2)[1]?.guard ?? null;
    assert.deepEqual(await currentOf(engine), { number: guard, isExact: true });
    files.write("a.txt", "another");
    engine.capture();
    const changed = { number: guard, isExact: false };
    assert.deepEqual(await currentOf(engine), changed);
    files.write("b.txt", "an agent's");
    engine.capture({ source: "codex" });
    const { plan } = engine.planRevert({ source: "codex" });
    assert.ok(engine.applyRestore(plan.id).applied);
    assert.equal(engine.restores(1)[0]?.verb, "revert");
    assert.deepEqual(await currentOf(engine), changed);
    engine.checkpoint({ name: "three" });
    const { number } = engine.list({ limit: 1 }).checkpoints[0]!;
    files.write("a.txt", "four");
    engine.capture();
    assert.deepEqual(await currentOf(engine), { number, isExact: false });
  });

  it("moves with a new checkpoint, but not with a guard", () => {
    const at: CurrentCheckpoint = { number: 3, isExact: false };
    const made = (kind: "guard" | "manual") =>
      afterEvent(at, {
        type: "created",
        checkpoint: checkpoint({ number: 4, kind }),
      });
    assert.deepEqual(made("manual"), { number: 4, isExact: true });
    assert.deepEqual(made("guard"), at);
  });

  it("is looked for when a session begins, which may hold nothing new", () => {
    const event = {
      type: "created" as const,
      checkpoint: checkpoint({ number: 4, kind: "session" }),
    };
    assert.equal(afterEvent({ number: 3, isExact: true }, event), "ask");
  });
});

describe("naming an earlier moment", () => {
  it("does not change where you are, not even after a restore", async () => {
    const { engine } = await story();
    const before = await currentOf(engine);
    assert.equal(before.number, 1);
    const event = {
      type: "created",
      checkpoint: engine.checkpoint({ at: "#0", name: "past" }),
    } as const;
    assert.deepEqual(afterEvent(before, event), before);
    assert.deepEqual(await currentOf(engine), before);
    restore(engine, { to: "#0" });
    const restored = await currentOf(engine);
    assert.deepEqual(restored, { number: 0, isExact: true });
    engine.checkpoint({ at: "#1", name: "also past" });
    assert.deepEqual(await currentOf(engine), restored);
  });
});
