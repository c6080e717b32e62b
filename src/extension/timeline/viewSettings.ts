import * as vscode from "vscode";
import { settingOf } from "../settings/settings";
import { GROUPINGS, type Grouping } from "./groups";
import type { TimeStyle } from "../../wording/times";

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

/** True if every checkpoint has a row of its own. */
export function isFlatSetting(): boolean {
  return configuration().get<string>("timeline.show") === "checkpoints";
}

export async function setFlat(isFlat: boolean): Promise<void> {
  await change("timeline.show", isFlat ? "checkpoints" : "deeds");
}

export async function setGrouping(grouping: Grouping): Promise<void> {
  await change("timeline.groupBy", grouping);
}

/** Changes a setting where it counts: a workspace's own hides the person's. */
async function change(name: string, value: string): Promise<void> {
  const known = configuration().inspect(name);
  await configuration().update(
    name,
    value,
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
  return settingOf("confirmRestore") !== false;
}

function configuration(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration("checkpoint");
}
