import * as vscode from "vscode";
import { sourceName } from "../views/kinds";
import type { Command, CommandContext } from "./commandContext";
import { pickCheckpoints } from "./pickCheckpoint";
import { pickFolder } from "./pickFolder";
import { nameOf } from "./restore";
import { revertFlow, revertWords } from "./revertFlow";
import { recordedSessions } from "./sessions";
import { checkpointsOf } from "./targets";
import { pickSource } from "./pickSource";

/** Takes back what a checkpoint, or somebody, changed; keeps everything since. */
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
            "Choose the checkpoint whose changes to take back",
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
    placeHolder: vscode.l10n.t("Everything done since is kept"),
  });
  await picked?.run();
};

async function revertCheckpoint(
  { documents }: CommandContext,
  target: Parameters<typeof nameOf>[0],
): Promise<void> {
  const { session, checkpoint } = target;
  await revertFlow(
    documents.merges,
    session,
    { ref: `#${checkpoint.number}` },
    revertWords(vscode.l10n.t("the changes of {0}", nameOf(target))),
  );
}

async function revertSource({
  folders,
  documents,
}: CommandContext): Promise<void> {
  const title = vscode.l10n.t("Revert What Somebody Changed");
  const session = await pickFolder(recordedSessions(folders), title);
  if (!session) return;
  const source = await pickSource([session], title);
  if (source === undefined) return;
  const since = await vscode.window.showQuickPick(
    [
      { label: vscode.l10n.t("In the last hour"), since: "1h" },
      { label: vscode.l10n.t("In the last day"), since: "1d" },
      { label: vscode.l10n.t("Ever"), since: undefined },
    ],
    { title, placeHolder: vscode.l10n.t("Changes since when?") },
  );
  if (!since) return;
  await revertFlow(
    documents.merges,
    session,
    { source, ...(since.since === undefined ? {} : { since: since.since }) },
    revertWords(vscode.l10n.t("what was changed by {0}", sourceName(source))),
  );
}
