import * as vscode from "vscode";
import type { FileVersion } from "../../engine/model/version";
import { baseOf } from "../../engine/model/workspacePath";
import {
  fileUri,
  momentUri,
  nothingUri,
  nowUri,
} from "../documents/checkpointUri";
import type { FolderSession } from "../session/folders";
import { versionName } from "../fileHistory/historyText";
import { lastingTimeStyle } from "../timeline/viewSettings";
import type { Command } from "../commands/commandContext";
import { fileOf } from "../commands/sessions";
import {
  changeOf,
  givenOrActive,
  isDeleted,
  rowGone,
  versionOf,
} from "../commands/targets";

/** Compares a version of a file with the previous one. */
export const openVersion: Command = async (_context, node) => {
  const { session, version, previous } = versionOf(node);
  const labels = [previous, version].map((each) =>
    each ? versionName(each, lastingTimeStyle()) : vscode.l10n.t("nothing"),
  );
  await vscode.commands.executeCommand(
    "vscode.diff",
    versionUri(session, version.path, previous),
    versionUri(session, version.path, version),
    `${baseOf(version.path)} (${labels.join(" ↔ ")})`,
    { preview: true },
  );
};

/** Compares a version of a file with the current file. */
export const compareVersion: Command = async (_context, node) => {
  const { session, version } = versionOf(node);
  const { path } = version;
  const when = versionName(version, lastingTimeStyle());
  await vscode.commands.executeCommand(
    "vscode.diff",
    versionUri(session, path, version),
    await nowUri(session, path),
    `${baseOf(path)} (${when} ↔ ${vscode.l10n.t("now")})`,
  );
};

/** Opens a deleted file as it last was. */
export const openDeleted: Command = async (_context, node) => {
  if (!isDeleted(node)) throw rowGone();
  const { session, file } = node;
  await vscode.commands.executeCommand(
    "vscode.open",
    momentUri(session, file.path, file.lastMoment),
    { preview: true },
    vscode.l10n.t("{0} (deleted)", baseOf(file.path)),
  );
};

/** Opens a file of a checkpoint's row, as it was then or as it is now. */
export const openFileAt: Command = async (_context, node) => {
  const { target, change, previous, at } = changeOf(node);
  const { session, checkpoint } = target;
  const gone = change.status === "deleted" && previous;
  const { number } = gone ? previous : checkpoint;
  const moment = at
    ? change.status === "deleted"
      ? at.before
      : at.after
    : gone
      ? previous.moment
      : checkpoint.moment;
  await vscode.commands.executeCommand(
    "vscode.open",
    momentUri(
      session,
      change.path,
      moment,
      change.isUnsaved ? "unsaved" : "disk",
    ),
    { preview: true },
    `${baseOf(change.path)} (${at?.name ?? `#${number}`})`,
  );
};

export const openFileNow: Command = async (_context, node) => {
  const { target, change } = changeOf(node);
  await vscode.commands.executeCommand(
    "vscode.open",
    fileUri(target.session, change.path),
  );
};

/** Shows a file from the explorer in File History. */
export const showFileHistory: Command = async ({ folders, views }, given) => {
  const uri = givenOrActive(given);
  if (uri) {
    const { session, path } = fileOf(folders, uri);
    views.fileHistory.show(session, path);
  }
  await vscode.commands.executeCommand("checkpoint.fileHistory.focus");
};

function versionUri(
  session: FolderSession,
  path: string,
  version: FileVersion | null,
): vscode.Uri {
  return version?.hash
    ? momentUri(
        session,
        path,
        version.born,
        version.unsaved ? "unsaved" : "disk",
      )
    : nothingUri(session, path);
}
