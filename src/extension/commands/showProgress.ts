import * as vscode from "vscode";
import type { Progress } from "../../engine/api";
import type { Call } from "../../worker/client";
import { systemTime } from "../../base/time";
import { progressText } from "../../wording/progress";
import { voice, clockOf } from "../text/voice";
import { noLinks } from "../notify";
import { ifSlow } from "./ifSlow";

/**
 * Runs work that may take long. If it does, a notification shows the progress with a Cancel button.
 * A cancelled call rejects with `cancelled`, which is not reported.
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
        await working.catch(() => {}); // Reported by the caller.
      },
    );
  });
}

type Shown = Parameters<Parameters<typeof vscode.window.withProgress>[1]>[0];

/** The progress bar takes increments, which must not be negative. */
function reporter(progress: Shown): (step: Progress) => void {
  let shown = 0;
  return (step) => {
    const percent = step.total ? (100 * step.done) / step.total : 0;
    const message = progressText(step, clockOf, voice);
    progress.report(
      percent > shown ? { message, increment: percent - shown } : { message },
    );
    shown = Math.max(shown, percent);
  };
}
