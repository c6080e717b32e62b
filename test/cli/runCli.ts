import assert from "node:assert/strict";
import {
  spawn,
  type ChildProcess,
  type SpawnOptions,
} from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import type { SpokenError } from "../../src/answers/error";
import { failure, verbs } from "../../src/answers/verbs";
import { dataDir } from "../../src/host/dataDir";
import { assertIs } from "../answers/assertIs";
import { madeForEach } from "../helpers/madeForEach";
import { repository } from "../helpers/repository";
import { TempWorkspace } from "../helpers/tempWorkspace";
import { CommandHost } from "./commandHost";

export const cliFile = path.join(repository, "dist", "cli.js");

export interface CliResult {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  bytes: Buffer;
}

/** An error in JSON, and the exit code. */
export type Problem = SpokenError & { exit: number | null };

export interface CliOptions {
  /** True to exchange messages with it, as the editor does. */
  hasChannel?: boolean;
  cwd?: string;
  env?: Record<string, string | undefined>;
  input?: string;
  /** Without the --store that tests give by default. */
  hasOwnStore?: boolean;
}

/**
 * A workspace and the built command, driven from the outside as a person or an
 * agent would.
 */
export class CliWorkspace extends TempWorkspace {
  readonly home = path.join(this.base, "home");
  readonly env: Record<string, string | undefined>;
  /** Where the command keeps stores, registry and settings by default. */
  readonly dataDir: string;

  constructor(files: Readonly<Record<string, string | Uint8Array>> = {}) {
    super(files);
    fs.mkdirSync(this.home);
    this.env = {
      ...process.env,
      HOME: this.home,
      USERPROFILE: this.home,
      LOCALAPPDATA: path.join(this.home, "local"),
      XDG_DATA_HOME: path.join(this.home, "data"),
      CHECKPOINT_STORE: undefined,
      NO_COLOR: undefined,
      FORCE_COLOR: undefined,
    };
    this.dataDir = dataDir(this.env, process.platform, this.home);
  }

  start(args: readonly string[], options: CliOptions = {}): ChildProcess {
    const store = options.hasOwnStore ? [] : this.ownStore;
    return spawnPatiently([cliFile, ...store, ...args], {
      cwd: options.cwd ?? this.root,
      env: { ...this.env, ...options.env },
      ...(options.hasChannel
        ? { stdio: ["pipe", "pipe", "pipe", "ipc"] as const }
        : {}),
    });
  }

  /** Runs it to completion, without a terminal. */
  run(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
    const child = this.start(args, options);
    child.stdin!.end(options.input ?? "");
    return resultOf(child);
  }

  /** Runs it, expects success, and returns its output. */
  async prints(...args: string[]): Promise<string> {
    const result = await this.run(args);
    assert.equal(result.code, 0, `${args.join(" ")}: ${result.stderr}`);
    return result.stdout;
  }

  /** Runs it with --json, and expects success and one document on stdout. */
  async json<T = Record<string, never>>(...args: string[]): Promise<T> {
    const result = await this.run(withJson(args));
    assert.equal(result.code, 0, `${args.join(" ")}: ${result.stdout}`);
    const answer = JSON.parse(result.stdout) as T;
    const verb = verbIn(args);
    if (verb) assertIs(verbs[verb], answer, args.join(" "));
    return answer;
  }

  /** Runs it with --json and returns the error that it must report. */
  async problem(...args: string[]): Promise<Problem> {
    const { code, stdout } = await this.run(withJson(args));
    return problemOf(args, code, stdout);
  }

  /** A process that runs many lines in this workspace; the caller ends it. */
  host(): CommandHost {
    return new CommandHost(this.root, this.env);
  }

  /** Like `problem`, in such a process. */
  async problemIn(host: CommandHost, ...args: string[]): Promise<Problem> {
    const { code, out } = await host.run([...this.ownStore, ...withJson(args)]);
    return problemOf(args, code, out);
  }

  private get ownStore(): string[] {
    return ["--store", path.join(this.base, "own")];
  }
}

function problemOf(
  args: readonly string[],
  exit: number | null,
  stdout: string,
): Problem {
  const answer = JSON.parse(stdout) as { error: SpokenError };
  assertIs(failure, answer, args.join(" "));
  return { exit, ...answer.error };
}

/** The verb of a line, which may follow options. */
function verbIn(args: readonly string[]): keyof typeof verbs | undefined {
  const lines = args.flatMap((word, at) => [`${word} ${args[at + 1]}`, word]);
  return lines.find((line): line is keyof typeof verbs =>
    Object.hasOwn(verbs, line),
  );
}

/** Options are inserted before the last word before `--`. */
function withJson(args: readonly string[]): string[] {
  const end = args.indexOf("--");
  return end < 0
    ? [...args, "--json"]
    : [...args.slice(0, end), "--json", ...args.slice(end)];
}

export function resultOf(child: ChildProcess): Promise<CliResult> {
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout!.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr!.on("data", (chunk: Buffer) => err.push(chunk));
  child.stdin!.on("error", () => {}); // a command that exits early does not read its input
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      const bytes = Buffer.concat(out);
      const stderr = Buffer.concat(err).toString("utf8");
      resolve({ code, signal, stdout: bytes.toString("utf8"), stderr, bytes });
    });
  });
}

/** Creates a workspace for one test; mocha disposes of it afterwards. */
export const cliForEach = () =>
  madeForEach(
    (files?: Readonly<Record<string, string | Uint8Array>>) =>
      new CliWorkspace(files),
  );

/** Under Wine, a busy system sometimes refuses to start a process for no stated reason. */
function spawnPatiently(args: string[], options: SpawnOptions): ChildProcess {
  for (let tries = 0; ; tries++)
    try {
      return spawn(process.execPath, args, options);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (process.platform !== "win32" || code !== "UNKNOWN" || tries === 5)
        throw error;
    }
}
