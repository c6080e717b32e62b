import fs from "node:fs";
import type { Engine, LockHolder, Run } from "../engine/api";
import { commandText } from "../agents/commandText";
import { goneFolders } from "../host/goneFolders";
import { locate, type Location } from "../host/locate";
import { hasStore } from "../host/stores";
import type { Source } from "../engine/model/checkpoint";
import { CheckpointError } from "../engine/model/errors";
import { usageError } from "./line/usageError";
import type { GlobalValues } from "./line/option";
import { ask, consentFor, consentMissing } from "./confirm";
import { reportHealth } from "./text/health";
import type { Output } from "./text/output";
import {
  fromWorkspacePath,
  toScope,
  toWorkspaceGlob,
  toWorkspacePath,
} from "./line/paths";
import { ProgressLine } from "./text/progress";
import { printable, type Paint } from "./text/text";
import { SaidError } from "../wording/said";
import { spoken } from "../wording/errors";
import { voice } from "./text/voice";

/** The source recorded for the command's own changes, unless one is given. */
export const OWN_SOURCE: Source = "cli";

/** How long a read waits for another writer before it shows what is already recorded. */
const LOOK_WAIT_MS = 2000;

/** Everything a verb can use: paths, output, the history and the user's answers. */
export class Context {
  private located: Location | undefined;
  private engine: Promise<Engine> | undefined;
  private readonly line: ProgressLine | undefined;
  private isInterrupted = false;

  constructor(
    readonly out: Output,
    readonly globals: GlobalValues,
    readonly cwd: string,
    /** True if the verb may create a history. */
    private readonly mayCreate = false,
  ) {
    const { streams } = out;
    if (streams.stderrIsTerminal)
      this.line = new ProgressLine(
        (text) => streams.writeErr(text),
        Date.now,
        // Some terminals report a width of zero.
        () => process.stderr.columns || 80,
      );
  }

  get env(): Readonly<Record<string, string | undefined>> {
    return this.out.streams.env;
  }

  get location(): Location {
    const { workspace, store } = this.globals;
    return (this.located ??= locate({
      workspace,
      store,
      env: this.env,
      cwd: this.cwd,
    }));
  }

  /** Globs that this run excludes or includes in addition to the settings. */
  get globs(): { exclude?: readonly string[]; include?: readonly string[] } {
    const { exclude, include } = this.globals;
    return { ...(exclude ? { exclude } : {}), ...(include ? { include } : {}) };
  }

  /**
   * True if there is a history to read. Reading never creates one: it would hide the history of a
   * folder above.
   */
  get hasHistory(): boolean {
    return hasStore(this.location.storeDir);
  }

  /** Opens the history once; throws `not-found` if there is none to read. */
  open(): Promise<Engine> {
    return (this.engine ??= this.openNow());
  }

  /** Options for long calls: they show progress and stop after Ctrl-C. */
  get run(): Run {
    this.line?.restart();
    return {
      ...(this.line ? { progress: this.line.report } : {}),
      isCancelled: () => this.isInterrupted,
    };
  }

  /**
   * Records pending changes, so that the answer is up to date. If the store cannot be written, the
   * answer uses what is already recorded.
   */
  recordFirst(engine: Engine): void {
    const waiting = this.waitBriefly();
    try {
      engine.capture({}, waiting.run);
    } catch (error) {
      const codes = ["io", "disk-full", "quota", "store-locked"] as const;
      const why = waiting.why();
      if (!why && !codes.some((code) => CheckpointError.is(error, code)))
        throw error;
      this.clearProgress();
      const { message } = why ?? spoken(error, voice);
      this.out.note(
        `The folder was not scanned: ${printable(message)} Showing what was recorded before.`,
      );
    }
    this.clearProgress();
  }

