import * as vscode from "vscode";
import { inform } from "../notify";
import type { Command } from "../commands/commandContext";
import { checkpointSide, sidesOf } from "./openChange";
import { openDiff, openFiles } from "./openDiff";
import { checkpointsFor, deedsOf } from "../commands/targets";
import type { DeedMember } from "../timeline/deedData";
import { deedTitle } from "../../wording/deeds";
import { shortenAtWord } from "../text/markdown";
import { voice } from "../text/voice";

/** Opens all changes of a checkpoint or deed in the multi-diff editor. */
export const openAllChanges: Command = async (context, node) => {
  const members = deedsOf(node);
  if (members.length > 0) return openDeeds(members);
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

async function openDeeds(members: readonly DeedMember[]): Promise<void> {
  const [first] = members;
  const files = await Promise.all(
    members.map(async ({ session, deed }) =>
      (await session.engine.deedFiles(deed.id)).map((change) => ({
        session,
        change,
        ...sidesOf(change, vscode.l10n.t("before")),
      })),
    ),
  );
  const title = first ? shortenAtWord(deedTitle(first.deed, voice), 60) : "";
  await openFiles(vscode.l10n.t("Changes in “{0}”", title), files.flat());
}
