import fs from "node:fs";
import path from "node:path";
import type { Engine, Run } from "../engine/api";
import type { CheckpointError } from "../engine/model/errors";
import type { FileEntry } from "../engine/model/version";
import { Scratch } from "../host/scratch";
import {
  choosingIgnored,
  type LeftOut,
  type PathToCopy,
} from "../host/scratchIgnored";
import { SaidError } from "../wording/said";
import { runChild, type ChildResult } from "./child";
import type { Context } from "./context";
import { onSignal } from "./interrupt";
import type { Option } from "./line/option";
import { leftOutLines } from "./text/leftOutText";

/** How long work may run before it checks for Ctrl-C. */
const HEAR_MS = 50;

export const COPY = {
  type: "string",
  isMany: true,
  value: "PATH",
  help: "Also copy this ignored file or folder, whatever its size",
  complete: "file",
} as const satisfies Option;

/**
 * A verb's scratch copy: the files of a point, and today's ignored folders. It shows progress,
 * stops on Ctrl-C and says what the copy lacks.
 */
export class ScratchCopy {
  private readonly lacking = new Map<string, LeftOut>();
  private ignored: readonly PathToCopy[] = [];

  private constructor(
    private readonly context: Context,
    private readonly scratch: Scratch,
  ) {}

  /** Runs work with a scratch copy, which is removed afterwards, whatever happens. */
  static async with<T>(
    context: Context,
    engine: Engine,
    copy: readonly string[],
    work: (copy: ScratchCopy) => Promise<T>,
    into?: string,
  ): Promise<T> {
    // Check this before creating anything that would have to be removed.
    const named = copy.map((one) => pathToCopy(context, one));
    const { IgnoredFolders } = await import("../host/ignored");
    const { settingsFor } = await import("../host/openFor");
    const settings = settingsFor(context.location, context.globs);
    const ignored = new IgnoredFolders(engine.root, settings).list();
    const stopListening = onSignal(() => context.interrupt());
    const scratch = new Scratch(
      engine.root,
      (hash) => engine.readContent(hash),
      { into },
    );
    let isKept = false;
    try {
      const made = new ScratchCopy(context, scratch);
      await made.chooseIgnored(engine.root, ignored, named);
      const result = await work(made);
      isKept = into !== undefined;
      return result;
    } finally {
      if (!isKept) scratch.remove();
      stopListening();
    }
  }

  get dir(): string {
    return this.scratch.dir;
  }

  /** What the copy has lacked so far. */
  get leftOut(): LeftOut[] {
    return [...this.lacking.values()];
  }

  /** Makes the copy contain exactly these files, plus ignored ones. */
  async moveTo(files: readonly FileEntry[]): Promise<void> {
    const total = files.length;
    const { leftOut } = await this.patiently(
      this.scratch.moving(files),
      (run, done) => run.progress?.({ phase: "write", done, total }),
    );
    this.context.clearProgress();
    const unread = await this.patiently(this.scratch.copying(this.ignored));
    this.say([...leftOut, ...unread, ...this.scratch.keepLinksOff()]);
  }

  /** Runs a command in the copy. */
  run(
    command: readonly string[],
    options: {
      stdin: "inherit" | "ignore";
      printsToStderr: boolean;
      /** A folder of the copy; absent for its top. */
      folder?: string;
      env?: Record<string, string>;
    },
  ): Promise<ChildResult> {
    const { folder = "", env, ...how } = options;
    const cwd = path.join(this.dir, folder);
    return runChild(command, {
      ...how,
      cwd,
      // If inherited, these would name the workspace.
      env: { ...env, PWD: cwd, OLDPWD: undefined, INIT_CWD: undefined },
    });
  }

  private async chooseIgnored(
    root: string,
    ignored: readonly string[],
    named: readonly string[],
  ): Promise<void> {
    const choosing = choosingIgnored(root, ignored, named, this.dir);
    const { copied, leftOut } = await this.patiently(choosing);
    this.ignored = copied;
    this.say(leftOut);
  }

  /** Warns once about each path that the copy lacks. */
  private say(leftOut: readonly LeftOut[]): void {
    const { out } = this.context;
    const fresh = leftOut.filter(({ path }) => !this.lacking.has(path));
    for (const one of fresh) this.lacking.set(one.path, one);
    for (const line of leftOutLines(fresh)) out.note(out.paintErr("dim", line));
  }

  /** Runs long work in steps and checks for Ctrl-C between them. */
  private async patiently<Step, Result>(
    work: Generator<Step, Result>,
    report?: (run: Run, step: Step) => void,
  ): Promise<Result> {
    // Called once only, because each call restarts the progress display.
    const run = this.context.run;
    let heardMs = Date.now();
    for (;;) {
      const step = work.next();
      if (!step.done && Date.now() - heardMs < HEAR_MS) continue;
      if (!step.done) report?.(run, step.value);
      await hear(run);
      if (step.done) return step.value;
      heardMs = Date.now();
    }
  }
}

async function hear(run: Run): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  if (run.isCancelled?.()) throw stopped();
}

export function stopped(): CheckpointError {
  return new SaidError(
    "cancelled",
    "Stopped. The scratch copy was removed; nothing was changed.",
  );
}

function pathToCopy(context: Context, given: string): string {
  const known = context.path(given);
  const full = path.join(context.location.root, ...known.split("/"));
  if (known !== "" && fs.statSync(full, { throwIfNoEntry: false }))
    return known;
  throw new SaidError(
    "not-found",
    `--copy ${given}: there is no such file or folder.`,
    {
      hint: "Specify a file or folder that exists now.",
      data: { path: known },
    },
  );
}
