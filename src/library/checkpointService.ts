import path from "node:path";
import type { EngineEvent } from "../engine/api";
import type { RestorePlan } from "../engine/model/restorePlan";
import { mustKnowCompared, mustKnowPaths } from "../host/mustKnowPaths";
import { inWords, spokenFailure } from "../wording/errors";
import { findingText } from "../wording/findings";
import { restoreResult } from "../wording/restoreResult";
import { problem } from "../engine/model/errors";
import type { SaidError } from "../wording/said";
import type { Call, EngineClient } from "../worker/client";
import { startWorker, type EngineWorker } from "../worker/startWorker";
import type * as api from "./checkpoint";
import { Listeners } from "./listeners";
import { checkOptions } from "./options";
import { toCheckpoint, toDetail, toDiff, WORKSPACE } from "./toAnswers";
import { voice } from "./voice";

/** The author of a program's changes is not known unless the program says so. */
const OWN_SOURCE = "outside";

/** As many as the engine gives at once. */
const ALL = 100_000;

interface Opened {
  worker: EngineWorker;
  engine: EngineClient;
}

/**
 * The library: a folder's history for programs without an editor. It only translates; the engine,
 * the watcher and all access to the disk are on a worker thread, so that the program's own event
 * loop never waits. Its types are in `checkpoint.d.ts`.
 */
export class CheckpointService implements api.CheckpointService {
  private readonly options: api.CheckpointServiceOptions;
  private readonly listeners = new Listeners();
  private opening: Promise<Opened> | undefined;
  private closing: Promise<void> | undefined;

  constructor(options: api.CheckpointServiceOptions) {
    this.options = checkOptions(options);
  }

  readonly threads: api.Threads = {
    list: () => this.use((engine) => engine.threads()),
    get: (id) => this.use((engine) => engine.thread(id)),
    record: (message) =>
      this.use((engine) =>
        engine.recordMessage({ source: OWN_SOURCE, ...message }),
      ),
    rewind: (thread, message, options = {}) =>
      this.use(async (engine) => {
        const { preview, includeOthers, source } = options;
        const apply = preview !== true;
        const request = { thread, message, apply, includeOthers, as: source };
        const edit = await engine.editMessage(request, callOf(options));
        return {
          ...edit,
          failures: edit.failures.map((one) => spokenFailure(one, voice)),
        };
      }),
  };

  readonly verdicts: api.Verdicts = {
    list: () => this.use((engine) => engine.checks()),
    record: ({ id, ...verdict }) =>
      this.use(async (engine) => {
        const request = { source: OWN_SOURCE, ...verdict, ref: id };
        const { checkpoint, ...rest } = await engine.verdict(request);
        return { ...rest, checkpoint: checkpoint && toCheckpoint(checkpoint) };
      }),
  };

  initialize(): Promise<api.Initialized> {
    return this.use(({ root, storeDir }) => ({ workspaceDir: root, storeDir }));
  }

  save(message?: string, options: api.SaveOptions = {}) {
    const { signal, onProgress, threadMessage, ...rest } = options;
    return this.use(async (engine) =>
      toCheckpoint(
        await engine.checkpoint(
          {
            source: OWN_SOURCE,
            ...rest,
            name: message,
            message: threadMessage,
          },
          callOf({ signal, onProgress }),
        ),
      ),
    );
  }

  restore(id: string, options: api.RestoreOptions = {}) {
    const { paths, changedBy, source } = options;
    return this.use(async (engine) => {
      const plan = await engine.planRestore(
        { to: id, paths, source: changedBy, as: source },
        callOf(options),
      );
      await mustKnowPaths(engine, plan);
      return apply(engine, plan, options);
    });
  }

  undo(options: api.UndoOptions = {}) {
    return this.use(async (engine) =>
      apply(engine, await engine.planUndo({}, callOf(options)), options),
    );
  }

  diff(fromId: string, toId = WORKSPACE, options: api.DiffOptions = {}) {
    const { paths } = options;
    return this.use(async (engine) => {
      const request = { paths, patch: true };
      const diff = await engine.diff(fromId, toId, request, callOf(options));
      if (paths) await mustKnowCompared(engine, diff, paths);
      return toDiff(diff, toId);
    });
  }

  list(filter: api.ListFilter = {}) {
    return this.use(async (engine) => {
      const { checkpoints } = await engine.list({ limit: ALL, ...filter });
      return checkpoints.map(toCheckpoint);
    });
  }

