import { spawn } from "node:child_process";
import fs from "node:fs";
import type { CheckpointError } from "../engine/model/errors";
import { onSignal, signalExitCode } from "./interrupt";
import { windowsCommand, type Startable } from "./windowsCommand";
import { SaidError } from "../wording/said";

export interface ChildResult {
  /** The exit code as a shell reports it: 128 plus the signal's number if a signal ended it. */
  exitCode: number;
  signal: NodeJS.Signals | null;
  /** True if a termination signal arrived meanwhile. */
  wasInterrupted: boolean;
}

/**
 * Runs a user's command in the foreground, without a shell. Termination signals are forwarded, so
 * that the command ends and we can clean up. Ctrl-C on a terminal is not: the command has received
 * it already, and many programs treat a second one as “quit now”.
 */
export function runChild(
  command: readonly string[],
  options: {
    cwd: string;
    /** Redirects the command's stdout to stderr, to keep stdout for the answer. */
    printsToStderr: boolean;
    stdin: "inherit" | "ignore";
    env?: Record<string, string | undefined>;
  },
): Promise<ChildResult> {
  const env = { ...process.env, ...options.env };
  const { file, args, ...how } = startable(command, options.cwd, env);
  const stdout = options.printsToStderr ? process.stderr : "inherit";
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      ...how,
      cwd: options.cwd,
      env,
      stdio: [options.stdin, stdout, "inherit"],
    });
    let wasInterrupted = false;
    const stop = onSignal((signal) => {
      wasInterrupted = true;
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    });
    child.on("error", (error) => {
      // It runs as another user (sudo) and cannot be signalled, so wait for it to end.
      if (child.pid !== undefined) return;
      stop();
      reject(cannotStart(command[0]!, error));
    });
    child.once("close", (code, signal) => {
      stop();
      const exitCode = code ?? (signal ? signalExitCode(signal) : 1);
      resolve({ exitCode, signal, wasInterrupted });
    });
  });
}

function startable(
  command: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Startable {
  if (process.platform === "win32")
    return windowsCommand(command, { cwd, env, isFile });
  const [file, ...args] = command as [string, ...string[]];
  return { file, args };
}

function isFile(full: string): boolean {
  return fs.statSync(full, { throwIfNoEntry: false })?.isFile() === true;
}

const WHY: Readonly<Record<string, string>> = {
  ENOENT: "there is no such command",
  EACCES: "it is not executable (try chmod +x)",
};

function cannotStart(
  file: string,
  error: NodeJS.ErrnoException,
): CheckpointError {
  const why = WHY[error.code ?? ""] ?? error.message;
  return new SaidError("not-found", `“${file}” cannot be started: ${why}.`, {
    hint: "Put the command and its arguments after “--”; for a shell line use: -- sh -c 'LINE'.",
    data: { command: file },
    cause: error,
  });
}
