import * as vscode from "vscode";
import { baseOf } from "../../engine/model/workspacePath";
import type { FolderSession, Folders } from "../session/folders";
import { inform } from "../notify";
import { shortenAtWord } from "../text/markdown";
import type { CheckpointOf } from "../timeline/nodes";
import type { Command } from "../commands/commandContext";
import { restoreFlow } from "./restoreFlow";
import { restoreStep, type RestoreWords } from "./restoreStep";
import { recordedSessions } from "../commands/sessions";
import { restoreToAfter } from "./restoreDeed";
import { checkpointsFor, deedsOf } from "../commands/targets";
import { checkpointTitle } from "../../wording/kinds";
import {
  doneText,
  nothingText,
  questionText,
  planTitle,
  type Subject,
} from "../../wording/plan";
import { voice } from "../text/voice";

/** Restores everything to a checkpoint: that of the row, or one that the user picks. */
export const restore: Command = async (context, node) => {
  const members = deedsOf(node);
  if (members.length > 0) return restoreToAfter(context.folders, members);
  const targets = await checkpointsFor(context, node, {
    title: vscode.l10n.t("Restore"),
    placeHolder: vscode.l10n.t(
      "Choose the checkpoint to restore; you will see the changes first",
    ),
  });
  await restoreTo(context.folders, targets);
};

/** Restores every folder to its newest checkpoint that is not a guard. */
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

/** Restores each folder to its checkpoint, after asking. */
export async function restoreTo(
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
      targets.length > 1,
    ),
  );
}

/** Checkpoint numbers are per folder, so if the names differ, each is given with its folder. */
function nameOfAll(targets: readonly CheckpointOf[]): string {
  const [name, ...others] = new Set(targets.map(nameOf));
  return name !== undefined && others.length === 0
    ? name
    : targets
        .map((target) => `${target.session.folder.name} ${nameOf(target)}`)
        .join(", ");
}

/** The names of the restored folders; undefined if that is all folders of the window. */
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
  return `#${checkpoint.number} ${shortenAtWord(checkpointTitle(checkpoint, voice), 50)}`;
}

/** For instance “main.ts”, or “3 files and folders”. */
export function whatOf(paths: readonly string[]): string {
  const [first] = paths;
  return paths.length === 1 && first !== undefined
    ? baseOf(first)
    : vscode.l10n.t("{0} files and folders", paths.length);
}

/** The texts of a restore of everything or, if `what` is given, of only that. */
export function restoreWords(
  target: string,
  what?: string,
  isMany = false,
): RestoreWords {
  const subject = { verb: "restore", target, what, isMany } as const;
  return wordsFor(subject, vscode.l10n.t("Restore"));
}

/** The texts of an operation that uses `restoreFlow`. */
export function wordsFor(subject: Subject, button: string): RestoreWords {
  return {
    question: questionText(subject, voice),
    button,
    title: planTitle(subject, voice),
    done: doneText(subject, voice),
    nothing: nothingText(subject, voice),
  };
}
