import * as vscode from "vscode";
import { CheckpointError } from "../../engine/model/errors";
import type { FolderSession } from "../folders";
import type { Command, CommandContext } from "./commandContext";
import { pickFolders } from "./pickFolder";
import {
  restoreFlow,
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

async function goBack(
  context: CommandContext,
  verb: Verb,
  given: unknown,
): Promise<void> {
  if (isOutcome(given)) return takeBack(given, verb);
  const sessions = await sessionsWith(context, verb);
  await restoreFlow(
    sessions.map((session) => stepOf(session, verb)),
    wordsOf(verb),
  );
}

/**
 * Takes back what a notification just told about. While nothing has changed
 * since, that needs no second question: it can itself be taken back.
 */
async function takeBack(outcome: RestoreOutcome, verb: Verb): Promise<void> {
  const { steps } = outcome;
  await restoreFlow(
    steps.map(({ session, report }) =>
      stepOf(session, verb, report.restoreId ?? undefined),
    ),
    wordsOf(verb),
    {
      isAgreed: (plans) =>
        plans.every((plan, i) => plan.base === steps[i]?.report.moment),
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
        nothing: vscode.l10n.t("The files are already as they were before."),
      }
    : {
        question: vscode.l10n.t("Redo the last restore?"),
        button: vscode.l10n.t("Redo Restore"),
        title: vscode.l10n.t("Redo restore"),
        nothing: vscode.l10n.t(
          "The files are already as the restore left them.",
        ),
      };
}

/** The folders that have something to undo or redo; one of several is asked for. */
async function sessionsWith(
  { folders }: CommandContext,
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
