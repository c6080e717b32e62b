import * as vscode from "vscode";
import type { Deed } from "../../engine/api";
import type { Source } from "../../engine/model/checkpoint";
import { authorLook } from "./authorLooks";

export const HERE_COLOR = "checkpoint.here";

/** Of a row that the workspace is exactly as. */
export function hereIcon(): vscode.ThemeIcon {
  return new vscode.ThemeIcon("target", new vscode.ThemeColor(HERE_COLOR));
}

/** Of the current files that differ from every checkpoint. */
export function changedIcon(): vscode.ThemeIcon {
  return new vscode.ThemeIcon("record", new vscode.ThemeColor(HERE_COLOR));
}

export function authorIcon(author: Source): vscode.ThemeIcon {
  const { icon, color } = authorLook(author);
  return new vscode.ThemeIcon(icon, new vscode.ThemeColor(color));
}

/** Of a heading for an author: as on the author's rows. */
export function headingIcon(id: string): vscode.ThemeIcon | undefined {
  const author = /^agent:(.+)$/.exec(id)?.[1];
  return author === undefined ? undefined : authorIcon(author);
}

/** The icon says what it is, or who did it; the colour always who did it. */
export function deedIcon({ kind, author, checkpoint }: Deed): vscode.ThemeIcon {
  const { color } = authorLook(author);
  const icon = (id: string, by = color): vscode.ThemeIcon =>
    new vscode.ThemeIcon(id, new vscode.ThemeColor(by));
  switch (kind) {
    case "turn":
    case "edits":
      return authorIcon(author);
    case "rename":
      return icon("arrow-swap");
    case "git":
      return icon("git-branch");
    case "restore":
      return icon("discard", "checkpoint.author.restore");
    case "named":
      return icon(
        checkpoint?.pinned
          ? "pinned"
          : checkpoint?.kind === "feature"
            ? "milestone"
            : "bookmark",
        "checkpoint.named",
      );
    case "session":
      return icon("dash", "checkpoint.author.outside");
    case "guard":
      return icon("shield", "checkpoint.author.outside");
  }
}
