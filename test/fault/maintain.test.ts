import fs from "node:fs";
import path from "node:path";
import type { Engine } from "../../src/engine/api";
import { ManualClock, DAY } from "../helpers/manualClock";
import type { TempWorkspace } from "../helpers/tempWorkspace";
import { runFaults } from "./harness";
import type { Scenario } from "./scenario";
import { momentsBetween, twoCheckpoints } from "./scenario";
import { everythingGoes } from "../helpers/everythingGoes";
import { noise } from "../helpers/random";

/** A store with more garbage than history: old automatic checkpoints, large files. */
function untidy(workspace: TempWorkspace, engine: Engine): void {
  twoCheckpoints(workspace, engine);
  for (let i = 0; i < 6; i++) {
    workspace.write("big", noise(20_000));
    engine.checkpoint({ kind: "automatic", name: `auto ${i}` });
  }
  workspace.remove("big");
  engine.checkpoint({ name: "three" });
}

const store = (workspace: TempWorkspace, ...names: string[]) =>
  path.join(workspace.storeDir, ...names);

function flip(file: string, at: number): void {
  const bytes = fs.readFileSync(file);
  bytes[at]! ^= 0xff;
  fs.writeFileSync(file, bytes);
}

/** Days later, so that every automatic checkpoint has expired. */
const later = {
  clock: new ManualClock(Date.now() + 90 * DAY),
  settings: { maxCheckpoints: 1 },
};
const isAutomatic = (name: string | null) => name?.startsWith("auto") === true;

const scenarios: Scenario[] = [
  {
    name: "pruning",
    prepare: untidy,
    options: later,
    act: (engine) => void engine.prune(),
    mayRemove: isAutomatic,
  },
  {
    name: "forgetting all moments but one that was just named",
    prepare: momentsBetween,
    stateOf: "@4",
    act: (engine) => {
      const named = engine.checkpoint({ name: "past", at: "@4" });
      engine.configure({ retention: everythingGoes });
      engine.prune();
      engine.compact();
      return named;
    },
  },
  {
    name: "compacting",
    prepare: (workspace, engine) => {
      untidy(workspace, engine);
      const names = engine
        .list({ kinds: ["automatic"] })
        .checkpoints.map((checkpoint) => String(checkpoint.number));
      engine.delete(names);
      engine.prune();
    },
    options: later,
    act: (engine) => void engine.compact(),
  },
  {
    name: "making room below the quota",
    prepare: (workspace, engine) => {
      untidy(workspace, engine);
      workspace.write("more", noise(30_000));
    },
    options: later,
    act: (engine) => {
      engine.configure({ maxStoreSizeBytes: engine.usage().sizeBytes });
      return engine.checkpoint({ name: "four" });
    },
    mayBeOver: true,
    mayRemove: isAutomatic,
  },
  {
    name: "saving the index at close",
    prepare: (workspace, engine) => {
      twoCheckpoints(workspace, engine);
      for (let i = 0; i < 30; i++) {
        workspace.write("a", `a ${i}`);
        engine.capture({ paths: ["a"] });
      }
    },
    afterwards: (workspace) =>
      fs.rmSync(store(workspace, "index"), { recursive: true }),
    isClosing: true,
    act: (engine) => engine.close(),
  },
  {
    name: "rewriting a damaged journal",
    prepare: (workspace, engine) => {
      twoCheckpoints(workspace, engine);
      engine.rename("0", "uno");
      engine.rename("0", "one");
      engine.checkpoint({ name: "three" });
    },
    afterwards: (workspace) => {
      fs.rmSync(store(workspace, "index"), { recursive: true });
      const journal = store(workspace, "journal", "1.log");
      flip(journal, fs.readFileSync(journal).indexOf("uno"));
    },
    act: (engine) => engine.checkpoint({ name: "four" }),
  },
  {
    name: "repairing a damaged pack",
    prepare: (workspace, engine) => {
      twoCheckpoints(workspace, engine);
      workspace.write("kept", noise(5000));
      engine.checkpoint({ name: "three" });
    },
    afterwards: (workspace) => {
      const pack = store(workspace, "packs", "1.pack");
      flip(pack, fs.statSync(pack).size - 100);
    },
    act: (engine) => void engine.verify({ repair: true }),
    isDamaged: true,
  },
  {
    name: "bringing files in from elsewhere",
    prepare: twoCheckpoints,
    act: (engine) =>
      void engine.importState(
        [
          { path: "from/afar", mode: 0o644, read: () => Buffer.from("far") },
          { path: "a", mode: 0o600, read: () => Buffer.from("their a") },
        ],
        { name: "imported" },
      ),
  },
  {
    name: "adopting a folder that was moved",
    prepare: twoCheckpoints,
    afterwards: (workspace) => {
      const file = store(workspace, "format.json");
      const format = JSON.parse(fs.readFileSync(file, "utf8")) as object;
      fs.writeFileSync(file, JSON.stringify({ ...format, root: "/elsewhere" }));
    },
    options: { adopt: true },
    isOpening: true,
    act: () => {},
  },
];

describe("maintenance survives every failure of the disk", () => {
  let total = 0;
  after(() => console.log(`      ${total} cases`));
  for (const scenario of scenarios)
    it(`${scenario.name} loses nothing that is kept`, async () => {
      total += await runFaults(scenario);
    });
});
