import * as vscode from "vscode";
import { spawn } from "node:child_process";
import path from "node:path";
import type { SpokenError } from "../../wording/errors";
import { SaidError } from "../../wording/said";
import type { FolderSession } from "../session/folders";

export interface ProcessOptions {
  /** Stops the command, which then cleans up. */
  signal?: AbortSignal;
  /** What the command reports while it runs. */
  onMessage?: (message: unknown) => void;
  /** What it, and the program it runs, print. */
  onOutput?: (text: string) => void;
}

/**
 * Runs a verb of the `checkpoint` command on the editor's own runtime, for work that would block
 * the extension host or the engine's thread. Returns its answer; throws the error that it reports.
 */
export function runVerb<Answer>(
  extension: Pick<vscode.ExtensionContext, "extensionUri">,
  { folder, engine }: FolderSession,
  line: readonly string[],
  { signal, onMessage, onOutput }: ProcessOptions = {},
): Promise<Answer> {
  const script = path.join(extension.extensionUri.fsPath, "dist", "cli.js");
  const [verb = "", ...rest] = line;
  const where = ["--workspace", folder.uri.fsPath, "--json"];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, verb, ...where, ...rest], {
      cwd: folder.uri.fsPath,
      env: {
        ...process.env,
        ELECTRON_RUN_AS_NODE: "1",
        // The exact store, as in the integrated terminal.
        CHECKPOINT_STORE: engine.storeDir,
      },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      windowsHide: true,
      // Its own group, so that everything it started can be stopped with it.
      detached: process.platform !== "win32",
    });
    let answer = "";
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      answer += text;
    });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      onOutput?.(text);
    });
    child.on("message", (message) => onMessage?.(message));
    const stop = (): void => {
      if (process.platform === "win32") child.send("stop", () => {});
      else if (child.pid !== undefined) endGroup(child.pid);
    };
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop);
    child.once("error", reject);
    child.once("close", () => {
      signal?.removeEventListener("abort", stop);
      if (signal?.aborted) return reject(new SaidError("cancelled", ""));
      try {
        const said = JSON.parse(answer) as Answer & { error?: SpokenError };
        if (said.error) reject(SaidError.of(said.error));
        else resolve(said);
      } catch (cause) {
        reject(
          new SaidError(
            "internal",
            vscode.l10n.t("“checkpoint {0}” gave no answer.", verb),
            { cause },
          ),
        );
      }
    });
  });
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGTERM");
  } catch {
    // It has ended already.
  }
}
