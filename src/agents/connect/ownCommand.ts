import { spawnSync } from "node:child_process";

const WITHIN_MS = 20_000;

/** Runs a command of the agent's own; false when it is not there or fails. */
export function runOwn(command: string, args: string[], cwd: string): boolean {
  const { status } = spawnSync(command, args, {
    ...{ cwd, timeout: WITHIN_MS },
    stdio: "ignore",
    windowsHide: true,
  });
  return status === 0;
}

/** Returns what such a command prints; null when it fails, undefined when it cannot be run. */
export function outputOfOwn(
  command: string,
  args: string[],
  cwd: string,
): string | null | undefined {
  const { status, stdout } = spawnSync(command, args, {
    ...{ cwd, timeout: WITHIN_MS },
    stdio: ["ignore", "pipe", "ignore"],
    encoding: "utf8",
    windowsHide: true,
  });
  if (status === null) return undefined;
  return status === 0 ? stdout : null;
}
