import * as vscode from "vscode";
import type { Side as DiffSide } from "../../engine/model/changes";
import { openDiff, type Side } from "../compare/openDiff";
import { runCommand } from "../commands/runCommand";
import type { Folders, FolderSession } from "../session/folders";
import { SaidError } from "../../wording/said";

// Not in the manifest, because only answers in the chat use these commands. Their arguments are
// plain data, since an answer outlives its window.
const OPEN_CHECKPOINT = "_checkpoint.openCheckpoint";
const OPEN_DIFF = "_checkpoint.openDiff";

/** The actions of an answer's links and buttons. */
export function registerLinks(folders: Folders): vscode.Disposable {
  const sessionAt = (folder: string): FolderSession => {
    const found = folders.all.find(
      (each) => each.folder.uri.toString() === folder,
    );
    if (found) return found;
    throw new SaidError(
      "not-found",
      vscode.l10n.t("That folder is no longer open in this window."),
    );
  };
  return vscode.Disposable.from(
    vscode.commands.registerCommand(
      OPEN_CHECKPOINT,
      (folder: string, number: number) =>
        runCommand(async () => {
          const session = sessionAt(folder);
          const { checkpoint } = await session.engine.resolve(`#${number}`);
          const row = { type: "member", target: { session, checkpoint } };
          await vscode.commands.executeCommand(
            "checkpoint.openAllChanges",
            row,
          );
        }),
    ),
    vscode.commands.registerCommand(
      OPEN_DIFF,
      (folder: string, from: DiffSide, to: DiffSide) =>
        runCommand(async () => {
          const session = sessionAt(folder);
          await session.flush();
          const diff = await session.engine.diff(refOf(from), refOf(to), {
            content: false,
          });
          const [left, right] = [sideOf(from), sideOf(to)];
          const title = `${shortLabel(from)} ↔ ${shortLabel(to)}`;
          await openDiff(title, [{ session, diff, left, right }]);
        }),
    ),
  );
}

/** Returns text in which a checkpoint's number links to its changes; nothing else becomes a link. */
export function linked(text: string): vscode.MarkdownString {
  const markdown = new vscode.MarkdownString(text);
  markdown.isTrusted = { enabledCommands: [OPEN_CHECKPOINT] };
  return markdown;
}

/** Returns, for example, “#12”, for `linked`. */
export function numberLink(session: FolderSession, number: number): string {
  const given = JSON.stringify([session.folder.uri.toString(), number]);
  const link = `command:${OPEN_CHECKPOINT}?${encodeURIComponent(given)}`;
  return `**[#${number}](${link})**`;
}

/** Returns a button that opens a comparison in the diff editor. */
export function openDiffButton(
  session: FolderSession,
  from: DiffSide,
  to: DiffSide,
): vscode.Command {
  return {
    command: OPEN_DIFF,
    title: vscode.l10n.t("Open Changes"),
    arguments: [session.folder.uri.toString(), from, to],
  };
}

/** True if a side is the current state of the files. */
export function isWorkspace({ label }: DiffSide): boolean {
  return label === "workspace";
}

function refOf(side: DiffSide): string {
  return isWorkspace(side) ? "workspace" : `@${side.moment}`;
}

function sideOf(side: DiffSide): Side {
  const { moment } = side;
  return isWorkspace(side) || moment === null
    ? { at: "now" }
    : { at: "moment", moment, label: shortLabel(side) };
}

function shortLabel(side: DiffSide): string {
  if (isWorkspace(side)) return vscode.l10n.t("Workspace");
  return side.checkpoint ? `#${side.checkpoint.number}` : side.label;
}
