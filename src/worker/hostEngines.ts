import type { MessagePort } from "node:worker_threads";
import type { Disposable } from "../base/lifecycle";
import type { Engine, Progress, Run } from "../engine/api";
import { CheckpointError } from "../engine/model/errors";
import { runPosition } from "./methods";
import type {
  CallMessage,
  FromWorker,
  OpenFolder,
  OpenMessage,
  ToWorker,
} from "./protocol";

/** Opens the engine of a folder; what it adds around it ends with `dispose`. */
export type Open = (
  options: OpenFolder,
) => Promise<{ engine: Engine; dispose(): void }>;

type Port = Pick<MessagePort, "on" | "postMessage">;

/** Progress is for people: more than ten a second only costs. */
const PROGRESS_EVERY_MS = 100;

/**
 * Serves engines over a port: one request at a time, in the order they came,
 * which is the only queue there is. Never throws; every call gets an answer.
 */
export function hostEngines(port: Port, open: Open): void {
  const folders = new Map<number, { engine: Engine } & Disposable>();
  let queue: Promise<void> = Promise.resolve();
  const post = (message: FromWorker, transfer: ArrayBuffer[] = []) =>
    port.postMessage(message, transfer);

  port.on("message", (message: ToWorker) => {
    queue = queue.then(() => answer(message));
  });

  async function answer(message: ToWorker): Promise<void> {
    const { call } = message;
    try {
      const value =
        message.type === "open" ? await openOne(message) : callOne(message);
      if (value instanceof Uint8Array) {
        // A copy: the engine may keep what it returned, or have it in a pool.
        const bytes = new Uint8Array(value);
        post({ type: "result", call, value: bytes }, [bytes.buffer]);
      } else post({ type: "result", call, value });
    } catch (error) {
      postError(call, error);
    }
  }

  function postError(call: number, thrown: unknown): void {
    const problem = CheckpointError.from(thrown);
    const error = problem.toJSON();
    // Only our own bugs need the place they happened at.
    const stack =
      problem.code === "internal" && thrown instanceof Error
        ? (thrown.stack ?? null)
        : null;
    try {
      post({ type: "error", call, error, stack });
    } catch {
      // Something in `data` cannot be cloned; the rest still tells the story.
      post({ type: "error", call, error: { ...error, data: {} }, stack });
    }
  }

  async function openOne({ folder, options }: OpenMessage) {
    const opened = await open(options);
    const { engine } = opened;
    const listening = engine.onDidChange((event) =>
      post({ type: "event", folder, event }),
    );
    folders.set(folder, {
      engine,
      dispose() {
        listening.dispose();
        opened.dispose();
      },
    });
    return { root: engine.root, storeDir: engine.storeDir };
  }

  function callOne(message: CallMessage): unknown {
    const hosted = folders.get(message.folder);
    if (!hosted)
      throw new CheckpointError(
        "not-found",
        "This folder is no longer recorded.",
      );
    const { engine } = hosted;
    const run = runFor(message);
    if (run.isCancelled?.())
      throw new CheckpointError("cancelled", "Cancelled before it started.");
    if (message.method === "close") {
      folders.delete(message.folder);
      hosted.dispose();
      return engine.close();
    }
    const args = [...message.args];
    const position = runPosition[message.method];
    if (position !== null) args[position] = run;
    const verbs = engine as unknown as Record<
      string,
      (...args: unknown[]) => unknown
    >;
    return verbs[message.method]?.(...args);
  }

  function runFor({ call, cancel, progress }: CallMessage): Run {
    const flag = cancel && new Int32Array(cancel);
    let last = 0;
    return {
      isCancelled: () => flag !== null && Atomics.load(flag, 0) !== 0,
      ...(progress && {
        progress(step: Progress) {
          const now = performance.now();
          if (now - last < PROGRESS_EVERY_MS) return;
          last = now;
          post({ type: "progress", call, progress: step });
        },
      }),
    };
  }
}
