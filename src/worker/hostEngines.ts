import fs from "node:fs";
import type { MessagePort } from "node:worker_threads";
import type { Disposable } from "../base/lifecycle";
import type {
  Engine,
  EngineEvent,
  Progress,
  Run,
  Waiting,
} from "../engine/api";
import type { EngineSettings } from "../engine/model/settings";
import type { ErrorJson } from "../engine/model/errors";
import { CheckpointError, problem } from "../engine/model/errors";
import { layoutOf } from "../engine/store/layout";
import type { RestoreReport } from "../engine/model/restorePlan";
import { CrossedPlans } from "./crossedPlans";
import { Inbox } from "./inbox";
import { changing, mayTakeLong, runPosition } from "./methods";
import type {
  CallMessage,
  FromWorker,
  OpenFolder,
  OpenMessage,
  ToWorker,
} from "./protocol";
import { canWait, WaitingLine } from "./waitingLine";

/** Opens a folder's engine. `dispose` ends what it added around the engine, such as watchers. */
export type Open = (options: OpenFolder) => Promise<OpenedEngine>;

export interface OpenedEngine extends Disposable {
  engine: Engine;
  /** Called with every event of the engine, those from opening included. */
  noteEvent?(event: EngineEvent): void;
  /** Called after the engine's settings have changed. */
  didConfigure?(settings: Partial<EngineSettings>): void;
}

interface Hosted extends OpenedEngine {
  plans: CrossedPlans;
  waitMs: number;
  /** Calls that wait for another process to release the lock. */
  line?: WaitingLine | undefined;
}

type Port = Pick<MessagePort, "on" | "postMessage">;

/** Progress is shown to people: more than ten reports a second would be wasted. */
const PROGRESS_EVERY_MS = 100;
/** A restore's files are synced to disk once no request has arrived for this long. */
const IDLE_MS = 1000;
/** Files are synced in slices of this length, so that no request has to wait. */
const SETTLE_MS = 20;

const WAIT_MS = 60_000;

/**
 * Serves engines over a port. Requests run one at a time, in the order they arrive;
 * only changes that must wait for another process let later requests pass, and captures
 * of a whole folder let those of given paths through. Never throws; every call gets an
 * answer.
 */
