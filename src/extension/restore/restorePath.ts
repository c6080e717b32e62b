import * as vscode from "vscode";
import type { Checkpoint } from "../../engine/model/checkpoint";
import { baseOf } from "../../engine/model/workspacePath";
import { fileUri, folderKey } from "../documents/checkpointUri";
import { shownInActiveTab } from "../documents/diffTabs";
import type { FolderSession } from "../session/folders";
import type { Command } from "../commands/commandContext";
import { pathsByPoint } from "./pathsByPoint";
import { pickCheckpoints } from "../commands/pickCheckpoint";
import { nameOf, restoreWords, whatOf } from "./restore";
import { restoreFlow } from "./restoreFlow";
import { restoreStep } from "./restoreStep";
import { deletedBelow } from "../deletedFiles/deletedTree";
import type { DeletedNode } from "../timeline/nodes";
import { fileOrRootOf } from "../commands/sessions";
import {
  givenOrActive,
  isDeleted,
  isDeletedFolder,
  isUri,
  rowGone,
  versionOf,
} from "../commands/targets";
import { exactTime } from "../../wording/times";
import { SaidError } from "../../wording/said";

/** Restores a file or folder of the explorer or an editor tab: asks to when. */
export const restoreFromCheckpoint: Command = async (
  { folders },
  given,
  selected,
) => {
  const uris = Array.isArray(selected) ? selected.filter(isUri) : [];
  const uri = givenOrActive(given);
  if (!uri)
    throw new SaidError(
      "bad-input",
      vscode.l10n.t("Open or select the file to restore first."),
    );
  const { session, path } = fileOrRootOf(folders, uri);
  if (uris.some((each) => folders.of(each) !== session))
    throw new SaidError(
      "bad-input",
      vscode.l10n.t(
        "Select files of one workspace folder to restore them together.",
      ),
    );
  const others = uris.map((each) => session.pathOf(each) ?? "");
  const paths = [...new Set([path, ...others])];
  // A workspace folder itself: its path is empty and means everything.
  const scope = paths.includes("") ? [] : paths;
  const what = scope.length === 0 ? session.folder.name : whatOf(scope);
  const [target] = await pickCheckpoints([session], {
    title: vscode.l10n.t("Restore {0} from Checkpoint", what),
    placeHolder: vscode.l10n.t("Choose the checkpoint to restore from"),
    ...(scope.length === 1 && path !== "" ? { path } : {}),
  });
  if (!target) return;
  await restoreFlow(
    [
      restoreStep(session, {
        to: `#${target.checkpoint.number}`,
        paths: scope,
      }),
    ],
    restoreWords(nameOf(target), what, scope.length > 1),
  );
};

/** Restores a version of File History. */
export const restoreVersion: Command = async (_context, node) => {
  const { session, version } = versionOf(node);
  await restoreAt(session, version.path, version.born, version.at);
};

/** Brings deleted files back, each as it last was. */
export const restoreDeleted: Command = async (context, node, selected) => {
  const all = Array.isArray(selected) ? (selected as unknown[]) : [node];
  const given = (all.length > 0 ? all : [node]).flatMap(deletedOf);
  const rows = [
    ...new Set(
      given.length > 0
        ? given
        : context.views.deletedFiles.selection.flatMap(deletedOf),
    ),
  ];
  const folder = all.length === 1 ? deletedFolder(all[0]) : undefined;
  if (rows.length === 0) throw rowGone();
  const what = folder ?? whatOf(rows.map(({ file }) => file.path));
  const points = pathsByPoint(
    rows.map(({ session, file }) => ({
      session,
      to: `@${file.lastMoment}`,
      paths: [file.path],
    })),
  );
  const outcome = await restoreFlow(
    points.map(({ session, ...step }) => restoreStep(session, step)),
    {
      question: vscode.l10n.t("Restore {0}?", what),
      button: vscode.l10n.t("Restore"),
      title: vscode.l10n.t("Restore {0}", what),
      done: vscode.l10n.t("Restored {0}", what),
      nothing:
        rows.length > 1
          ? vscode.l10n.t("{0} are already back.", what)
          : vscode.l10n.t("{0} is already back.", what),
    },
  );
  const [only] = rows;
  // After a failure there is no file to open; if there was nothing to do, there is.
  const isThere = outcome?.steps.every(({ report }) => report.applied);
  if (isThere && only && rows.length === 1)
    await vscode.commands.executeCommand(
      "vscode.open",
      fileUri(only.session, only.file.path),
      // The person may be typing elsewhere by now.
      { preserveFocus: true },
    );
};

/** The deleted files of a row: its own, or all in its folder. */
function deletedOf(row: unknown): DeletedNode[] {
  if (isDeleted(row)) return [row];
  return isDeletedFolder(row) ? deletedBelow(row.folder) : [];
}

function deletedFolder(row: unknown): string | undefined {
  return isDeletedFolder(row)
    ? row.folder.path || row.session.folder.name
    : undefined;
}

/** Restores the file that the active comparison or checkpoint document shows. */
export const restoreShown: Command = async ({ folders }) => {
  const shown = shownInActiveTab();
  const session = folders.all.find((each) => folderKey(each) === shown?.folder);
  if (!session || shown?.show !== "point") return;
  const { ref, path, layer } = shown;
  const { moment, at } = await session.engine.resolve(ref, path, layer);
  await restoreAt(session, path, moment, at);
};

async function restoreAt(
  session: FolderSession,
  path: string,
  moment: number,
  at: string,
): Promise<void> {
  const checkpoint = await checkpointAt(session, moment, path);
  // Prefer the checkpoint's name: the number of a moment means nothing to people.
  const [to, when] = checkpoint
    ? [`#${checkpoint.number}`, nameOf({ session, checkpoint })]
    : [`@${moment}`, exactTime(at, vscode.env.language)];
  await restoreFlow(
    [restoreStep(session, { to, paths: [path] })],
    restoreWords(when, baseOf(path)),
  );
}

/** The number of checkpoints to search: few share a moment. */
const LOOK_BACK = 20;

/**
 * The first checkpoint of a moment, or of one with the same version of the path. Guards do
 * not count: they only repeat a state that somebody made.
 */
async function checkpointAt(
  { engine }: FolderSession,
  at: number,
  path: string,
): Promise<Checkpoint | undefined> {
  const { checkpoint: newest, moment } = await engine.resolve(`@${at}`, path);
  if (!newest) return undefined;
  const before = newest.number + 1;
  const { checkpoints } = await engine.list({ before, limit: LOOK_BACK });
  return checkpoints
    .filter((each) => each.moment === moment && each.kind !== "guard")
    .at(-1);
}
