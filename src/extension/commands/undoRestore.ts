import * as vscode from "vscode";
import { CheckpointError } from "../../engine/model/errors";
import type { FolderSession } from "../folders";
import type { Command, CommandContext } from "./commandContext";
import { recordedSessions } from "./sessions";
import {
  restoreFlow,
  type RestoreOutcome,
  type RestoreStep,
  type RestoreWords,
} from "./restoreFlow";
import { pickFolders } from "./pickFolder";

/** Takes the latest restore back, or the one a notification tells about. */
export const undoRestore: Command = async (context, given) => {
  if (isOutcome(given)) return undoOutcome(given);
  const sessions = await withEntry(context, "undo");
  await restoreFlow(
    sessions.map((session) => undoStep(session)),
    undoWords(),
  );
};

/** Does again what was undone last. */
export const redoRestore: Command = async (context) => {
  const sessions = await withEntry(context, "redo");
  await restoreFlow(
    sessions.map((session) => ({
      session,
      plan: (call) =>
        session.engine.planRedo(
          { editors: session.unsavedTexts(), unsaved: true },
          call,
        ),
    })),
    {
      question: vscode.l10n.t("Redo the last restore?"),
      button: vscode.l10n.t("Redo Restore"),
      title: vscode.l10n.t("Redo restore"),
      nothing: vscode.l10n.t("The files are already as the restore left them."),
    },
  );
};

/**
 * Takes back what a notification just told about. While nothing has changed
 * since, that needs no second question: it can itself be taken back.
 */
async function undoOutcome(outcome: RestoreOutcome): Promise<void> {
  const moments = outcome.steps.map(({ report }) => report.moment);
  await restoreFlow(
    outcome.steps.map(({ session, report }) =>
      undoStep(session, report.restoreId ?? undefined),
    ),
    undoWords(),
    {
      confirmed: (_planned, plans) =>
        plans.every((plan, i) => plan.base === moments[i]),
    },
  );
}

function undoStep(session: FolderSession, restore?: string): RestoreStep {
  return {
    session,
    plan: (call) =>
      session.engine.planUndo(
        { restore, editors: session.unsavedTexts(), unsaved: true },
        call,
      ),
  };
}

function undoWords(): RestoreWords {
  return {
    question: vscode.l10n.t("Undo the last restore?"),
    button: vscode.l10n.t("Undo Restore"),
    title: vscode.l10n.t("Undo restore"),
    nothing: vscode.l10n.t("The files are already as they were before."),
  };
}

/** The folders that have something to undo or redo; one of several is asked for. */
async function withEntry(
  { folders }: CommandContext,
  verb: "undo" | "redo",
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
