import * as vscode from "vscode";
import type { Command, CommandContext } from "../commands/commandContext";
import { pickCheckpoints } from "../commands/pickCheckpoint";
import { pickFolder } from "../commands/pickFolder";
import { revertFlow, revertWords } from "./revertFlow";
import { recordedSessions } from "../commands/sessions";
import { checkpointsOf } from "../commands/targets";
import { shortenAtWord } from "../text/markdown";
import type { CheckpointOf } from "../timeline/nodes";
import { pickSource } from "./pickSource";
import { bySource } from "../../wording/kinds";
import { voice } from "../text/voice";

/** Reverts the changes of a checkpoint or a source and keeps everything since. */
export const revertChanges: Command = async (context, node) => {
  const [given] = checkpointsOf(node);
  if (given) return revertCheckpoint(context, given);
  const checkpoint = {
    label: vscode.l10n.t("What one checkpoint changed..."),
    iconPath: new vscode.ThemeIcon("history"),
    run: async () => {
      const [target] = await pickCheckpoints(
        recordedSessions(context.folders),
        {
          title: vscode.l10n.t("Revert Changes"),
          placeHolder: vscode.l10n.t(
            "Choose the checkpoint whose changes to revert",
          ),
        },
      );
      if (target) await revertCheckpoint(context, target);
    },
  };
  const source = {
    label: vscode.l10n.t("What one agent or tool changed..."),
    iconPath: new vscode.ThemeIcon("person"),
    run: () => revertSource(context),
  };
  const picked = await vscode.window.showQuickPick([checkpoint, source], {
    title: vscode.l10n.t("Revert Changes"),
    placeHolder: vscode.l10n.t("Later changes are kept"),
  });
  await picked?.run();
};

async function revertCheckpoint(
  { documents }: CommandContext,
  target: CheckpointOf,
): Promise<void> {
  const { session, checkpoint } = target;
  await revertFlow(
    documents,
    session,
    { ref: `#${checkpoint.number}` },
    revertWords(quotedName(target)),
  );
}

/** For instance “Use integers for money”, or “#12” for a checkpoint without a name. */
function quotedName(target: CheckpointOf): string {
  const { name, number } = target.checkpoint;
  return name === null ? `#${number}` : `“${shortenAtWord(name, 50)}”`;
}

async function revertSource({
  folders,
  documents,
}: CommandContext): Promise<void> {
  const title = vscode.l10n.t("Revert Changes by Source");
  const session = await pickFolder(recordedSessions(folders), title);
  if (!session) return;
  const source = await pickSource([session], title);
  if (source === undefined) return;
  const since = await vscode.window.showQuickPick(
    [
      { label: vscode.l10n.t("In the last hour"), since: "1h" },
      { label: vscode.l10n.t("In the last day"), since: "1d" },
      { label: vscode.l10n.t("At any time"), since: undefined },
    ],
    { title, placeHolder: vscode.l10n.t("Changes since when?") },
  );
  if (!since) return;
  await revertFlow(
    documents,
    session,
    { source, ...(since.since === undefined ? {} : { since: since.since }) },
    revertWords(vscode.l10n.t("changes made {0}", bySource(source, voice))),
  );
}
