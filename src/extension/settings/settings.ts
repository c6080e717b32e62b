import * as vscode from "vscode";
import { warn } from "../notify";
import { settingValue, type SettingName } from "./settingSides";
import { readSettings, type Settings } from "./settingsRules";

/** Returns the settings of a folder; problems with them are reported once. */
export function settingsOf(folder: vscode.WorkspaceFolder): Settings {
  const { settings, problems } = readSettings((name) =>
    settingOf(name, folder.uri),
  );
  warnOnce(problems);
  return settings;
}

/** Fires when a setting of this folder may have changed, by an edit or by a change of trust. */
export function onDidChangeSettings(
  folder: vscode.WorkspaceFolder,
  listener: () => void,
): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("checkpoint", folder.uri)) listener();
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(listener),
  );
}

/** Returns the effective value of a setting, unchecked. */
export function settingOf(name: SettingName, scope?: vscode.Uri): unknown {
  return settingValue(
    name,
    vscode.workspace.isTrusted,
    vscode.workspace.getConfiguration("checkpoint", scope),
  );
}

const shown = new Set<string>();

function warnOnce(problems: readonly string[]): void {
  const fresh = problems.filter((problem) => !shown.has(problem));
  if (fresh.length === 0) return;
  for (const problem of fresh) shown.add(problem);
  const open = vscode.l10n.t("Open Settings");
  void warn(fresh.join(" "), open).then((chosen) => {
    if (chosen === open)
      void vscode.commands.executeCommand(
        "workbench.action.openSettings",
        "@ext:checkpoint-dev.checkpoint",
      );
  });
}
