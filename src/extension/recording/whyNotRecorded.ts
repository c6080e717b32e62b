import path from "node:path";
import * as vscode from "vscode";
import type { Why } from "../../engine/api";
import { inform } from "../notify";
import type { Command } from "../commands/commandContext";
import { fileOf } from "../commands/sessions";
import { givenOrActive } from "../commands/targets";
import { whyText } from "../../wording/why";
import { voice } from "../text/voice";
import { SaidError } from "../../wording/said";

/** Explains why the active (or given) file is recorded or not; a button opens the rule. */
export const whyNotRecorded: Command = async ({ folders }, given) => {
  const uri = givenOrActive(given);
  if (!uri)
    throw new SaidError("bad-input", vscode.l10n.t("Open the file first."));
  const { session, path: asked } = fileOf(folders, uri);
  const why = await session.engine.why(asked);
  const open = openRule(why, session.folder.uri);
  const button = vscode.l10n.t("Open Rule");
  const pressed = await inform(whyText(why, voice), ...(open ? [button] : []));
  if (pressed === button) await open?.();
};

/** Returns how to open the rule; undefined if there is none to open. */
function openRule(
  { rule, reason }: Why,
  folder: vscode.Uri,
): (() => Thenable<unknown>) | undefined {
  const setting =
    reason === "too-large" ? "maxFileSize" : rule?.file === null && "exclude";
  if (setting)
    return () =>
      vscode.commands.executeCommand(
        "workbench.action.openSettings",
        `checkpoint.${setting}`,
      );
  if (!rule || rule.file === null) return undefined;
  const { file, line } = rule;
  const uri = path.isAbsolute(file)
    ? folder.with({ path: vscode.Uri.file(file).path })
    : vscode.Uri.joinPath(folder, file);
  const at = new vscode.Position(Math.max(0, (line ?? 1) - 1), 0);
  return () =>
    vscode.window.showTextDocument(uri, {
      selection: new vscode.Range(at, at),
      preview: true,
    });
}
