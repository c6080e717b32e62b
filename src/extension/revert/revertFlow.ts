import * as vscode from "vscode";
import type {
  Resolution,
  RevertPlan,
  RevertRequest,
  UncertainChange,
} from "../../engine/api";
import { CheckpointError, problem } from "../../engine/model/errors";
import type { RestorePlan, UnsavedText } from "../../engine/model/restorePlan";
import type { Documents } from "../documents/registerDocuments";
import type { FolderSession } from "../session/folders";
import { inform } from "../notify";
import { showError } from "../showError";
import { KeptDecisions } from "./keptDecisions";
import { decideConflicts } from "./mergeConflicts";
import { restoreFlow } from "../restore/restoreFlow";
import type { RestoreWords } from "../restore/restoreStep";
import { wordsFor } from "../restore/restore";
import { withCancel } from "../commands/showProgress";
import type { Call } from "../../worker/client";

/**
 * Reverts changes and keeps everything since. All conflicts are resolved first; then the revert is
 * applied like any restore. Decisions are kept until the revert is applied or discarded, so that
 * the user can leave and come back.
 */
export async function revertFlow(
  documents: Pick<Documents, "merges" | "memory">,
  session: FolderSession,
  request: Omit<RevertRequest, "resolve" | "maybe" | "editors" | "as">,
  words: RestoreWords,
): Promise<void> {
  const { merges, memory } = documents;
  const what = [session.folder.uri.toString(), request];
  const kept = new KeptDecisions(memory, what);
  /** The user's answer about changes whose author is uncertain. */
  let withMaybe: boolean | undefined;
  const plan = (call: Call, editors: UnsavedText[]) =>
    planWith(
      session,
      { ...request, maybe: withMaybe, as: "editor", editors },
      kept,
      call,
    );
  const leave = () =>
    reportKept(kept, () => revertFlow(documents, session, request, words));
  for (;;) {
    const { conflicts, maybe } = await withCancel(words.title, async (call) => {
      await session.flush(call);
      return plan(call, session.unsavedTexts());
    });
    if (maybe.length > 0 && withMaybe === undefined) {
      withMaybe = await askAboutMaybe(maybe, words.button);
      if (withMaybe === undefined) return leave();
      continue;
    }
    if (conflicts.length > 0) {
      const isDecided = await decideConflicts(
        merges,
        conflicts,
        kept,
        words.title,
      );
      if (!isDecided) return leave();
      continue;
    }
    try {
      const outcome = await restoreFlow(
        [
          {
            session,
            plan: async (call, editors) =>
              withoutConflicts(await plan(call, editors)),
          },
        ],
        words,
      );
      if (!outcome?.steps.every(({ report }) => report.applied)) return leave();
      kept.drop();
      return;
    } catch (error) {
      // The same lines were changed meanwhile, which is a new conflict.
      if (!CheckpointError.is(error, "conflicts")) throw error;
    }
  }
}

/**
 * Plans with the decisions that still fit the current conflicts. It always starts from the
 * beginning: a file that changed since it was resolved is asked about again.
 */
async function planWith(
  session: FolderSession,
  request: Omit<RevertRequest, "resolve">,
  kept: KeptDecisions,
  call: Call,
): Promise<RevertPlan> {
  const resolve: Record<string, Resolution> = {};
  for (;;) {
    const planned = await session.engine.planRevert(
      { ...request, resolve: { ...resolve } },
      call,
    );
    const { conflicts } = planned;
    const open = conflicts.filter((conflict) => {
      const resolution = kept.of(conflict);
      if (resolution === undefined || conflict.path in resolve) return true;
      resolve[conflict.path] = resolution;
      return false;
    });
    if (conflicts.length === 0 || open.length > 0) return planned;
  }
}

const MOST_NAMED = 10;

/** Asks whether to revert changes whose author is unknown. Returns undefined if the user cancels. */
async function askAboutMaybe(
  maybe: readonly UncertainChange[],
  button: string,
): Promise<boolean | undefined> {
  const certain = vscode.l10n.t("Only What Is Certain");
  const all = vscode.l10n.t("{0} These Too", button);
  const names = maybe.slice(0, MOST_NAMED).map(({ path }) => path);
  const more = maybe.length - names.length;
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t("It is not known who changed these files"),
    {
      modal: true,
      detail: [
        vscode.l10n.t(
          "Several authors were active when these files changed, so the changes may be somebody else's or your own:",
        ),
        ...names,
        ...(more > 0 ? [vscode.l10n.t("and {0} more", more)] : []),
      ].join("\n"),
    },
    certain,
    all,
  );
  return answer === undefined ? undefined : answer === all;
}

/** Says that nothing was changed and that the decisions are kept. */
function reportKept(kept: KeptDecisions, again: () => Promise<void>): void {
  const { count } = kept;
  if (count === 0) return;
  const goOn = vscode.l10n.t("Continue");
  const discard = vscode.l10n.t("Discard");
  inform(
    count === 1
      ? vscode.l10n.t(
          "Nothing was changed. Your decision about 1 file is kept.",
        )
      : vscode.l10n.t(
          "Nothing was changed. Your decisions about {0} files are kept.",
          count,
        ),
    goOn,
    discard,
  ).then((answer) => {
    if (answer === discard) kept.drop();
    if (answer === goOn) again().catch(showError);
  });
}

/** A plan with conflicts is empty, which must not be mistaken for “nothing to do”. */
function withoutConflicts({ plan, conflicts }: RevertPlan): RestorePlan {
  const [first] = conflicts;
  if (first) throw problem("conflicts", { path: first.path });
  return plan;
}

export function revertWords(what: string): RestoreWords {
  const subject = { verb: "revert", target: what } as const;
  return wordsFor(subject, vscode.l10n.t("Revert"));
}
