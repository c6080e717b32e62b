import assert from "node:assert/strict";
import type { PlanRequest } from "../../src/engine/model/restorePlan";
import { orphanLocks } from "../helpers/crash";
import { FaultyDisk } from "../helpers/faultyDisk";
import { apply, failureError } from "../helpers/history";
import { Snapshot } from "../helpers/snapshot";
import type { TempWorkspace } from "../helpers/tempWorkspace";
import { runFaults } from "./harness";
import type { Scenario } from "./scenario";
import { twoCheckpoints } from "./scenario";

const restoring = (name: string, request: PlanRequest): Scenario => ({
  name,
  prepare: (workspace, engine) => {
    twoCheckpoints(workspace, engine);
    // Ignored now but recorded then: it is overwritten, so the guard must contain
    // it.
    workspace.write(".gitignore", "*.log\nrun.sh\n");
    workspace.write("run.sh", "#!/bin/sh\necho ignored\n");
  },
  isRecorded: (path, tree) =>
    !path.endsWith(".log") &&
    !(path === "run.sh" && tree.get(".gitignore")!.bytes.includes("run.sh")),
  act: (engine) => void apply(engine, engine.planRestore(request).id),
});

/** Stops a restore after a share of its modifying calls, like a kill. */
async function cutOff(workspace: TempWorkspace, share: number): Promise<void> {
  const snapshot = new Snapshot(workspace.base);
  const rehearsal = await restoreUntil(workspace, Infinity);
  snapshot.putBack();
  const at = Math.ceil(rehearsal.calls * share);
  const disk = await restoreUntil(workspace, at);
  assert.ok(disk.hasFired, "the restore was over before");
  disk.crash();
  orphanLocks(workspace.storeDir);
}

async function restoreUntil(
  workspace: TempWorkspace,
  at: number,
): Promise<FaultyDisk> {
  const disk = new FaultyDisk(workspace.storeDir);
  const engine = await workspace.open({ disk });
  const plan = engine.planRestore({ to: "one" });
  disk.arm(at, { kind: "stop" });
  try {
    engine.applyRestore(plan.id);
  } catch (error) {
    // The process is gone, so nobody receives the error.
    if (!disk.hasFired) throw error;
  }
  if (!disk.hasFired) engine.close();
  return disk;
}

const scenarios: Scenario[] = [
  restoring("restoring everything", { to: "one" }),
  restoring("restoring a folder and a file", {
    to: "one",
    paths: ["swap", "sub", "a"],
  }),
  restoring("restoring what one source changed", {
    to: "one",
    source: "agent",
  }),
  {
    name: "undoing a restore",
    prepare: (workspace, engine) => {
      twoCheckpoints(workspace, engine);
      apply(engine, engine.planRestore({ to: "one" }).id);
    },
    act: (engine) => void apply(engine, engine.planUndo().id),
  },
  {
    name: "redoing a restore",
    prepare: (workspace, engine) => {
      twoCheckpoints(workspace, engine);
      apply(engine, engine.planRestore({ to: "one" }).id);
      apply(engine, engine.planUndo().id);
    },
    act: (engine) => void apply(engine, engine.planRedo().id),
  },
  {
    name: "reverting what an agent did",
    prepare: (workspace, engine) => {
      twoCheckpoints(workspace, engine);
      workspace.write("text", "one\ntwo\nthree\nfour\nfive\n");
      engine.checkpoint({ name: "three" });
      workspace.write("text", "ONE\ntwo\nthree\nfour\nfive\n");
      engine.checkpoint({ name: "agent's", source: "agent" });
      workspace.write("text", "ONE\ntwo\nthree\nfour\nFIVE\n");
      engine.checkpoint({ name: "mine" });
    },
    act: (engine) =>
      void apply(engine, engine.planRevert({ ref: "agent's" }).plan.id),
  },
  {
    name: "rewinding a thread to a message",
    prepare: (workspace, engine) => {
      twoCheckpoints(workspace, engine);
      const source = "agent";
      engine.recordMessage({
        thread: "t",
        message: "m1",
        role: "user",
        source,
      });
      workspace.write("a", "by the agent");
      engine.capture({ source });
      engine.recordMessage({
        thread: "t",
        message: "m2",
        role: "agent",
        source,
      });
    },
    act: (engine) => {
      const edit = engine.editMessage({
        thread: "t",
        message: "m1",
        apply: true,
      });
      const [failure] = edit.failures;
      if (failure) throw failureError(failure);
    },
  },
  ...[0, 1, 2, 3, 4].map((n): Scenario => ({
    name: `recovering from a restore that was cut off (${n})`,
    prepare: twoCheckpoints,
    afterwards: async (workspace) => {
      await cutOff(workspace, (n + 1) / 6);
    },
    isOpening: true,
    isCutOff: true,
    act: () => {},
  })),
];

describe("restoring survives every failure of the disk", () => {
  let total = 0;
  after(() => console.log(`      ${total} cases`));
  for (const scenario of scenarios)
    it(`${scenario.name} leaves the folder as it was or as planned`, async () => {
      total += await runFaults(scenario);
    });
});
