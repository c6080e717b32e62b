import * as vscode from "vscode";
import { baseOf } from "../../engine/model/workspacePath";
import { momentUri, nowUri } from "../documents/checkpointUri";
import type { Command } from "../commands/commandContext";
import { pickCheckpoints } from "../commands/pickCheckpoint";
import { fileOf } from "../commands/sessions";
import { givenOrActive } from "../commands/targets";
import { SaidError } from "../../wording/said";

/** Compares the active (or given) file with a checkpoint; the right side can be edited. */
export const compareFile: Command = async ({ folders }, given) => {
  const uri = givenOrActive(given);
  if (!uri)
    throw new SaidError(
      "bad-input",
      vscode.l10n.t("Open the file to compare first."),
    );
  const { session, path } = fileOf(folders, uri);
  const [picked] = await pickCheckpoints([session], {
    title: vscode.l10n.t("Compare {0} with Checkpoint", baseOf(path)),
    placeHolder: vscode.l10n.t("Choose a checkpoint"),
    path,
  });
  if (!picked) return;
  const { checkpoint } = picked;
  const held = await session.engine.files(`@${checkpoint.moment}`, { path });
  if (!held.some((entry) => entry.path === path))
    throw new SaidError(
      "not-found",
      vscode.l10n.t(
        "Checkpoint #{0} does not contain {1}.",
        checkpoint.number,
        path,
      ),
    );
  await vscode.commands.executeCommand(
    "vscode.diff",
    momentUri(session, path, checkpoint.moment),
    await nowUri(session, path),
    `${baseOf(path)} (#${checkpoint.number} ↔ ${vscode.l10n.t("now")})`,
  );
};
