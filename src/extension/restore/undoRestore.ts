import * as vscode from "vscode";
import type { FolderSession, Folders } from "../session/folders";
import type { Command, CommandContext } from "../commands/commandContext";
import { pickFolders } from "../commands/pickFolder";
import { restoreFlow, type RestoreOptions } from "./restoreFlow";
import type { RestoreOutcome, RestoreStep, RestoreWords } from "./restoreStep";
import { recordedSessions } from "../commands/sessions";
import { problem } from "../../engine/model/errors";
import { wordsFor } from "./restore";
import { checkpointsOf, isNode, rowGone } from "../commands/targets";
import type { RestorePlan } from "../../engine/model/restorePlan";

type Verb = "undo" | "redo";

/** Undoes the latest restore, or that of a notification or the status bar. */
export const undoRestore: Command = (context, given) =>
  undoOrRedo(context, "undo", given);

/** Redoes the restore that was undone last, or that of a notification. */
export const redoRestore: Command = (context, given) =>
  undoOrRedo(context, "redo", given);

/** Undoes the restore of a row, never another one. */
export const undoThisRestore: Command = async (_context, row) =>
  undoNamed(restoresOfRow(row), "undo");

/** Redoes the undone restore of a row, never another one. */
export const redoThisRestore: Command = async (_context, row) =>
  undoNamed(restoresOfRow(row), "redo");

/** Undoes the latest restore for a caller that reports the result itself. */
export function undoQuietly(
  folders: Folders,
): Promise<RestoreOutcome | undefined> {
  return undoLatest(folders, "undo", { isQuiet: true });
}

async function undoOrRedo(
  { folders }: CommandContext,
  verb: Verb,
  given: unknown,
): Promise<void> {
  if (isOutcome(given)) await undoReported(given, verb);
  else if (isNamedRestore(given)) await undoNamed([given], verb);
  else await undoLatest(folders, verb, { isAgreed: replacesNothingNewer });
}

/** A restore of one folder, as rows and the status bar name it. */
export interface NamedRestore {
  session: FolderSession;
  restore: string;
}

/** Returns the restores that a row names; throws if it is gone or names none. */
function restoresOfRow(row: unknown): NamedRestore[] {
  const named =
    isNode(row) && row.type === "deed"
      ? row.row.members.flatMap(({ session, deed }) =>
          deed.restore ? [{ session, restore: deed.restore.id }] : [],
        )
      : checkpointsOf(row).flatMap(({ session, checkpoint }) => {
          const restore = checkpoint.metadata["restore"];
          return typeof restore === "string" ? [{ session, restore }] : [];
        });
  if (named.length === 0) throw rowGone();
  return named;
}

async function undoNamed(
  named: readonly NamedRestore[],
  verb: Verb,
): Promise<void> {
  await restoreFlow(
    named.map(({ session, restore }) => stepOf(session, verb, restore)),
    wordsOf(verb),
    { isAgreed: replacesNothingNewer },
  );
}

/**
 * True if an undo or redo replaces only what its restore left behind. The user asked for just that,
 * and it can be undone again, so there is no second question.
 */
function replacesNothingNewer(plans: readonly RestorePlan[]): boolean {
  return plans.every(
    ({ changedSince, unsaved }) =>
      (changedSince ?? []).length === 0 &&
      unsaved.every(({ hash }) => hash !== null),
  );
}

async function undoLatest(
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
 * Undoes or redoes the restore that a notification just reported. If nothing has changed
 * since, no second question is needed: the undo can itself be undone.
 */
async function undoReported(
  outcome: RestoreOutcome,
  verb: Verb,
): Promise<void> {
  // If a step changed nothing, there is nothing to undo: the latest restore would
  // be an earlier one.
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
    plan: (call, editors) => {
      const request = { restore, editors, unsaved: true };
      return verb === "undo"
        ? session.engine.planUndo(request, call)
        : session.engine.planRedo(request, call);
    },
  };
}

function wordsOf(verb: Verb): RestoreWords {
  const button =
    verb === "undo"
      ? vscode.l10n.t("Undo Restore")
      : vscode.l10n.t("Redo Restore");
  return wordsFor({ verb, target: "" }, button);
}

/** The folders that have something to undo or redo; if there are several, the user picks one. */
async function sessionsWith(
  folders: Folders,
  verb: Verb,
): Promise<FolderSession[]> {
  const all = recordedSessions(folders);
  // With a single folder, planning itself reports that there is nothing to undo.
  if (all.length === 1) return all;
  const found: FolderSession[] = [];
  for (const session of all)
    if ((await session.engine.status())[verb]) found.push(session);
  if (found.length === 0) throw problem("nothing-to-undo", { verb });
  const picked = await pickFolders(found, vscode.l10n.t("Which folder?"));
  if (picked.length === 0) throw problem("cancelled");
  return picked;
}

function isOutcome(value: unknown): value is RestoreOutcome {
  return typeof value === "object" && value !== null && "steps" in value;
}

function isNamedRestore(value: unknown): value is NamedRestore {
  return typeof value === "object" && value !== null && "restore" in value;
}
