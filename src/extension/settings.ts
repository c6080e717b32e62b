import * as vscode from "vscode";
import { warn } from "./notify";
import { pathLikeSettings, readSettings, type Settings } from "./settingsRules";

/** Returns the settings of a folder; what is wrong with them is told once. */
export function settingsOf(folder: vscode.WorkspaceFolder): Settings {
  const configuration = vscode.workspace.getConfiguration(
    "checkpoint",
    folder.uri,
  );
  const { settings, problems } = readSettings((name) =>
    valueOf(configuration, name),
  );
  warnOnce(problems);
  return settings;
}

/** Tells when a setting of this folder may have changed, by being edited or trusted. */
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

function valueOf(
  configuration: vscode.WorkspaceConfiguration,
  name: string,
): unknown {
  if (vscode.workspace.isTrusted || !pathLikeSettings.has(name))
    return configuration.get(name);
  const known = configuration.inspect(name);
  return known?.globalValue ?? known?.defaultValue;
}

const told = new Set<string>();

function warnOnce(problems: readonly string[]): void {
  const fresh = problems.filter((problem) => !told.has(problem));
  if (fresh.length === 0) return;
  for (const problem of fresh) told.add(problem);
  const open = vscode.l10n.t("Open Settings");
  void warn(fresh.join(" "), open).then((chosen) => {
    if (chosen === open)
      void vscode.commands.executeCommand(
        "workbench.action.openSettings",
        "@ext:checkpoint-dev.checkpoint",
      );
  });
}
