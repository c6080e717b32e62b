import * as vscode from "vscode";
import { GROUPINGS, type Grouping } from "./groups";
import type { TimeStyle } from "./times";

/** Tells when rows may have to look different by a setting. */
export function onDidChangeViewSettings(
  listener: () => void,
): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration("checkpoint")) listener();
  });
}

export function groupingSetting(): Grouping {
  const value = configuration().get<string>("timeline.groupBy");
  // A value somebody typed by hand falls back; the settings editor marks it.
  return GROUPINGS.find((grouping) => grouping === value) ?? "day";
}

/** Changes it where it counts: a workspace's own setting hides the person's. */
export async function setGrouping(grouping: Grouping): Promise<void> {
  const known = configuration().inspect("timeline.groupBy");
  await configuration().update(
    "timeline.groupBy",
    grouping,
    known?.workspaceValue === undefined
      ? vscode.ConfigurationTarget.Global
      : vscode.ConfigurationTarget.Workspace,
  );
}

export function timeStyle(): TimeStyle {
  const format = configuration().get<string>("dateFormat");
  return {
    now: Date.now(),
    locale: vscode.env.language,
    format: format === "absolute" ? "absolute" : "relative",
  };
}

/** For what stays as it was written, as titles and answers do: a clock time, not an age. */
export function lastingTimeStyle(): TimeStyle {
  return { ...timeStyle(), format: "absolute" };
}

export function asksBeforeRestore(): boolean {
  return configuration().get<boolean>("confirmRestore") !== false;
}

function configuration(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration("checkpoint");
}
