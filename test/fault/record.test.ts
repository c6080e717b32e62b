import fs from "node:fs";
import path from "node:path";
import type { Engine, Run } from "../../src/engine/api";
import type { TempWorkspace } from "../helpers/tempWorkspace";
import { waitingAt } from "../helpers/waiting";
import type { Scenario } from "./scenario";
import { layOut, momentsBetween, rework, twoCheckpoints } from "./scenario";
import { runFaults } from "./harness";

/** More files than one step of a first capture reads. */
function manyFiles(workspace: TempWorkspace): void {
  layOut(workspace);
  for (let i = 0; i < 70; i++) workspace.write(`many/${i}`, `file ${i}`);
}

/** A save of `a` while a first capture is under way. */
function saving(engine: Engine): Run {
  const save = () => {
    fs.writeFileSync(path.join(engine.root, "a"), "saved meanwhile");
    engine.capture({ paths: ["a"], source: "editor" });
  };
  return waitingAt(new Map([[2, save]]));
}

const scenarios: Scenario[] = [
  {
    name: "opening a new store",
    prepare: layOut,
    afterwards: (workspace) =>
      fs.rmSync(workspace.storeDir, { recursive: true }),
    isOpening: true,
    act: () => {},
  },
  {
    name: "opening a new store and making the first checkpoint",
    prepare: layOut,
    afterwards: (workspace) =>
      fs.rmSync(workspace.storeDir, { recursive: true }),
    isOpening: true,
    act: (engine) => engine.checkpoint({ name: "first" }),
  },
  {
    name: "a first capture",
    prepare: layOut,
    act: (engine) => void engine.capture(),
  },
  {
    name: "a first capture that lets a save through",
    prepare: manyFiles,
    act: (engine) => void engine.capture({}, saving(engine)),
  },
  {
    name: "a first checkpoint that lets a save through",
    prepare: manyFiles,
    act: (engine) => engine.checkpoint({ name: "first" }, saving(engine)),
  },
  {
    name: "a capture of told paths",
    prepare: (workspace, engine) => {
      twoCheckpoints(workspace, engine);
      workspace.write("a", "third a");
    },
    act: (engine) => void engine.capture({ paths: ["a"], source: "agent" }),
  },
  {
    name: "a full capture with unsaved texts",
    prepare: (workspace, engine) => {
      twoCheckpoints(workspace, engine);
      workspace.write("a", "third a");
      workspace.remove("new/n1");
      workspace.write("big", Buffer.alloc(300_000, "incompressible"));
    },
    act: (engine) =>
      void engine.capture({ unsaved: [{ path: "a", text: "being typed" }] }),
  },
  {
    name: "a capture that changes the rules",
    prepare: (workspace, engine) => {
      twoCheckpoints(workspace, engine);
      workspace.write(".gitignore", "new/\n");
    },
    isRecorded: (name) => !name.startsWith("new/"),
    act: (engine) => void engine.capture(),
  },
  {
    name: "a checkpoint",
    prepare: (workspace, engine) => {
      layOut(workspace);
      engine.checkpoint({ name: "one" });
      rework(workspace);
    },
    act: (engine) =>
      engine.checkpoint({ name: "two", metadata: { why: "test" } }),
  },
  {
    name: "a checkpoint of an earlier moment",
    prepare: momentsBetween,
    stateOf: "@4",
    act: (engine) => engine.checkpoint({ name: "past", at: "@4" }),
  },
  {
    name: "renaming, describing and pinning a checkpoint",
    prepare: twoCheckpoints,
    act: (engine) => {
      engine.rename("0", "renamed");
      engine.describe("0", "described");
      engine.pin("0", true);
    },
  },
  {
    name: "deleting a checkpoint",
    prepare: twoCheckpoints,
    act: (engine) => void engine.delete(["1"]),
    mayRemove: (name) => name === "two",
  },
  {
    name: "recording a verdict",
    prepare: (workspace, engine) => {
      twoCheckpoints(workspace, engine);
      workspace.write("a", "third a");
    },
    act: (engine) =>
      void engine.verdict({ label: "test", passed: true, exitCode: 0 }),
  },
  {
    name: "recording messages of a thread",
    prepare: twoCheckpoints,
    act: (engine) => {
      engine.recordMessage({ thread: "t", role: "user", text: "do it" });
      engine.recordMessage({ thread: "t", role: "agent", text: "done" });
    },
  },
];

describe("recording survives every failure of the disk", () => {
  let total = 0;
  after(() => console.log(`      ${total} cases`));
  for (const scenario of scenarios)
    it(`${scenario.name} leaves what it found, or all of what it does`, async () => {
      total += await runFaults(scenario);
    });
});
