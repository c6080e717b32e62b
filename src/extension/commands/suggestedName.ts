import * as vscode from "vscode";
import type { ChangePaths } from "../../engine/model/checkpoint";
import { baseOf } from "../../engine/model/workspacePath";
import { clockTime } from "../../wording/times";
import type { FolderSession } from "../session/folders";
import { shorten } from "../text/markdown";

const MAX_LENGTH = 60;

/**
 * Returns a name for a checkpoint that is about to be created: what changed since the last
 * one, else the last prompt, else the time.
 */
export async function suggestedName(
  sessions: readonly FolderSession[],
): Promise<string> {
  for (const session of sessions) {
    const name = await nameFrom(session).catch(() => null);
    if (name) return name;
  }
  return vscode.l10n.t(
    "State at {0}",
    clockTime(new Date().toISOString(), vscode.env.language),
  );
}

/** Uses what is already recorded, so that nobody waits for a name. */
async function nameFrom({ engine }: FolderSession): Promise<string | null> {
  const { moment, checkpoint } = await engine.resolve("workspace");
  const [last] = (await engine.list({ limit: 1 })).checkpoints;
  if (last && last.moment < moment && !checkpoint) {
    const diff = await engine.diff(`@${last.moment}`, `@${moment}`, {
      content: false,
      renames: false,
    });
    const paths = (list: readonly { path: string }[]) =>
      list.map(({ path }) => path);
    return changedName({
      added: paths(diff.added),
      modified: paths(diff.modified),
      deleted: paths(diff.deleted),
    });
  }
  const [deed] = (await engine.deeds({ limit: 1 })).deeds;
  return deed?.kind === "turn" && deed.title
    ? shorten(deed.title, MAX_LENGTH)
    : null;
}

/** For instance “Edited view.js and 2 more”. */
export function changedName({
  added,
  modified,
  deleted,
}: ChangePaths): string | null {
  const [main = [], verb = ""] = (
    [
      [modified, "edited"],
      [added, "added"],
      [deleted, "deleted"],
    ] as const
  ).find(([paths]) => paths.length > 0) ?? [[], ""];
  const [first] = main;
  if (first === undefined) return null;
  const more = added.length + modified.length + deleted.length - 1;
  const file = baseOf(first);
  const what =
    more === 0 ? file : vscode.l10n.t("{0} and {1} more", file, more);
  switch (verb) {
    case "added":
      return vscode.l10n.t("Added {0}", what);
    case "deleted":
      return vscode.l10n.t("Deleted {0}", what);
    default:
      return vscode.l10n.t("Edited {0}", what);
  }
}
