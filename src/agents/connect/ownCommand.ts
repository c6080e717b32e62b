import { spawnSync } from "node:child_process";

const TIMEOUT_MS = 20_000;

/** Runs one of the agent's own commands; returns false if it is missing or fails. */
export function runOwn(command: string, args: string[], cwd: string): boolean {
  const { status } = spawnSync(command, args, {
    ...{ cwd, timeout: TIMEOUT_MS },
    stdio: "ignore",
    windowsHide: true,
  });
  return status === 0;
}

/**
 * Returns the output of one of the agent's own commands; null if it fails, undefined if it
 * cannot be run.
 */
export function outputOfOwn(
  command: string,
  args: string[],
  cwd: string,
): string | null | undefined {
  const { status, stdout } = spawnSync(command, args, {
    ...{ cwd, timeout: TIMEOUT_MS },
    stdio: ["ignore", "pipe", "ignore"],
    encoding: "utf8",
    windowsHide: true,
  });
  if (status === null) return undefined;
  return status === 0 ? stdout : null;
}
