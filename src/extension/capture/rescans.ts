import * as vscode from "vscode";
import type { Disposable } from "../../base/lifecycle";

/** Coming back to the window looks at everything, unless that was done lately. */
const FOCUS_AFTER_MS = 60_000;
/** And so does a long time without, since watchers fail without saying so. */
const IDLE_AFTER_MS = 10 * 60_000;
const CHECK_EVERY_MS = 60_000;

/** Calls `rescan` on focus after a pause, and now and then. */
export function scheduleRescans(rescan: () => Promise<void>): Disposable {
  let lastAt = Date.now();
  const after = (pause: number): void => {
    const sinceMs = Date.now() - lastAt;
    // Less than none: the clock was set back, and nobody knows how long it was.
    if (sinceMs >= 0 && sinceMs < pause) return;
    lastAt = Date.now();
    void rescan();
  };
  const timer = setInterval(() => {
    if (vscode.window.state.focused) after(IDLE_AFTER_MS);
  }, CHECK_EVERY_MS);
  return vscode.Disposable.from(
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) after(FOCUS_AFTER_MS);
    }),
    { dispose: () => clearInterval(timer) },
  );
}
