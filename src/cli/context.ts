import fs from "node:fs";
import type { Engine, Run } from "../engine/api";
import { commandText } from "../agents/commandText";
import { goneFolders } from "../host/goneFolders";
import { locate, type Location } from "../host/locate";
import { hasStore } from "../host/stores";
import type { Source } from "../engine/model/checkpoint";
import { CheckpointError } from "../engine/model/errors";
import { usageError } from "./args";
import type { GlobalValues } from "./command";
import { ask, consentFor, consentMissing } from "./confirm";
import { tellHealth } from "./health";
import type { Output } from "./output";
import {
  fromWorkspacePath,
  toScope,
  toWorkspaceGlob,
  toWorkspacePath,
} from "./paths";
import { ProgressLine } from "./progress";
import { printable, type Paint } from "./text";

/** Who the command is, in the history, when nobody says otherwise. */
export const OWN_SOURCE: Source = "cli";

/** Everything a verb may touch: where it is, its output, the history, the person. */
export class Context {
  private located: Location | undefined;
  private engine: Promise<Engine> | undefined;
  private readonly line: ProgressLine | undefined;
  private isInterrupted = false;

  constructor(
    readonly out: Output,
    readonly globals: GlobalValues,
    readonly cwd: string,
    /** A history may begin here. */
    private readonly begins = false,
  ) {
    const { streams } = out;
    if (streams.stderrIsTerminal)
      this.line = new ProgressLine(
        (text) => streams.writeErr(text),
        Date.now,
        // Some terminals say that they have no width at all.
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

  /** What this run leaves out or brings in, besides what the settings say. */
  get globs(): { exclude?: readonly string[]; include?: readonly string[] } {
    const { exclude, include } = this.globals;
    return { ...(exclude ? { exclude } : {}), ...(include ? { include } : {}) };
  }

  /**
   * True where there is something to look at. Looking makes no history: it would
   * stand between a folder and the one above that has one.
   */
  get hasHistory(): boolean {
    return hasStore(this.location.storeDir);
  }

  /** Opens the history, once; throws `not-found` when there is none to look at. */
  open(): Promise<Engine> {
    return (this.engine ??= this.openNow());
  }

  /** Given to long work: shows how far it is, stops after Ctrl-C. */
  get run(): Run {
    this.line?.restart();
    return {
      ...(this.line ? { progress: this.line.report } : {}),
      isCancelled: () => this.isInterrupted,
    };
  }

  /**
   * Records what changed since anybody looked, so that what is told is so now.
   * Where the store cannot be written, what is recorded already is told.
   */
  lookFirst(engine: Engine): void {
    try {
      engine.capture({}, this.run);
    } catch (error) {
      const codes = ["io", "disk-full", "quota", "store-locked"] as const;
      if (!codes.some((code) => CheckpointError.is(error, code))) throw error;
      this.clearProgress();
      const { message } = CheckpointError.from(error);
      this.out.note(
        `The folder was not looked through: ${printable(message)} What follows was recorded before.`,
      );
    }
    this.clearProgress();
  }

  interrupt(): void {
    this.isInterrupted = true;
  }

  /** Takes the progress line away before something else is said. */
  clearProgress(): void {
    this.line?.clear();
  }

  /** Returns a path somebody gave as a path of the workspace. */
  path(given: string): string {
    return toWorkspacePath(given, this.location.root, realCwd(this.cwd));
  }

  /** Returns a path of the workspace as it would be given from where they stand. */
  fromHere(known: string): string {
    return fromWorkspacePath(known, this.location.root, realCwd(this.cwd));
  }

  /** Returns a glob somebody gave as a glob of the workspace. */
  glob(given: string): string {
    return toWorkspaceGlob(given, this.location.root, realCwd(this.cwd));
  }

  scope(given: readonly string[] | null): string[] | undefined {
    return toScope(given, this.location.root, realCwd(this.cwd));
  }

  /**
   * Returns whether the person agrees; shows them what it is about first.
   * Throws `bad-input` when there is nobody to ask.
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
    // Where the question is: stdout may go into a file.
    const lines = options.show(this.out.paintErr);
    if (lines.length > 0) this.out.note(lines.join("\n"));
    return ask(question);
  }

  /** Saves and lets go; safe when nothing was opened. */
  async close(): Promise<void> {
    this.clearProgress();
    // A history that could not be opened was reported where it was asked for.
    const engine = await this.engine?.catch(() => undefined);
    engine?.close();
  }

  private async openNow(): Promise<Engine> {
    if (!this.begins && !this.hasHistory) throw noHistory(this.location);
    // Looking records what changed, by the rules; what is left out then is let go.
    if (!this.begins && Object.keys(this.globs).length > 0)
      throw usageError(
        null,
        "--exclude and --include say what is recorded: only create, watch, guard, import and “thread record” take them.",
      );
    const { expectShortLife } = await import("./shortLived");
    expectShortLife();
    const { openFor } = await import("../host/openFor");
    const options = { assetsDir: __dirname, ...this.globs };
    const engine = await openFor(this.location, options);
    tellHealth(engine, this.out);
    return engine;
  }
}

function realCwd(cwd: string): string {
  return fs.realpathSync.native(cwd);
}

function noHistory({ root, dataDir }: Location): CheckpointError {
  const [gone] = goneFolders(dataDir, root);
  const moved = gone
    ? ` If it was moved here: checkpoint adopt ${commandText([gone])}`
    : "";
  return new CheckpointError("not-found", `${root} has no history yet.`, {
    hint: `“checkpoint create” begins one; --workspace names another folder.${moved}`,
    data: { workspace: root },
  });
}
