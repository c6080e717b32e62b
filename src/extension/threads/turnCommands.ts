import * as vscode from "vscode";
import type { ChangeRow } from "../timeline/changeRows";
import type { Command, CommandContext } from "../commands/commandContext";
import { fileOf } from "../commands/sessions";
import { changeOf, givenOrActive, isNode } from "../commands/targets";
import { withCancel } from "../commands/showProgress";
import { openDiff, type Side } from "../compare/openDiff";
import { inform } from "../notify";
import { wordsFor, whatFolders } from "../restore/restore";
import { restoreFlow } from "../restore/restoreFlow";
import { restoreStep } from "../restore/restoreStep";
import { revertFlow, revertWords } from "../revert/revertFlow";
import { messageTitle } from "../timeline/threadText";
import { SaidError } from "../../wording/said";
import { baseOf } from "../../engine/model/workspacePath";
import { turnInFile, turnOf, type Turn } from "./turns";
import { agentName } from "../../wording/agentNames";

/** Shows what an agent's turn changed, file by file. */
export const reviewTurn: Command = async ({ folders }, node) => {
  const turn = await turnOf(folders, node);
  const { session, prompt, until } = turn;
  const to = until === null ? "workspace" : `@${until}`;
  const diff = await withCancel(titleOf(turn), async (call) => {
    await session.flush(call);
    const paths = await changedPaths(turn);
    return session.engine.diff(`@${prompt.moment}`, to, { paths }, call);
  });
  const left: Side = {
    at: "moment",
    moment: prompt.moment,
    label: vscode.l10n.t("before this turn"),
  };
  const right: Side =
    until === null
      ? { at: "now" }
      : {
          ...{ at: "moment", moment: until },
          label: vscode.l10n.t("after this turn"),
        };
  await openDiff(titleOf(turn), [{ session, diff, left, right }]);
};

/** Accepts a turn: its last checkpoint is pinned, so that this state is never removed. */
export const keepTurn: Command = async ({ folders }, node) => {
  const turn = await turnOf(folders, node);
  const { session, until } = turn;
  await session.flush();
  const checkpoint =
    until === null
      ? await session.engine.checkpoint({
          kind: "manual",
          name: vscode.l10n.t("Kept: {0}", nameOf(turn)),
          source: "editor",
          unsaved: session.unsavedTexts(),
        })
      : await pinnedAt(turn, until);
  void inform(
    vscode.l10n.t(
      "Kept “{0}”. #{1} is never removed automatically.",
      nameOf(turn),
      checkpoint.number,
    ),
  );
};

async function pinnedAt({ session }: Turn, moment: number) {
  const { checkpoint } = await session.engine.resolve(`@${moment}`);
  if (!checkpoint)
    throw new SaidError(
      "not-found",
      vscode.l10n.t("The checkpoint at the end of this turn is not kept."),
    );
  return session.engine.pin(`#${checkpoint.number}`, true);
}

/** Reverts what a turn changed and keeps everything since. */
export const undoTurn: Command = async (context, node) => {
  await undoIn(context, await turnOf(context.folders, node));
};

/** The same in one file: that of the row, or of the active editor. */
export const undoTurnInFile: Command = async (context, given) => {
  if (isNode(given)) {
    const turn = await turnOf(context.folders, given);
    return undoIn(context, turn, changeOf(given).change.path);
  }
  const uri = givenOrActive(given);
  if (!uri)
    throw new SaidError("bad-input", vscode.l10n.t("Open the file first."));
  const place = fileOf(context.folders, uri);
  await undoIn(context, await turnInFile(place), place.path);
};

async function undoIn(
  { documents }: CommandContext,
  turn: Turn,
  path?: string,
): Promise<void> {
  const { session, prompt } = turn;
  const what = `“${nameOf(turn)}”`;
  await revertFlow(
    documents,
    session,
    {
      thread: prompt.thread,
      message: prompt.id,
      ...(path === undefined ? {} : { paths: [path] }),
    },
    revertWords(
      path === undefined
        ? what
        : vscode.l10n.t("{0} in {1}", what, baseOf(path)),
    ),
  );
}

/** Restores everything to the state before a turn, later work included. */
export const restoreBeforeTurn: Command = async ({ folders }, node) => {
  const turn = await turnOf(folders, node);
  const { session, prompt } = turn;
  const subject = {
    verb: "restore",
    target: `“${nameOf(turn)}”`,
    what: whatFolders(folders, [session]),
    isBefore: true,
  } as const;
  await restoreFlow(
    [restoreStep(session, { to: `@${prompt.moment}` })],
    wordsFor(subject, vscode.l10n.t("Restore")),
  );
};

/** The files that the turn changed, without what others changed meanwhile. */
async function changedPaths({ session, prompt }: Turn): Promise<string[]> {
  const { plan, conflicts, maybe } = await session.engine.planRevert({
    thread: prompt.thread,
    message: prompt.id,
    as: "editor",
    editors: session.unsavedTexts(),
  });
  const rows: Pick<ChangeRow, "path">[] = [
    ...plan.writes,
    ...plan.deletes,
    ...conflicts,
    ...maybe,
  ];
  return [...new Set(rows.map(({ path }) => path))];
}

function nameOf({ prompt }: Turn): string {
  return messageTitle(prompt, 50);
}

function titleOf(turn: Turn): string {
  return `${agentName(turn.source)}: ${nameOf(turn)}`;
}
