import * as vscode from "vscode";
import type { Log } from "../base/log";

/**
 * The extension's log, the “Checkpoint” output channel. There is one per window, opened at
 * activation; before that, and in tests, nothing is logged.
 */
export const log: Log & { show(): void } = {
  info: (message, data) => channel?.info(withData(message, data)),
  warn: (message, data) => channel?.warn(withData(message, data)),
  error(message, error) {
    if (error === undefined) channel?.error(message);
    else channel?.error(`${message}: ${withStack(error)}`);
  },
  show: () => channel?.show(),
};

let channel: vscode.LogOutputChannel | undefined;

/** Opens the channel; dispose it with the extension. */
export function openLog(): vscode.Disposable {
  const opened = vscode.window.createOutputChannel("Checkpoint", { log: true });
  channel = opened;
  return {
    dispose() {
      channel = undefined;
      opened.dispose();
    },
  };
}

function withData(message: string, data?: Record<string, unknown>): string {
  return data ? `${message} ${JSON.stringify(data)}` : message;
}

function withStack(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = error.stack ?? error.message;
  return error.cause === undefined
    ? own
    : `${own}\nCaused by: ${withStack(error.cause)}`;
}
