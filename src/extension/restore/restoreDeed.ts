import * as vscode from "vscode";
import { deedTitle } from "../../wording/deeds";
import type { Command } from "../commands/commandContext";
import { deedsOf, isNode, rowGone } from "../commands/targets";
import type { FolderSession, Folders } from "../session/folders";
import { shortenAtWord } from "../text/markdown";
import { voice } from "../text/voice";
import type { DeedMember } from "../timeline/deedData";
import type { CheckpointOf, TimelineNode } from "../timeline/nodes";
import { messageTitle } from "../timeline/threadText";
import { restoreFlow } from "./restoreFlow";
import { restoreStep, type RestoreWords } from "./restoreStep";
import { SaidError } from "../../wording/said";

/** A folder, and the moment to restore it to. */
interface Target {
  session: FolderSession;
  moment: number;
}

/** Restores the workspace to the state after a deed. */
export async function restoreToAfter(
  folders: Folders,
  members: readonly DeedMember[],
): Promise<void> {
  const name = nameOf(members);
  await restoreTo(
    members.map(({ session, deed }) => ({ session, moment: deed.after })),
    {
      question: vscode.l10n.t(
        "Restore {0} to “{1}”?",
        whatIn(folders, members),
        name,
      ),
      title: vscode.l10n.t("Restore to “{0}”", name),
      done: vscode.l10n.t("Restored to “{0}”", name),
    },
  );
}

/** Restores the workspace to the state before what a row says: a deed, a message or a checkpoint. */
export const restoreBeforeRow: Command = async ({ folders }, node) => {
  if (!isNode(node)) throw rowGone();
  const { targets, name } = await before(node);
  await restoreTo(targets, {
    question: vscode.l10n.t(
      "Restore {0} as it was before “{1}”?",
      whatIn(folders, targets),
      name,
    ),
    title: vscode.l10n.t("Restore to before “{0}”", name),
    done: vscode.l10n.t("Restored to before “{0}”", name),
  });
};

async function before(
  node: TimelineNode,
): Promise<{ targets: Target[]; name: string }> {
  const members = deedsOf(node);
  if (members.length > 0)
    return {
      targets: members.map(({ session, deed }) => ({
        session,
        moment: atLeastOne(deed.before),
      })),
      name: nameOf(members),
    };
  if (node.type === "message")
    return {
      targets: [{ session: node.session, moment: node.message.moment }],
      name: messageTitle(node.message, 50),
    };
  const checkpoints =
    node.type === "entry"
      ? node.targets
      : node.type === "member"
        ? [node.target]
        : [];
  const [first] = checkpoints;
  if (!first) throw rowGone();
  const { name, number } = first.checkpoint;
  return {
    targets: await Promise.all(checkpoints.map(previousOf)),
    name: name === null ? `#${number}` : shortenAtWord(name, 50),
  };
}

async function previousOf({
  session,
  checkpoint,
}: CheckpointOf): Promise<Target> {
  const { checkpoints } = await session.engine.list({
    before: checkpoint.number,
    limit: 1,
    imports: false,
  });
  return { session, moment: atLeastOne(checkpoints[0]?.moment ?? 0) };
}

function atLeastOne(moment: number): number {
  if (moment > 0) return moment;
  throw new SaidError(
    "bad-input",
    vscode.l10n.t("Nothing was recorded before this."),
  );
}

async function restoreTo(
  targets: readonly Target[],
  words: Pick<RestoreWords, "question" | "title" | "done">,
): Promise<void> {
  const steps = await Promise.all(
    targets.map(async ({ session, moment }) => {
      // A checkpoint's name says more than a time, in the restore's own row too.
      const { checkpoint } = await session.engine.resolve(`@${moment}`);
      return restoreStep(session, {
        to: checkpoint ? `#${checkpoint.number}` : `@${moment}`,
      });
    }),
  );
  await restoreFlow(steps, {
    ...words,
    button: vscode.l10n.t("Restore"),
    nothing: vscode.l10n.t("Nothing to change: the files already match."),
  });
}

function nameOf(members: readonly DeedMember[]): string {
  const [first] = members;
  return first ? shortenAtWord(deedTitle(first.deed, voice), 50) : "";
}

function whatIn(
  { all }: Pick<Folders, "all">,
  restored: readonly { session: FolderSession }[],
): string {
  const sessions = restored.map(({ session }) => session);
  return all.every((session) => sessions.includes(session))
    ? vscode.l10n.t("the workspace")
    : sessions.map(({ folder }) => folder.name).join(", ");
}
