import * as vscode from "vscode";
import { inform } from "../notify";
import type { Command } from "./commandContext";
import { checkpointSide } from "./openChange";
import { openDiff } from "./openDiff";
import { checkpointsFor } from "./targets";

/** Opens everything a checkpoint changed, in the multi-diff editor. */
export const openAllChanges: Command = async (context, node) => {
  const targets = await checkpointsFor(context, node, {
    title: vscode.l10n.t("Open All Changes"),
    placeHolder: vscode.l10n.t("Choose a checkpoint"),
  });
  const parts = await Promise.all(
    targets.map(async ({ session, checkpoint }) => {
      const { checkpoints } = await session.engine.list({
        before: checkpoint.number,
        limit: 1,
        imports: false,
      });
      const [previous] = checkpoints;
      const right = checkpointSide(checkpoint);
      if (!previous) return undefined;
      const left = checkpointSide(previous);
      const diff = await session.engine.diff(
        `@${previous.moment}`,
        `@${checkpoint.moment}`,
        { content: false },
      );
      return { session, diff, left, right };
    }),
  );
  const known = parts.filter((part) => part !== undefined);
  const [first] = targets;
  if (known.length === 0) {
    void inform(
      vscode.l10n.t(
        "This is the first checkpoint: there is nothing before it to compare with.",
      ),
    );
    return;
  }
  await openDiff(
    vscode.l10n.t("Changes in #{0}", first?.checkpoint.number ?? 0),
    known,
  );
};
