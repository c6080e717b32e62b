import * as vscode from "vscode";
import type { CommandContext } from "../commands/commandContext";
import { pickCheckpoints } from "../commands/pickCheckpoint";
import { openDiff, type Side } from "../compare/openDiff";
import { isBinary } from "../../engine/model/binary";
import { baseOf } from "../../engine/model/workspacePath";
import { openPoint } from "../inspect/openCopy";
import { noIcons } from "../text/quickPickText";
import { clearFilter, filterTimeline } from "../timeline/filterTimeline";
import { lastingTimeStyle } from "../timeline/viewSettings";
import { shortTime } from "../../wording/times";
import { SaidError } from "../../wording/said";
import { voice } from "../text/voice";
import { namesOf } from "./fileNames";
import { nameMoment } from "./nameMoment";
import type { Playhead } from "./playhead";
import type { Action, FileKey } from "./protocol";
import {
  restoreFileHere,
  restoreFolderHere,
  restoreWorkspaceHere,
  type HerePlace,
} from "./restoreHere";

const SAID_MS = 5000;

/** Does what a button of the page says, by the flows that the rest of the editor uses. */
export async function actHere(
  context: CommandContext,
  playhead: Playhead,
  action: Action,
  file: FileKey | null,
): Promise<void> {
  switch (action) {
    case "restoreWorkspace":
      return restoreWorkspaceHere(context.folders, playhead.all);
    case "restoreFile": {
      const here = placeOf(playhead, file);
      const names = await namesOf(playhead, here, file!.path);
      return restoreFileHere(here, file!.path, names);
    }
    case "restoreFolder":
      return restoreFolderHere(placeOf(playhead, file), file!.path);
    case "name":
      return nameMoment(context, placeOf(playhead, file));
    case "compare":
      return compareWith(placeOf(playhead, file));
    case "copyFile":
      return copyFile(playhead, placeOf(playhead, file), file!.path);
    case "openFolder": {
      const { session, place } = placeOf(playhead, file);
      const { stop } = place;
      await openPoint(context, {
        ...{ session, moment: stop.moment },
        number: stop.checkpoint?.number ?? null,
        title: stop.title ?? timeOf(stop.at),
      });
      return;
    }
    case "filter":
      await filterTimeline(context);
      return;
    case "clearFilter":
      await clearFilter(context);
  }
}

/** The place in the folder of a file; without one, in the folder that changed there last. */
function placeOf(playhead: Playhead, file: FileKey | null): HerePlace {
  const all = playhead.all;
  const found = file
    ? all.find(({ session }) => session.folder.uri.toString() === file.folder)
    : [...all].sort((a, b) =>
        b.place.stop.at.localeCompare(a.place.stop.at),
      )[0];
  if (found) return found;
  throw new SaidError(
    "not-found",
    vscode.l10n.t("The folder of this file is no longer open."),
  );
}

/** Compares everything at the playhead with the current files or with a checkpoint. */
async function compareWith(here: HerePlace): Promise<void> {
  const { session, place } = here;
  const when = timeOf(place.stop.at);
  const title = vscode.l10n.t("Compare {0} with...", when);
  const picked = await vscode.window.showQuickPick(
    [
      { label: vscode.l10n.t("Now"), isNow: true },
      { label: vscode.l10n.t("Another checkpoint..."), isNow: false },
    ],
    { title, placeHolder: vscode.l10n.t("What do you want to compare with?") },
  );
  if (!picked) return;
  const left: Side = {
    ...{ at: "moment", moment: place.stop.moment, label: when },
  };
  if (picked.isNow) {
    await session.flush();
    const diff = await session.engine.diff(
      ...([`@${place.stop.moment}`, "workspace"] as const),
      { content: false },
    );
    const right: Side = { at: "now" };
    return openDiff(`${when} ↔ ${vscode.l10n.t("now")}`, [
      { session, diff, left, right },
    ]);
  }
  const [other] = await pickCheckpoints([session], {
    title,
    placeHolder: vscode.l10n.t("Choose a checkpoint"),
  });
  if (!other) return;
  const { moment, number } = other.checkpoint;
  const right: Side = { at: "moment", moment, label: `#${number}` };
  const [older, newer] =
    moment < place.stop.moment ? [right, left] : [left, right];
  const diff = await session.engine.diff(
    ...([`@${older.moment}`, `@${newer.moment}`] as const),
    { content: false },
  );
  await openDiff(`${older.label} ↔ ${newer.label}`, [
    { session, diff, left: older, right: newer },
  ]);
}

/** Puts the text of a file as it was into the clipboard. */
async function copyFile(
  playhead: Playhead,
  here: HerePlace,
  path: string,
): Promise<void> {
  const { session, place } = here;
  const { then: name } = await namesOf(playhead, here, path);
  const bytes = await session.engine.read(`@${place.stop.moment}`, name);
  if (isBinary(bytes))
    throw new SaidError(
      "bad-input",
      vscode.l10n.t("{0} is not text, so it cannot be copied.", baseOf(name)),
      { hint: vscode.l10n.t("Use “Open as Folder” to get the file itself.") },
    );
  await vscode.env.clipboard.writeText(new TextDecoder().decode(bytes));
  // Not a notification: it would cover the buttons that were just used.
  vscode.window.setStatusBarMessage(
    `$(check) ${noIcons(
      vscode.l10n.t(
        "The text of {0} as of {1} is in the clipboard",
        baseOf(name),
        timeOf(place.stop.at),
      ),
    )}`,
    SAID_MS,
  );
}

function timeOf(at: string): string {
  return shortTime(at, lastingTimeStyle(), voice);
}
