// A worker thread with a small engine of its own, whose every behaviour a test
// can ask for: what is tested is the way there and back.
import fs from "node:fs";
import { parentPort } from "node:worker_threads";
import { Emitter } from "../../src/base/event";
import type { Engine, EngineEvent, Run } from "../../src/engine/api";
import { CheckpointError } from "../../src/engine/model/errors";
import { hostEngines } from "../../src/worker/hostEngines";
import type { OpenFolder } from "../../src/worker/protocol";

/** A buffer that the engine keeps: handing it over must not empty it. */
const kept = new Uint8Array([1, 2, 3]);

async function open(options: OpenFolder) {
  if (options.root === "/refused")
    throw new CheckpointError("refused", "Not this folder.", { hint: "Other" });
  if (options.root === "/crash") process.exit(3);
  // There while the file is.
  if (
    options.root.startsWith("/away:") &&
    !fs.existsSync(options.root.slice(6))
  )
    throw new CheckpointError("not-found", "There is no folder.");
  return { engine: fakeEngine(options), dispose() {} };
}

function fakeEngine({ root, home, settings }: OpenFolder): Engine {
  const events = new Emitter<EngineEvent>();
  const engine: Partial<Engine> = {
    root,
    storeDir: `${home}${root}`,
    onDidChange: events.event,
    list: (filter) => ({
      checkpoints: [],
      next: null,
      total: filter?.limit ?? 0,
    }),
    readContent: () => kept,
    refresh() {
      events.fire({ type: "refreshed" });
      return true;
    },
    rename: () => {
      throw new CheckpointError("ambiguous", "Which one?", {
        hint: "Give its number.",
        data: { matches: [1, 2] },
      });
    },
    describe: () => {
      throw new TypeError("a bug");
    },
    pin: () => process.exit(7),
    configure() {},
    /** Tells by which settings the folder was opened. */
    status: () => settings as unknown as ReturnType<Engine["status"]>,
    usage: () => {
      throw new CheckpointError("io", "Odd", { data: { cannot: () => {} } });
    },
    /** Reports three steps, then works until it is told to stop. */
    verify(_options, run: Run = {}) {
      for (let done = 0; done < 3; done++) {
        run.progress?.({ phase: "verify", done, total: 3 });
        const until = performance.now() + 110;
        while (performance.now() < until);
      }
      const giveUp = performance.now() + 5000;
      while (!run.isCancelled?.())
        if (performance.now() > giveUp) throw new Error("never cancelled");
      throw new CheckpointError("cancelled", "Stopped.");
    },
    close() {},
  };
  return engine as Engine;
}

if (parentPort) hostEngines(parentPort, open);
