import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { madeForEach } from "../helpers/madeForEach";
import { repository } from "../helpers/repository";
import { TempWorkspace } from "../helpers/tempWorkspace";

export const cliFile = path.join(repository, "dist", "cli.js");

export interface CliResult {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  bytes: Buffer;
}

export interface CliOptions {
  cwd?: string;
  env?: Record<string, string | undefined>;
  input?: string;
  /** Without the --store that tests give by default. */
  hasOwnStore?: boolean;
}

/** A workspace and the built command, driven from outside as a person or an agent does. */
export class CliWorkspace extends TempWorkspace {
  readonly home = path.join(this.base, "home");
  readonly env: Record<string, string | undefined>;

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
  }

  start(args: readonly string[], options: CliOptions = {}): ChildProcess {
    const store = options.hasOwnStore
      ? []
      : ["--store", path.join(this.base, "own")];
    return spawn(process.execPath, [cliFile, ...store, ...args], {
      cwd: options.cwd ?? this.root,
      env: { ...this.env, ...options.env },
    });
  }

  /** Runs it to its end, with no terminal. */
  run(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
    const child = this.start(args, options);
    child.stdin!.end(options.input ?? "");
    return resultOf(child);
  }

  /** Runs it, expects success, and returns what it printed. */
  async prints(...args: string[]): Promise<string> {
    const result = await this.run(args);
    assert.equal(result.code, 0, `${args.join(" ")}: ${result.stderr}`);
    return result.stdout;
  }

  /** Runs it with --json, expects success and one document on stdout. */
  async json<T = Record<string, never>>(...args: string[]): Promise<T> {
    const result = await this.run(withJson(args));
    assert.equal(result.code, 0, `${args.join(" ")}: ${result.stdout}`);
    return JSON.parse(result.stdout) as T;
  }

  /** Runs it with --json and returns the error it must answer with. */
  async problem(...args: string[]): Promise<{
    exit: number | null;
    code: string;
    message: string;
    hint: string | null;
    data: Record<string, unknown>;
  }> {
    const result = await this.run(withJson(args));
    const { error } = JSON.parse(result.stdout) as {
      error: {
        code: string;
        message: string;
        hint: string | null;
        data: Record<string, unknown>;
      };
    };
    return { exit: result.code, ...error };
  }
}

/** The last word before `--` is the place for options. */
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
  child.stdin!.on("error", () => {}); // a command that ends early does not read
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      const bytes = Buffer.concat(out);
      const stderr = Buffer.concat(err).toString("utf8");
      resolve({ code, signal, stdout: bytes.toString("utf8"), stderr, bytes });
    });
  });
}

/** Makes a workspace for one test; mocha disposes of it after the test. */
export const cliForEach = () =>
  madeForEach(
    (files?: Readonly<Record<string, string | Uint8Array>>) =>
      new CliWorkspace(files),
  );
