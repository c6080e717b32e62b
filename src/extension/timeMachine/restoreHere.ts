import * as vscode from "vscode";
import { baseOf, parentOf } from "../../engine/model/workspacePath";
import { exactTime } from "../../wording/times";
import { SaidError } from "../../wording/said";
import { inform } from "../notify";
import { nameOf, restoreWords, whatFolders } from "../restore/restore";
import { restoreFlow } from "../restore/restoreFlow";
import { restoreStep } from "../restore/restoreStep";
import type { FolderSession, Folders } from "../session/folders";
import { noIcons } from "../text/quickPickText";
import type { FileNames } from "./fileNames";
import type { Place } from "./playhead";

/** A folder, and where the playhead is in it. */
export interface HerePlace {
  session: FolderSession;
  place: Place;
}

/** Restores every folder to its state at the playhead, after asking. */
export async function restoreWorkspaceHere(
  folders: Pick<Folders, "all">,
  here: readonly HerePlace[],
): Promise<void> {
  const past = here.filter(({ place }) => !place.stop.isLast);
  const [first] = past;
  if (!first) {
    void inform(vscode.l10n.t("The playhead is at the current state already."));
    return;
  }
  const sessions = past.map(({ session }) => session);
  await restoreFlow(
    past.map(({ session, place }) =>
      restoreStep(session, { to: refOf(place) }),
    ),
    restoreWords(
      await targetName(latestOf(past)),
      whatFolders(folders, sessions),
      past.length > 1,
    ),
  );
}

/** Restores a file to its state at the playhead, its name included, after asking. */
export async function restoreFileHere(
  here: HerePlace,
  path: string,
  { then, now }: FileNames,
): Promise<void> {
  await restorePathsHere(here, [...new Set([then, now])], baseOf(path));
}

/** Restores a folder above a file; asks which one, if there are several. */
export async function restoreFolderHere(
  here: HerePlace,
  path: string,
): Promise<void> {
  const folders = foldersAbove(path);
  const [only] = folders;
  if (only === undefined)
    throw new SaidError(
      "bad-input",
      vscode.l10n.t("{0} is at the top level, in no folder.", baseOf(path)),
    );
  const folder =
    folders.length === 1
      ? only
      : (
          await vscode.window.showQuickPick(
            folders.map((each) => ({ label: noIcons(each), path: each })),
            {
              title: vscode.l10n.t("Restore a Folder"),
              placeHolder: vscode.l10n.t("Choose the folder to restore"),
            },
          )
        )?.path;
  if (folder !== undefined) await restorePathsHere(here, [folder], folder);
}

/** The folders that a file is in, the nearest first. */
export function foldersAbove(path: string): string[] {
  const above: string[] = [];
  for (let at = parentOf(path); at !== ""; at = parentOf(at)) above.push(at);
  return above;
}

async function restorePathsHere(
  here: HerePlace,
  paths: readonly string[],
  what: string,
): Promise<void> {
  await restoreFlow(
    [restoreStep(here.session, { to: refOf(here.place), paths })],
    restoreWords(await targetName(here), what),
  );
}

/** The number of its checkpoint, by which the restore's own row names it too. */
function refOf({ stop }: Place): string {
  return stop.checkpoint ? `#${stop.checkpoint.number}` : `@${stop.moment}`;
}

async function targetName({ session, place }: HerePlace): Promise<string> {
  const { checkpoint: named, at } = place.stop;
  const { checkpoint } = named
    ? await session.engine.resolve(`#${named.number}`)
    : { checkpoint: null };
  return checkpoint
    ? nameOf({ session, checkpoint })
    : exactTime(at, vscode.env.language);
}

function latestOf(here: readonly HerePlace[]): HerePlace {
  return here.reduce((best, one) =>
    one.place.stop.at > best.place.stop.at ? one : best,
  );
}
