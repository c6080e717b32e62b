import * as vscode from "vscode";
import { CheckpointError } from "../../engine/model/errors";
import type { Command, CommandContext } from "../commands/commandContext";
import { recordedSessions } from "../commands/sessions";
import { diffWithNow } from "../compare/compareWithWorkspace";
import { checkpointSide } from "../compare/openChange";
import { openDiff } from "../compare/openDiff";
import { restoreTo } from "../restore/restore";
import type { FolderSession } from "../session/folders";
import type { CheckpointOf, TimelineNode } from "../timeline/nodes";
import { MARKED } from "../../engine/model/verdicts";
import { selectedCheckpoints } from "../commands/selectedCheckpoints";
import { checkpointsFor, deedsOf, rowsOf } from "../commands/targets";

/** Restores every folder to the last state that passed its checks. */
export const restoreToLastGood: Command = async (context) =>
  restoreTo(context.folders, await lastGood(context));

/** Shows what has changed since the last state that passed its checks. */
export const compareWithLastGood: Command = async (context) => {
  const parts = [];
  for (const target of await lastGood(context))
    parts.push({
      session: target.session,
      diff: await diffWithNow({
        session: target.session,
        moment: target.checkpoint.moment,
      }),
      left: checkpointSide(target.checkpoint),
      right: { at: "now" } as const,
    });
  await openDiff(vscode.l10n.t("Last Good ↔ Workspace"), parts);
};

/** Throws `not-found` if no folder has a good state. */
async function lastGood({ folders }: CommandContext): Promise<CheckpointOf[]> {
  const targets: CheckpointOf[] = [];
  let none: CheckpointError | undefined;
  for (const session of recordedSessions(folders))
    try {
      const { checkpoint } = await session.engine.resolve("good");
      if (checkpoint) targets.push({ session, checkpoint });
    } catch (error) {
      if (!CheckpointError.is(error, "not-found")) throw error;
      none = error;
    }
  if (targets.length === 0 && none) throw none;
  return targets;
}

/** Marks checkpoints as good: “Restore to Last Good...” finds them. */
export const markGood: Command = (context, node, selected) =>
  mark(context, node, selected, true);

export const markBad: Command = (context, node, selected) =>
  mark(context, node, selected, false);

async function mark(
  context: CommandContext,
  node: unknown,
  selected: unknown,
  passed: boolean,
): Promise<void> {
  const rows = statesOf(rowsOf(node, selected));
  const states =
    rows.length > 0 ? rows : await askForStates(context, node, passed);
  for (const { session, ref } of states)
    await session.engine.verdict({
      label: MARKED,
      passed,
      source: "editor",
      ref,
    });
}

/** A state of a folder, by a reference. */
interface State {
  session: FolderSession;
  ref: string;
}

/** The state that each row stands for: of what happened, the one after it. */
function statesOf(rows: readonly TimelineNode[]): State[] {
  return rows.flatMap((row): State[] => {
    const deeds = deedsOf(row);
    return deeds.length > 0
      ? deeds.map(({ session, deed }) => ({ session, ref: `@${deed.after}` }))
      : selectedCheckpoints([row]).map(stateOf);
  });
}

async function askForStates(
  context: CommandContext,
  node: unknown,
  passed: boolean,
): Promise<State[]> {
  const picked = await checkpointsFor(context, node, {
    title: passed
      ? vscode.l10n.t("Mark as Good")
      : vscode.l10n.t("Mark as Bad"),
    placeHolder: vscode.l10n.t("Choose a checkpoint"),
  });
  return picked.map(stateOf);
}

function stateOf({ session, checkpoint }: CheckpointOf): State {
  return { session, ref: `#${checkpoint.number}` };
}
