import fs from "node:fs";
import type { Engine, Run } from "../engine/api";
import { locate, type Location } from "../host/locate";
import type { Source } from "../engine/model/checkpoint";
import type { GlobalValues } from "./command";
import { ask, consentFor, consentMissing } from "./confirm";
import type { Output } from "./output";
import { toScope, toWorkspacePath } from "./paths";
import { ProgressLine } from "./progress";

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

  /** Opens the history, once. */
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
    options: { yes: boolean | undefined; show: () => void },
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
    options.show();
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
    const { expectShortLife } = await import("./shortLived");
    expectShortLife();
    const { openFor } = await import("../host/openFor");
    const { exclude, include } = this.globals;
    return openFor(this.location, {
      assetsDir: __dirname,
      ...(exclude ? { exclude } : {}),
      ...(include ? { include } : {}),
    });
  }
}

function realCwd(cwd: string): string {
  return fs.realpathSync.native(cwd);
}
