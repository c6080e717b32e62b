import { spawn } from "node:child_process";
import { CheckpointError } from "../engine/model/errors";
import { onSignal, signalExitCode } from "./interrupt";

export interface ChildResult {
  /** As a shell counts it: 128 and more when a signal ended it. */
  exitCode: number;
  signal: NodeJS.Signals | null;
  /** True when somebody tried to stop us meanwhile. */
  wasInterrupted: boolean;
}

/**
 * Runs a command of the user's in the foreground, with no shell between. What
 * is meant to stop us goes on to it: it ends, and we tidy up. Ctrl-C on a
 * terminal it has heard itself: many take a second one for “at once”.
 */
export function runChild(
  command: readonly string[],
  options: {
    cwd: string;
    /** Sends what it prints on stdout to stderr, to keep stdout for the answer. */
    printsToStderr: boolean;
    stdin: "inherit" | "ignore";
    env?: Record<string, string>;
  },
): Promise<ChildResult> {
  const [file, ...args] = command as [string, ...string[]];
  const stdout = options.printsToStderr ? process.stderr : "inherit";
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: options.cwd,
      env: { ...process.env, ...options.env },
      stdio: [options.stdin, stdout, "inherit"],
    });
    let wasInterrupted = false;
    const stop = onSignal((signal) => {
      wasInterrupted = true;
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    });
    child.on("error", (error) => {
      // It runs, and may not be signalled (sudo): its end is waited for.
      if (child.pid !== undefined) return;
      stop();
      reject(cannotStart(file, error));
    });
    child.once("close", (code, signal) => {
      stop();
      const exitCode = code ?? (signal ? signalExitCode(signal) : 1);
      resolve({ exitCode, signal, wasInterrupted });
    });
  });
}

const WHY: Readonly<Record<string, string>> = {
  ENOENT: "there is no such command",
  EACCES: "it may not be executed (chmod +x makes it so)",
};

function cannotStart(
  file: string,
  error: NodeJS.ErrnoException,
): CheckpointError {
  const why = WHY[error.code ?? ""] ?? error.message;
  return new CheckpointError(
    "not-found",
    `“${file}” cannot be started: ${why}.`,
    {
      hint: "Give the command and its arguments after “--”; for a shell line use: -- sh -c 'LINE'.",
      data: { command: file },
      cause: error,
    },
  );
}
