import * as vscode from "vscode";
import type { Source } from "../../engine/model/checkpoint";
import type { FolderSession } from "../session/folders";
import { noIcons } from "../text/quickPickText";
import { sourceName } from "../../wording/kinds";
import { voice } from "../text/voice";

const LOOK_BACK = 500;

/** Asks for a source, from those the history knows. */
export async function pickSource(
  sessions: readonly FolderSession[],
  title: string,
): Promise<Source | undefined> {
  const known = new Set<Source>();
  for (const { engine } of sessions) {
    const { checkpoints } = await engine.list({ limit: LOOK_BACK });
    for (const { source } of checkpoints) known.add(source);
    for (const { source } of await engine.threads()) known.add(source);
  }
  const plain = ["editor", "outside", "git", "restore", "cli"];
  const rank = (source: Source): number => plain.indexOf(source);
  const picked = await vscode.window.showQuickPick(
    [...known]
      // Agents, which have their own names, come first.
      .sort((a, b) => rank(a) - rank(b) || a.localeCompare(b))
      .map((source) => ({
        label: noIcons(sourceName(source, voice)),
        iconPath: new vscode.ThemeIcon(rank(source) < 0 ? "sparkle" : "person"),
        source,
      })),
    { title, placeHolder: vscode.l10n.t("Who made the changes?") },
  );
  return picked?.source;
}
