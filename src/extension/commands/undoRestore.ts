import * as vscode from "vscode";
import { CheckpointError } from "../../engine/model/errors";
import type { FolderSession, Folders } from "../folders";
import type { Command, CommandContext } from "./commandContext";
import { pickFolders } from "./pickFolder";
import {
  restoreFlow,
  type RestoreOptions,
  type RestoreOutcome,
  type RestoreStep,
  type RestoreWords,
} from "./restoreFlow";
import { recordedSessions } from "./sessions";

type Verb = "undo" | "redo";

/** Takes the latest restore back, or the one a notification tells about. */
export const undoRestore: Command = (context, given) =>
  goBack(context, "undo", given);

/** Does again what was undone last, or what a notification tells about. */
export const redoRestore: Command = (context, given) =>
  goBack(context, "redo", given);

/** Takes the latest restore back for a caller that tells how it went. */
export function undoQuietly(
  folders: Folders,
): Promise<RestoreOutcome | undefined> {
  return goBackLatest(folders, "undo", { isQuiet: true });
}

async function goBack(
  { folders }: CommandContext,
  verb: Verb,
  given: unknown,
): Promise<void> {
  if (isOutcome(given)) await takeBack(given, verb);
  else await goBackLatest(folders, verb, {});
}

async function goBackLatest(
  folders: Folders,
  verb: Verb,
  options: RestoreOptions,
): Promise<RestoreOutcome | undefined> {
  const sessions = await sessionsWith(folders, verb);
  return restoreFlow(
    sessions.map((session) => stepOf(session, verb)),
    wordsOf(verb),
    options,
  );
}

/**
 * Takes back what a notification just told about. While nothing has changed
 * since, that needs no second question: it can itself be taken back.
 */
async function takeBack(outcome: RestoreOutcome, verb: Verb): Promise<void> {
  // Where nothing was to do there is nothing to take back: the restore before
  // is none of this.
  const steps = outcome.steps.flatMap(({ session, report }) =>
    report.restoreId === null
      ? []
      : [{ session, id: report.restoreId, moment: report.moment }],
  );
  await restoreFlow(
    steps.map(({ session, id }) => stepOf(session, verb, id)),
    wordsOf(verb),
    {
      isAgreed: (plans) =>
        plans.every((plan, i) => plan.base === steps[i]?.moment),
    },
  );
}

function stepOf(
  session: FolderSession,
  verb: Verb,
  restore?: string,
): RestoreStep {
  return {
    session,
    plan: (call) => {
      const request = {
        restore,
        editors: session.unsavedTexts(),
        unsaved: true,
      };
      return verb === "undo"
        ? session.engine.planUndo(request, call)
        : session.engine.planRedo(request, call);
    },
  };
}

function wordsOf(verb: Verb): RestoreWords {
  return verb === "undo"
    ? {
        question: vscode.l10n.t("Undo the last restore?"),
        button: vscode.l10n.t("Undo Restore"),
        title: vscode.l10n.t("Undo restore"),
        done: vscode.l10n.t("Restore undone"),
        nothing: vscode.l10n.t("The files are already as they were before."),
      }
    : {
        question: vscode.l10n.t("Redo the last restore?"),
        button: vscode.l10n.t("Redo Restore"),
        title: vscode.l10n.t("Redo restore"),
        done: vscode.l10n.t("Restore done again"),
        nothing: vscode.l10n.t(
          "The files are already as the restore left them.",
        ),
      };
}

/** The folders that have something to undo or redo; one of several is asked for. */
async function sessionsWith(
  folders: Folders,
  verb: Verb,
): Promise<FolderSession[]> {
  const all = recordedSessions(folders);
  // One folder alone: planning says in its own words when there is nothing.
  if (all.length === 1) return all;
  const found: FolderSession[] = [];
  for (const session of all)
    if ((await session.engine.status())[verb]) found.push(session);
  if (found.length === 0)
    throw new CheckpointError(
      "nothing-to-undo",
      verb === "undo"
        ? vscode.l10n.t("There is no restore to undo.")
        : vscode.l10n.t("There is no undone restore to redo."),
    );
  const picked = await pickFolders(found, vscode.l10n.t("Which folder?"));
  if (picked.length === 0) throw new CheckpointError("cancelled", "");
  return picked;
}

function isOutcome(value: unknown): value is RestoreOutcome {
  return typeof value === "object" && value !== null && "steps" in value;
}
