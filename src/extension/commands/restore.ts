import * as vscode from "vscode";
import { titleOf } from "../../engine/model/checkpoint";
import { baseOf } from "../../engine/model/workspacePath";
import type { FolderSession, Folders } from "../folders";
import { inform } from "../notify";
import { shorten } from "../views/markdown";
import type { CheckpointOf } from "../views/nodes";
import type { Command } from "./commandContext";
import { restoreFlow, restoreStep, type RestoreWords } from "./restoreFlow";
import { recordedSessions } from "./sessions";
import { checkpointsFor } from "./targets";

/** Restores everything to a checkpoint: of the row, or one that is picked. */
export const restore: Command = async (context, node) => {
  const targets = await checkpointsFor(context, node, {
    title: vscode.l10n.t("Restore"),
    placeHolder: vscode.l10n.t(
      "Choose the checkpoint to go back to; you will see what changes first",
    ),
  });
  await restoreTo(context.folders, targets);
};

/** Restores every folder to its newest checkpoint but guards: drops what was done since. */
export const restoreToLatest: Command = async ({ folders }) => {
  const targets: CheckpointOf[] = [];
  for (const session of recordedSessions(folders)) {
    if ((await session.engine.list({ limit: 1 })).total === 0) continue;
    const { checkpoint } = await session.engine.resolve("latest");
    if (checkpoint) targets.push({ session, checkpoint });
  }
  if (targets.length === 0) {
    void inform(vscode.l10n.t("There is no checkpoint yet."));
    return;
  }
  await restoreTo(folders, targets);
};

async function restoreTo(
  folders: Folders,
  targets: readonly CheckpointOf[],
): Promise<void> {
  const [first] = targets;
  if (!first) return;
  await restoreFlow(
    targets.map(({ session, checkpoint }) =>
      restoreStep(session, { to: `#${checkpoint.number}` }),
    ),
    restoreWords(
      nameOfAll(targets),
      whatFolders(
        folders,
        targets.map(({ session }) => session),
      ),
    ),
  );
}

/** Numbers are a folder's own: where they differ, each is said with its folder. */
function nameOfAll(targets: readonly CheckpointOf[]): string {
  const [name, ...others] = new Set(targets.map(nameOf));
  return name !== undefined && others.length === 0
    ? name
    : targets
        .map((target) => `${target.session.folder.name} ${nameOf(target)}`)
        .join(", ");
}

/** The folders that are restored, by name; undefined when these are all there are. */
export function whatFolders(
  { all }: Pick<Folders, "all">,
  restored: readonly FolderSession[],
): string | undefined {
  return all.every((session) => restored.includes(session))
    ? undefined
    : restored.map(({ folder }) => folder.name).join(", ");
}

/** For instance “#12 before the parser”. */
export function nameOf({ checkpoint }: CheckpointOf): string {
  return `#${checkpoint.number} ${shorten(titleOf(checkpoint), 50)}`;
}

/** For instance “main.ts”, or “3 files and folders”. */
export function whatOf(paths: readonly string[]): string {
  const [first] = paths;
  return paths.length === 1 && first !== undefined
    ? baseOf(first)
    : vscode.l10n.t("{0} files and folders", paths.length);
}

/** The words of a restore of everything, or of what is named. */
export function restoreWords(target: string, what?: string): RestoreWords {
  return {
    question:
      what === undefined
        ? vscode.l10n.t("Restore the workspace to {0}?", target)
        : vscode.l10n.t("Restore {0} to {1}?", what, target),
    button: vscode.l10n.t("Restore"),
    title:
      what === undefined
        ? vscode.l10n.t("Restore to {0}", target)
        : vscode.l10n.t("Restore {0} to {1}", what, target),
    done:
      what === undefined
        ? vscode.l10n.t("Restored to {0}", target)
        : vscode.l10n.t("Restored {0} to {1}", what, target),
    nothing:
      what === undefined
        ? vscode.l10n.t("The workspace is already as it was at {0}.", target)
        : vscode.l10n.t("{0}: nothing differs from {1}.", what, target),
  };
}
