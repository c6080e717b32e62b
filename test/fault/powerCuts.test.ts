import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import type { Engine } from "../../src/engine/api";
import { everythingGoes } from "../helpers/everythingGoes";
import { apply, stateAt } from "../helpers/history";
import { Random } from "../helpers/random";
import { waitingAt } from "../helpers/waiting";
import type { TempWorkspace } from "../helpers/tempWorkspace";
import { runPowerCuts } from "./powerCuts";
import type { Scenario } from "./scenario";
import { layOut, momentsBetween, rework } from "./scenario";

/** Bytes of several pages that no other file has. */
const pages = (seed: number, size = 10_000) => new Random(seed).bytes(size);

/**
 * Two checkpoints with different folders, and a change that is not recorded yet.
 */
function twoCheckpoints(workspace: TempWorkspace, engine: Engine): void {
  layOut(workspace);
  workspace.write("pages", pages(1));
  engine.checkpoint({ name: "one" });
  rework(workspace);
  workspace.write("pages", pages(2));
  engine.checkpoint({ name: "two" });
  workspace.write("b", "changed b");
  engine.capture({ paths: ["b"], source: "agent" });
}

/** More garbage than history: old automatic checkpoints, large files. */
function untidy(workspace: TempWorkspace, engine: Engine): void {
  twoCheckpoints(workspace, engine);
  for (let i = 0; i < 4; i++) {
    workspace.write("big", pages(10 + i, 20_000));
    engine.checkpoint({ kind: "automatic", name: `auto ${i}` });
  }
  workspace.remove("big");
  engine.checkpoint({ name: "three" });
}

const isAutomatic = (name: string | null) => name?.startsWith("auto") === true;
const restored = (workspace: TempWorkspace, engine: Engine) => {
  twoCheckpoints(workspace, engine);
  apply(engine, engine.planRestore({ to: "one" }).id);
};

