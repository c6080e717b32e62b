import * as vscode from "vscode";
import type { Progress } from "../../engine/api";
import type { Call } from "../../worker/client";

/**
 * Runs long work under a notification that can be cancelled; it appears only
 * when the work takes longer than a moment. A cancelled call rejects with
 * `cancelled`, which nobody is bothered with.
 */
export function withCancel<T>(
  title: string,
  work: (call: Call) => Promise<T>,
): Thenable<T> {
  return vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title,
      cancellable: true,
    },
    (progress, token) => {
      const controller = new AbortController();
      token.onCancellationRequested(() => controller.abort());
      let told = 0;
      return work({
        signal: controller.signal,
        onProgress: (step) => {
          const percent = step.total ? (100 * step.done) / step.total : 0;
          const text = progressText(step);
          progress.report(
            percent > told
              ? { message: text, increment: percent - told }
              : { message: text },
          );
          told = Math.max(told, percent);
        },
      });
    },
  );
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
