import * as vscode from "vscode";
import type { Folders } from "../session/folders";
import { isRecorded, onDidChangeStates } from "./recorded";

/**
 * Keeps `checkpoint.state`, by which the manifest chooses the welcome text: the
 * one state all folders share, or `ready` when at least one is recorded.
 */
export function followState(folders: Folders): vscode.Disposable {
  const tell = (): void => {
    const { all } = folders;
    const [first] = all;
    const same = all.every((session) => session.state === first?.state);
    const state =
      first === undefined
        ? "none"
        : all.some(isRecorded)
          ? first.state === "starting" && same
            ? "starting"
            : "ready"
          : same
            ? first.state
            : "failed";
    setContext("state", state);
    setContext("isPaused", folders.isPaused);
  };
  tell();
  const following = onDidChangeStates(folders, tell);
  return new vscode.Disposable(() => following.dispose());
}

/** Sets a context key of ours for the manifest's `when` clauses. */
export function setContext(name: string, value: unknown): void {
  void vscode.commands.executeCommand(
    "setContext",
    `checkpoint.${name}`,
    value,
  );
}