  get(id: string) {
    return this.use(async (engine) => toDetail(await engine.get(id)));
  }

  delete(id: string | readonly string[], options: { force?: boolean } = {}) {
    const ids = typeof id === "string" ? [id] : id;
    return this.use((engine) => engine.delete(ids, options));
  }

  on<E extends keyof api.CheckpointEvents>(
    event: E,
    listener: (value: api.CheckpointEvents[E]) => void,
  ): this {
    this.listeners.add(event, listener, false);
    return this;
  }

  once<E extends keyof api.CheckpointEvents>(
    event: E,
    listener: (value: api.CheckpointEvents[E]) => void,
  ): this {
    this.listeners.add(event, listener, true);
    return this;
  }

  off<E extends keyof api.CheckpointEvents>(
    event: E,
    listener: (value: api.CheckpointEvents[E]) => void,
  ): this {
    this.listeners.remove(event, listener);
    return this;
  }

  close(): Promise<void> {
    return (this.closing ??= this.closeNow());
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Runs `work` with the engine, which is opened first if it is not; puts errors into words. */
  private async use<T>(
    work: (engine: EngineClient) => Promise<T> | T,
  ): Promise<T> {
    try {
      if (this.closing) throw closed();
      this.opening ??= this.open();
      const { engine } = await this.opening;
      // What other processes have recorded counts too.
      await engine.refresh();
      return await work(engine);
    } catch (error) {
      throw inWords(error, voice);
    }
  }

  private async open(): Promise<Opened> {
    const { workspaceDir, storageDir, excludePatterns } = this.options;
    const watch = this.options.autoCheckpoint ?? true;
    const worker = startWorker({
      script: path.join(__dirname, "worker.js"),
      // Otherwise it records nothing while a call is in progress.
      readBeside: watch,
    });
    try {
      const engine = await worker.open({
        root: workspaceDir,
        home: "",
        isHomeChosen: false,
        assetsDir: __dirname,
        settings: {},
        guest: {
          store: storageDir,
          exclude: excludePatterns,
          maxCheckpoints: this.options.maxCheckpoints,
        },
        watch,
      });
      engine.onDidChange((event) => this.fire(event));
      return { worker, engine };
    } catch (error) {
      // The next call tries again: the folder may have been created by then.
      this.opening = undefined;
      await worker.close();
      throw error;
    }
  }

  private async closeNow(): Promise<void> {
    const opened = await this.opening?.catch(() => undefined);
    if (!opened) return;
    const { engine, worker } = opened;
    try {
      // The watcher may not have reported the last changes yet.
      if (this.options.autoCheckpoint ?? true)
        await engine.capture({ source: OWN_SOURCE });
    } catch (error) {
      throw inWords(error, voice);
    } finally {
      await worker.close();
      this.listeners.clear();
    }
  }

  private fire(event: EngineEvent): void {
    switch (event.type) {
      case "created":
        return this.listeners.fire("created", toCheckpoint(event.checkpoint));
      case "restored": {
        const { report } = event;
        const result = restoreResult(report.plan, report, voice);
        return this.listeners.fire("restored", result);
      }
      case "deleted":
        return this.listeners.fire("deleted", { deleted: event.numbers });
      case "captured": {
        const { moment, recorded: filesChanged, skipped } = event.result;
        const value = { moment, filesChanged, skipped };
        return this.listeners.fire("captured", value);
      }
      case "damaged": {
        const { kind } = event.finding;
        const message = findingText(event.finding, voice);
        return this.listeners.fire("damaged", { kind, message });
      }
      case "edited":
      case "recovered":
      case "thread":
      case "unended":
      case "waiting":
      case "refreshed":
    }
  }
}

async function apply(
  engine: EngineClient,
  plan: RestorePlan,
  options: api.UndoOptions,
): Promise<api.RestoreResult> {
  if (options.preview) return restoreResult(plan, null, voice);
  const report = await engine.applyRestore(
    plan.id,
    { source: options.source ?? OWN_SOURCE, rescan: false },
    callOf(options),
  );
  return restoreResult(report.plan, report, voice);
}

function callOf({ signal, onProgress }: api.LongCall): Call {
  return {
    ...(signal ? { signal: signal as AbortSignal } : {}),
    ...(onProgress ? { onProgress } : {}),
  };
}

function closed(): SaidError {
  return inWords(problem("service-closed"), voice);
}