const scenarios: Scenario[] = [
  {
    name: "create, in a new store",
    prepare: layOut,
    afterwards: (workspace) =>
      fs.rmSync(workspace.storeDir, { recursive: true }),
    isOpening: true,
    act: (engine) => engine.checkpoint({ name: "first" }),
  },
  {
    name: "create, letting a save through",
    prepare: (workspace) => {
      layOut(workspace);
      for (let i = 0; i < 70; i++)
        workspace.write(`many/${i}`, i % 20 === 0 ? pages(i) : `file ${i}`);
    },
    act: (engine) => {
      const save = () => {
        fs.writeFileSync(path.join(engine.root, "a"), "saved meanwhile");
        engine.capture({ paths: ["a"], source: "editor" });
      };
      const { waiting } = waitingAt(new Map([[2, save]]));
      return engine.checkpoint({ name: "first" }, { waiting });
    },
  },
  {
    name: "create",
    prepare: (workspace, engine) => {
      layOut(workspace);
      engine.checkpoint({ name: "one" });
      rework(workspace);
      workspace.write("pages", pages(1));
      // A record of several pages.
      for (let i = 0; i < 60; i++)
        workspace.write(`many/${pages(i, 90).toString("hex")}`, "same");
    },
    act: (engine) =>
      engine.checkpoint({ name: "two", metadata: { why: "test" } }),
  },
  {
    name: "create of an earlier moment, and forgetting the others",
    prepare: momentsBetween,
    act: (engine) => {
      engine.checkpoint({ name: "past", at: "@4" });
      engine.configure({ retention: everythingGoes });
      engine.prune();
    },
    check: (engine, _isDone, isReported) => {
      const past = engine.list({ text: "past" }).checkpoints;
      if (isReported) assert.equal(past.length, 1);
      // It is never there without its state, whatever was forgotten.
      for (const { number } of past)
        assert.deepEqual(
          [...stateAt(engine, `#${number}`)]
            .filter(([name]) => name === "a" || name.startsWith("sub/"))
            .map(([name, { bytes }]) => `${name}: ${bytes}`),
          [
            "a: third a, long enough to fill a record third",
            "sub/third: third",
          ],
        );
    },
  },
  {
    name: "capture",
    prepare: (workspace, engine) => {
      twoCheckpoints(workspace, engine);
      workspace.write("a", "third a");
      workspace.write("pages", pages(3));
    },
    act: (engine) =>
      void engine.capture({ unsaved: [{ path: "a", text: "being typed" }] }),
  },
  {
    name: "message",
    prepare: (workspace, engine) => {
      twoCheckpoints(workspace, engine);
      workspace.write("a", "third a");
    },
    act: (engine) =>
      void engine.recordMessage({ thread: "t", role: "user", text: "do it" }),
    check: (engine, _isDone, isReported) => {
      const messages = engine.threads().length;
      if (isReported) assert.equal(messages, 1);
      // The checkpoint of a message never exists without the message.
      const points = engine.list({ thread: "t" }).checkpoints.length;
      assert.equal(points, messages);
    },
  },
  {
    name: "verdict",
    prepare: (workspace, engine) => {
      twoCheckpoints(workspace, engine);
      workspace.write("a", "third a");
    },
    act: (engine) =>
      void engine.verdict({ label: "test", passed: true, exitCode: 0 }),
    check: (engine, _isDone, isReported) => {
      const judged = engine
        .list()
        .checkpoints.filter(({ verdicts }) => verdicts.length > 0);
      if (isReported) assert.equal(judged.length, 1);
      // The checkpoint of a verdict never comes without it.
      const own = engine.list({ kinds: ["automatic"] }).checkpoints;
      assert.deepEqual(own, judged);
    },
  },
  {
    name: "restore",
    prepare: twoCheckpoints,
    act: (engine) => void apply(engine, engine.planRestore({ to: "one" }).id),
  },
  {
    name: "restore, once settled",
    prepare: twoCheckpoints,
    act: (engine) => {
      apply(engine, engine.planRestore({ to: "one" }).id);
      assert.ok(engine.settle());
    },
    isSettled: true,
  },
  {
    name: "restore of one file",
    prepare: twoCheckpoints,
    act: (engine) =>
      void apply(
        engine,
        engine.planRestore({ to: "one", paths: ["pages"] }).id,
      ),
  },
  {
    name: "undo",
    prepare: restored,
    act: (engine) => void apply(engine, engine.planUndo().id),
  },
  {
    name: "redo",
    prepare: (workspace, engine) => {
      restored(workspace, engine);
      apply(engine, engine.planUndo().id);
    },
    act: (engine) => void apply(engine, engine.planRedo().id),
  },
  {
    name: "revert",
    prepare: (workspace, engine) => {
      const lines = (...more: string[]) =>
        [...more, ...Array.from({ length: 900 }, (_, i) => `line ${i}`)].join(
          "\n",
        );
      workspace.write("text", lines("first"));
      engine.checkpoint({ name: "one" });
      workspace.write("text", lines("by the agent", "first"));
      workspace.write("added", "by the agent");
      engine.checkpoint({ name: "agent's", source: "agent" });
      workspace.write("text", lines("by the agent", "first") + "\nmine");
      engine.checkpoint({ name: "mine" });
    },
    act: (engine) =>
      void apply(engine, engine.planRevert({ ref: "agent's" }).plan.id),
  },
  {
    name: "rewind",
    prepare: (workspace, engine) => {
      twoCheckpoints(workspace, engine);
      const source = "agent";
      const thread = "t";
      engine.recordMessage({ thread, message: "m1", role: "user", source });
      workspace.write("a", "by the agent");
      workspace.write("pages", pages(4));
      engine.capture({ source });
      engine.recordMessage({ thread, message: "m2", role: "agent", source });
    },
    act: (engine) => {
      const edit = engine.editMessage({
        thread: "t",
        message: "m1",
        apply: true,
      });
      assert.deepEqual(edit.failures, []);
    },
    check: (engine, isDone) => {
      // Later messages are deleted together with the files' restore, or not at all.
      const { messages } = engine.thread("t");
      assert.deepEqual(
        messages.map(({ deleted }) => deleted),
        [false, isDone],
      );
    },
  },
  {
    name: "prune",
    prepare: untidy,
    act: (engine) => {
      engine.configure({ maxCheckpoints: 1, retention: everythingGoes });
      assert.equal(engine.prune().removed.length, 3);
    },
    mayRemove: isAutomatic,
  },
  {
    name: "compact",
    prepare: untidy,
    // What a killed process left: most of the pack.
    afterwards: (workspace) =>
      fs.appendFileSync(
        path.join(workspace.storeDir, "packs", "1.pack"),
        Buffer.alloc(500_000, "left"),
      ),
    act: (engine) => assert.equal(engine.compact().packsRewritten, 1),
  },
  {
    name: "a damaged journal written again",
    prepare: (workspace, engine) => {
      twoCheckpoints(workspace, engine);
      engine.rename("0", "uno");
      engine.rename("0", "one");
      engine.checkpoint({ name: "three" });
    },
    afterwards: (workspace) => {
      fs.rmSync(path.join(workspace.storeDir, "index"), { recursive: true });
      const journal = path.join(workspace.storeDir, "journal", "1.log");
      const bytes = fs.readFileSync(journal);
      bytes[bytes.indexOf("uno")]! ^= 0xff;
      fs.writeFileSync(journal, bytes);
    },
    isDamaged: true,
    act: (engine) => engine.checkpoint({ name: "four" }),
  },
  {
    name: "the index saved at close",
    prepare: (workspace, engine) => {
      twoCheckpoints(workspace, engine);
      for (let i = 0; i < 30; i++) {
        workspace.write("a", `a ${i}`);
        engine.capture({ paths: ["a"] });
      }
    },
    afterwards: (workspace) =>
      fs.rmSync(path.join(workspace.storeDir, "index"), { recursive: true }),
    isClosing: true,
    act: (engine) => engine.close(),
  },
  {
    name: "import",
    prepare: twoCheckpoints,
    act: (engine) =>
      void engine.importState(
        [
          { path: "from/afar", mode: 0o644, read: () => pages(5) },
          { path: "a", mode: 0o600, read: () => Buffer.from("their a") },
        ],
        { name: "imported" },
      ),
  },
  {
    name: "adopt",
    prepare: twoCheckpoints,
    afterwards: (workspace) => {
      const file = path.join(workspace.storeDir, "format.json");
      const format = JSON.parse(fs.readFileSync(file, "utf8")) as object;
      fs.writeFileSync(file, JSON.stringify({ ...format, root: "/elsewhere" }));
    },
    options: { adopt: true },
    isOpening: true,
    act: () => {},
  },
];

describe("the power is cut", function () {
  this.timeout(300_000);
  let total = 0;
  after(() => console.log(`      ${total} states`));
  for (const scenario of scenarios)
    it(`in ${scenario.name}: nothing is lost, and nothing half done`, async () => {
      const states = await runPowerCuts(scenario);
      console.log(`        ${scenario.name}: ${states} states`);
      total += states;
    });
});
