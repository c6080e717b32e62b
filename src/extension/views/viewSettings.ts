import * as vscode from "vscode";
import { GROUPINGS, type Grouping } from "./groups";
import type { TimeStyle } from "./times";

export function groupingSetting(): Grouping {
  const value = configuration().get<string>("timeline.groupBy");
  // A value somebody typed by hand falls back; the settings editor marks it.
  return GROUPINGS.find((grouping) => grouping === value) ?? "day";
}

export async function setGrouping(grouping: Grouping): Promise<void> {
  await configuration().update(
    "timeline.groupBy",
    grouping,
    vscode.ConfigurationTarget.Global,
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

export function asksBeforeRestore(): boolean {
  return configuration().get<boolean>("confirmRestore") !== false;
}

function configuration(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration("checkpoint");
}
