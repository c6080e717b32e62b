import * as vscode from "vscode";
import type { Progress } from "../../engine/api";
import type { Call } from "../../worker/client";
import { systemTime } from "../capture/time";
import { noLinks } from "../notify";
import { ifSlow } from "./ifSlow";

/**
 * Runs work that may take long. Only when it does, a notification tells how far
 * it is and lets it be cancelled. A cancelled call rejects with `cancelled`, which
 * nobody is bothered with.
 */
export function withCancel<T>(
  title: string,
  work: (call: Call) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let latest: Progress | undefined;
  let report: ((step: Progress) => void) | undefined;
  const working = work({
    signal: controller.signal,
    onProgress: (step) => {
      latest = step;
      report?.(step);
    },
  });
  return ifSlow(systemTime, working, () => {
    void vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: noLinks(title),
        cancellable: true,
      },
      async (progress, token) => {
        token.onCancellationRequested(() => controller.abort());
        report = reporter(progress);
        if (latest) report(latest);
        await working.catch(() => {}); // Told to whoever asked for the work.
      },
    );
  });
}

type Shown = Parameters<Parameters<typeof vscode.window.withProgress>[1]>[0];

/** The bar wants to be told what was added, never less than nothing. */
function reporter(progress: Shown): (step: Progress) => void {
  let told = 0;
  return (step) => {
    const percent = step.total ? (100 * step.done) / step.total : 0;
    const message = progressText(step);
    progress.report(
      percent > told ? { message, increment: percent - told } : { message },
    );
    told = Math.max(told, percent);
  };
}

function progressText({ phase, done, total }: Progress): string {
  const count = total ? `${done} / ${total}` : String(done);
  switch (phase) {
    case "scan":
      return vscode.l10n.t("looking at files: {0}", count);
    case "read":
      return vscode.l10n.t("recording files: {0}", count);
    case "write":
      return vscode.l10n.t("writing files: {0}", count);
    case "search":
      return vscode.l10n.t("searching: {0}", count);
    case "verify":
      return vscode.l10n.t("verifying: {0}", count);
    case "compact":
      return vscode.l10n.t("freeing space: {0}", count);
    case "wait":
      return vscode.l10n.t("waiting for another window");
  }
}