  /** For work that should not wait long for another process. */
  private waitBriefly(): { run: Run; why(): { message: string } | null } {
    const { run } = this;
    let sinceMs: number | undefined;
    let holder: LockHolder | null = null;
    const isTooLong = () =>
      sinceMs !== undefined && Date.now() - sinceMs > LOOK_WAIT_MS;
    return {
      run: {
        progress: (step) => {
          run.progress?.(step);
          if (step.phase !== "wait") return;
          sinceMs ??= Date.now();
          holder = step.holder ?? null;
        },
        isCancelled: () => isTooLong() || (run.isCancelled?.() ?? false),
      },
      why: () =>
        !isTooLong() || this.isInterrupted
          ? null
          : {
              message: `${holder ? `process ${holder.pid} on ${holder.host}` : "another process"} is writing to the history.`,
            },
    };
  }

  interrupt(): void {
    this.isInterrupted = true;
  }

  /** Clears the progress line before other output. */
  clearProgress(): void {
    this.line?.clear();
  }

  /** Converts a path argument to a workspace path. */
  path(given: string): string {
    return toWorkspacePath(given, this.location.root, realCwd(this.cwd));
  }

  /** Converts a workspace path to one relative to the current directory. */
  fromHere(known: string): string {
    return fromWorkspacePath(known, this.location.root, realCwd(this.cwd));
  }

  /** Converts a glob argument to a workspace glob. */
  glob(given: string): string {
    return toWorkspaceGlob(given, this.location.root, realCwd(this.cwd));
  }

  scope(given: readonly string[] | null): string[] | undefined {
    return toScope(given, this.location.root, realCwd(this.cwd));
  }

  /**
   * Shows what will happen and returns whether the user confirms. Throws `bad-input` if there is no
   * terminal to ask on.
   */
  async agrees(
    what: string,
    question: string,
    options: {
      yes: boolean | undefined;
      show: (paint: Paint) => readonly string[];
    },
  ): Promise<boolean> {
    const { streams, isJson } = this.out;
    const isTerminal = streams.stdinIsTerminal && streams.stderrIsTerminal;
    const consent = consentFor({
      yes: options.yes === true,
      isJson,
      isTerminal,
    });
    if (consent === "missing") throw consentMissing(what);
    if (consent === "given") return true;
    this.clearProgress();
    // Print to the stream of the question; stdout may be redirected.
    const lines = options.show(this.out.paintErr);
    if (lines.length > 0) this.out.note(lines.join("\n"));
    return ask(question);
  }

  /** Saves and closes the history; does nothing if it was never opened. */
  async close(): Promise<void> {
    this.clearProgress();
    // A failure to open the history was already reported to its caller.
    const engine = await this.engine?.catch(() => undefined);
    if (!engine) return;
    settleQuietly(engine);
    engine.close();
  }

  private async openNow(): Promise<Engine> {
    if (!this.mayCreate && !this.hasHistory) throw noHistory(this.location);
    // Reading records pending changes first; with other globs it would drop recorded files.
    if (!this.mayCreate && Object.keys(this.globs).length > 0)
      throw usageError(
        null,
        "--exclude and --include only work with verbs that record: create, watch, guard, import and “thread record”.",
      );
    const { tuneForShortRun: expectShortLife } = await import("./gcTuning");
    expectShortLife();
    const { openFor } = await import("../host/openFor");
    const onWait = (holder: LockHolder | null) =>
      this.line?.report({ phase: "wait", done: 0, total: null, holder });
    const options = { assetsDir: __dirname, ...this.globs, onWait };
    const engine = await openFor(this.location, options);
    reportHealth(engine, this.out);
    return engine;
  }
}

/** What is not synced within this time is left to the next process that opens the history. */
const SETTLE_MS = 500;

/** The answer has been written, so a failure here neither loses data nor changes it. */
function settleQuietly(engine: Engine): void {
  try {
    engine.settle(SETTLE_MS);
  } catch {
    // The next process that opens the history continues this.
  }
}

function realCwd(cwd: string): string {
  return fs.realpathSync.native(cwd);
}

function noHistory({ root, dataDir }: Location): CheckpointError {
  const [gone] = goneFolders(dataDir, root);
  const moved = gone
    ? ` If you moved the folder here, reattach its history: checkpoint adopt ${commandText([gone])}`
    : "";
  return new SaidError("not-found", `${root} has no history yet.`, {
    hint: `Use “checkpoint create” to start one, or --workspace to choose another folder.${moved}`,
    data: { workspace: root },
  });
}
