import { execFile } from "node:child_process";
import type { ConnectAnswer } from "../../answers/verbs";
import type { Program } from "../../agents/launcherText";
import type { SpokenError } from "../../wording/errors";
import { problem } from "../../engine/model/errors";
import { SaidError } from "../../wording/said";

const WITHIN_MS = 60_000;

/** Runs `checkpoint connect` on the editor's own runtime; throws the error that it reports. */
export function runConnect(
  { execPath, script }: Program,
  folder: string | undefined,
  args: readonly string[],
): Promise<ConnectAnswer> {
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
          const answer = JSON.parse(stdout) as ConnectAnswer & {
            error?: SpokenError;
          };
          if (answer.error) reject(SaidError.of(answer.error));
          else resolve(answer);
        } catch {
          const cause = error ?? undefined;
          reject(problem("agent-settings-not-planned", {}, cause));
        }
      },
    );
  });
}