export function hostEngines(
  port: Port,
  open: Open,
  /** Takes a message that has arrived during the current request, if there is one. */
  receive: () => ToWorker | undefined = () => undefined,
): void {
  const folders = new Map<number, Hosted>();
  const inbox = new Inbox(receive);
  let queue: Promise<void> = Promise.resolve();
  const post = (message: FromWorker, transfer: ArrayBuffer[] = []) =>
    port.postMessage(message, transfer);

  const answerNext = () => {
    const message = inbox.next();
    return message && answer(message);
  };
  const answerLater = () => {
    queue = queue.then(answerNext).then(settleLater);
  };
  port.on("message", (message: ToWorker) => {
    inbox.add(message);
    answerLater();
  });

  /** True while requests are answered that another one lets through. */
  let isServing = false;
  let idle: NodeJS.Timeout | undefined;
  function settleLater(): void {
    clearTimeout(idle);
    // The timer does not keep the thread alive: files that were not synced are
    // checked when the folder is opened after a power cut.
    if (folders.size > 0)
      idle = setTimeout(
        () => void (queue = queue.then(settleWhenIdle)),
        IDLE_MS,
      ).unref();
  }

  function settleWhenIdle(): void {
    let isDone = true;
    for (const { engine } of folders.values())
      try {
        isDone = engine.settle(SETTLE_MS) && isDone;
      } catch {
        // It is tried again after the next call, and nothing is lost until then.
      }
    if (!isDone) settleLater();
  }

  async function answer(message: ToWorker): Promise<void> {
    if (message.type === "call") return answerCall(message);
    try {
      postResult(message.call, await openOne(message));
    } catch (error) {
      postError(message.call, error);
    }
  }

  function answerCall(message: CallMessage): void {
    const hosted = folders.get(message.folder);
    // Queue changes behind those already waiting, so that they are recorded in order.
    if (hosted?.line && changing.has(message.method))
      return hosted.line.add(message);
    attempt(message, (error) => {
      hosted!.line = lineFor(message, error, hosted!);
    });
  }

  /** Runs and answers a call; calls `onBusy` instead if another process holds the lock. */
  function attempt(
    message: CallMessage,
    onBusy: (error: CheckpointError) => void,
  ): void {
    try {
      postResult(message.call, callOne(message));
    } catch (error) {
      if (canWait(error) && folders.has(message.folder)) onBusy(error);
      else postError(message.call, error);
    }
  }

  function lineFor(
    first: CallMessage,
    error: CheckpointError,
    hosted: Hosted,
  ): WaitingLine {
    const { folder } = first;
    const { lock } = layoutOf(hosted.engine.storeDir);
    let reportedPid: number | null | undefined;
    return new WaitingLine(first, error, hosted.waitMs, {
      inTurn: (work) => (queue = queue.then(work)),
      isCancelled: (message) => runFor(message).isCancelled?.() ?? false,
      attempt,
      fail: (message, why) => postError(message.call, why),
      isLocked: () => fs.existsSync(lock),
      reportWait(holder, waiting) {
        const step = { phase: "wait", done: 0, total: null, holder } as const;
        for (const { call, progress } of waiting)
          if (progress) post({ type: "progress", call, progress: step });
        const pid = holder?.pid ?? null;
        if (reportedPid === pid) return;
        reportedPid = pid;
        const event = { type: "waiting", holder, isOver: false } as const;
        post({ type: "event", folder, event });
      },
      reportWaitOver() {
        const event = { type: "waiting", holder: null, isOver: true } as const;
        post({ type: "event", folder, event });
      },
      ended() {
        hosted.line = undefined;
      },
      now: () => performance.now(),
    });
  }

  /** What the capture of a whole folder lets through. */
  function waitingFor(folder: number): Waiting {
    const mayPass = () => folders.get(folder)?.line === undefined;
    const take = () => (mayPass() ? inbox.takeCapture(folder) : undefined);
    return {
      isAnyone: () => {
        // Each message that is taken from the port needs its turn.
        for (let n = inbox.receive(); n > 0; n--) answerLater();
        return mayPass() && inbox.hasCapture(folder);
      },
      serve() {
        isServing = true;
        try {
          for (let one = take(); one; one = take()) {
            let isBusy = false;
            const message = one;
            attempt(message, () => {
              isBusy = true;
              inbox.putBack(message);
            });
            if (isBusy) break;
          }
        } finally {
          isServing = false;
        }
      },
    };
  }

  function postResult(call: number, value: unknown): void {
    if (value instanceof Uint8Array) {
      // Copy before transferring: the engine may keep the bytes, or have allocated them
      // from a pool.
      const bytes = new Uint8Array(value);
      post({ type: "result", call, value: bytes }, [bytes.buffer]);
    } else post({ type: "result", call, value });
  }

  function postError(call: number, thrown: unknown): void {
    const problem = CheckpointError.from(thrown);
    const error = problem.toJSON();
    // Only internal errors, our own bugs, need a stack.
    const stack =
      problem.code === "internal" && thrown instanceof Error
        ? (thrown.stack ?? null)
        : null;
    try {
      post({ type: "error", call, error, stack });
    } catch {
      // Something in `data` cannot be cloned; the rest of it is still needed for words.
      const data = JSON.parse(JSON.stringify(error.data)) as ErrorJson["data"];
      post({ type: "error", call, error: { ...error, data }, stack });
    }
  }

  async function openOne({ folder, options }: OpenMessage) {
    const opened = await open(options);
    const { engine } = opened;
    const plans = new CrossedPlans();
    const listening = engine.onDidChange((event) => {
      opened.noteEvent?.(event);
      post({
        type: "event",
        folder,
        event:
          event.type === "restored"
            ? { ...event, report: plans.pack(event.report) }
            : event,
      });
    });
    folders.set(folder, {
      ...opened,
      plans,
      waitMs: options.waitMs ?? WAIT_MS,
      dispose() {
        listening.dispose();
        opened.dispose();
      },
    });
    return { root: engine.root, storeDir: engine.storeDir };
  }

  function callOne(message: CallMessage): unknown {
    const hosted = folders.get(message.folder);
    if (!hosted) throw problem("folder-closed");
    const { engine } = hosted;
    const run = runFor(message);
    // One that is let through does not let others through.
    if (mayTakeLong.has(message.method) && !isServing)
      run.waiting = waitingFor(message.folder);
    if (run.isCancelled?.()) throw problem("cancelled");
    if (message.method === "close") {
      folders.delete(message.folder);
      hosted.line?.close();
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
    const result = verbs[message.method]?.(...args);
    hosted.plans.note(message.method, result);
    if (message.method === "applyRestore")
      return hosted.plans.pack(result as RestoreReport);
    if (message.method === "configure")
      hosted.didConfigure?.(message.args[0] as Partial<EngineSettings>);
    return result;
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
