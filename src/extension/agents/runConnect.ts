import { execFile } from "node:child_process";
import type { Program } from "../../agents/launcherText";
import { CheckpointError, type ErrorJson } from "../../engine/model/errors";

export interface Change {
  file: string;
  before: string | null;
  after: string | null;
}

/** What `checkpoint connect --json` answers. */
export interface Connected {
  agents?: { name: string; title: string; connected: boolean }[];
  changes?: Change[];
  commands?: string[][];
  /** Commands of the agent's own that could not be run. */
  toRun?: string[][];
  notes?: string[];
}

const WITHIN_MS = 60_000;

/** Runs `checkpoint connect` on the editor's own runtime; throws what it reports. */
export function runConnect(
  { execPath, script }: Program,
  folder: string | undefined,
  args: readonly string[],
): Promise<Connected> {
  const where = folder === undefined ? [] : ["--workspace", folder];
  return new Promise((resolve, reject) => {
    execFile(
      execPath,
      [script, "connect", ...args, ...where, "--json"],
      {
        env: { ...process.env, ELECTRON_RUN_AS_NODE: "1" },
        timeout: WITHIN_MS,
        maxBuffer: 64 * 1024 * 1024,
        windowsHide: true,
      },
      (error, stdout) => {
        try {
          const answer = JSON.parse(stdout) as Connected & {
            error?: ErrorJson;
          };
          if (answer.error) reject(CheckpointError.fromJson(answer.error));
          else resolve(answer);
        } catch {
          const cause = error ?? undefined;
          reject(
            new CheckpointError(
              "internal",
              "The agent’s settings could not be looked at.",
              { cause },
            ),
          );
        }
      },
    );
  });
}
