import * as vscode from "vscode";
import type { Command } from "../commands/commandContext";
import { checkpointSide } from "./openChange";
import { openDiff } from "./openDiff";
import { pickCheckpoints } from "../commands/pickCheckpoint";
import { recordedSessions } from "../commands/sessions";
import {
  pairOf,
  pairsOf,
  selectedCheckpoints,
  type Pair,
} from "../commands/selectedCheckpoints";
import { checkpointsFor, rowsOf } from "../commands/targets";
import { SaidError } from "../../wording/said";

/** Compares a checkpoint with another one that the user picks. */
export const compareWithCheckpoint: Command = async (context, node) => {
  const title = vscode.l10n.t("Compare with Checkpoint");
  const [one] = await checkpointsFor(context, node, {
    title,
    placeHolder: vscode.l10n.t("Choose the first checkpoint"),
  });
  if (!one) return;
  const [other] = await pickCheckpoints(
    recordedSessions(context.folders).filter(
      (session) => session === one.session,
    ),
    {
      title,
      placeHolder: vscode.l10n.t("Compare #{0} with...", one.checkpoint.number),
      except: one.checkpoint.id,
    },
  );
  if (other) await compare(pairOf(one, other));
};

/** Compares the two selected rows, in each folder that both belong to. */
export const compareSelected: Command = async (_context, node, selected) => {
  const targets = selectedCheckpoints(rowsOf(node, selected));
  const [first, ...others] = pairsOf(targets);
  if (!first)
    throw new SaidError(
      "bad-input",
      vscode.l10n.t("Select two checkpoints of one folder to compare them."),
    );
  await compare(first, ...others);
};

async function compare(...pairs: [Pair, ...Pair[]]): Promise<void> {
  const [[older, newer]] = pairs;
  await openDiff(
    `#${older.checkpoint.number} ↔ #${newer.checkpoint.number}`,
    await Promise.all(pairs.map(differenceOf)),
  );
}

async function differenceOf([older, newer]: Pair) {
  const { session } = older;
  const diff = await session.engine.diff(
    `@${older.checkpoint.moment}`,
    `@${newer.checkpoint.moment}`,
    { content: false },
  );
  const left = checkpointSide(older.checkpoint);
  const right = checkpointSide(newer.checkpoint);
  return { session, diff, left, right };
}
