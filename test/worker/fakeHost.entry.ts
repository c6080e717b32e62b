// A worker thread with a fake engine whose behaviour the test chooses, to test how calls
// and answers are passed between the threads.
import fs from "node:fs";
import { parentPort, threadId } from "node:worker_threads";
import { Emitter } from "../../src/base/event";
import type { Engine, EngineEvent, Run } from "../../src/engine/api";
import { CheckpointError, problem } from "../../src/engine/model/errors";
import { hostEngines } from "../../src/worker/hostEngines";
import type { OpenFolder } from "../../src/worker/protocol";

/** A buffer that the engine keeps; returning it must not detach it. */
const kept = new Uint8Array([1, 2, 3]);

const shared = new SharedArrayBuffer(4);

async function open(options: OpenFolder) {
  if (options.root === "/refused")
    throw problem("folder-refused", {
      root: options.root,
      why: "home",
      store: "",
    });
  if (options.root === "/crash") process.exit(3);
  if (options.root === "/unreadable" && options.readFrom !== undefined)
    throw problem("no-such-folder", { path: options.root });
  // This folder exists as long as the file does.
  if (
    options.root.startsWith("/away:") &&
    !fs.existsSync(options.root.slice(6))
  )
    throw problem("no-such-folder", { path: options.root });
  return { engine: fakeEngine(options), dispose() {} };
}

function fakeEngine({ root, home, settings, readFrom }: OpenFolder): Engine {
  let changed = settings;
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
      throw problem("several-checkpoints", {
        reference: "x",
        numbers: [1, 2],
        times: [],
      });
    },
    describe: () => {
      throw new TypeError("a bug");
    },
    pin: () => process.exit(7),
    configure: (settings) => void (changed = { ...changed, ...settings }),
    /** Returns the settings that the folder was opened with. */
    status: () => settings as unknown as ReturnType<Engine["status"]>,
    capture: () => ({ moment: threadId }) as ReturnType<Engine["capture"]>,
    /** Waits for a file, stops the thread, or says who answers and with which settings. */
    search({ text = "" }, run: Run = {}) {
      const isWaiting = () =>
        text.startsWith("/") && !fs.existsSync(text) && !run.isCancelled?.();
      while (isWaiting()) Atomics.wait(new Int32Array(shared), 0, 0, 5);
      if (run.isCancelled?.()) throw problem("cancelled");
      if (text === "crash") process.exit(7);
      const said = { thread: threadId, readFrom, settings: changed };
      return said as unknown as ReturnType<Engine["search"]>;
    },
    diff: (from, to) =>
      ({ from, to, thread: threadId }) as unknown as ReturnType<Engine["diff"]>,
    usage: () => {
      throw new CheckpointError("io", "disk-error", {
        path: "p",
        cannot: () => {},
      });
    },
    /** Reports three steps, then works until it is cancelled. */
    verify(_options, run: Run = {}) {
      for (let done = 0; done < 3; done++) {
        run.progress?.({ phase: "verify", done, total: 3 });
        const until = performance.now() + 110;
        while (performance.now() < until);
      }
      const giveUp = performance.now() + 5000;
      while (!run.isCancelled?.())
        if (performance.now() > giveUp) throw new Error("never cancelled");
      throw problem("cancelled");
    },
    close() {},
  };
  return engine as Engine;
}

if (parentPort) hostEngines(parentPort, open);
