import * as vscode from "vscode";
import type { CommandContext } from "../commands/commandContext";
import { create } from "../commands/create";
import { inform } from "../notify";
import { noIcons } from "../text/quickPickText";
import type { HerePlace } from "./restoreHere";

const SAID_MS = 5000;

/** Names the state at the playhead: its checkpoint if it has one. */
export async function nameMoment(
  context: CommandContext,
  { session, place: { stop } }: HerePlace,
): Promise<void> {
  if (stop.isLast && !stop.checkpoint) {
    await create(context);
    return;
  }
  if (!stop.checkpoint) {
    const { checkpoints } = await session.engine.list({
      until: stop.at,
      limit: 1,
    });
    const [before] = checkpoints;
    void inform(
      before
        ? vscode.l10n.t(
            "Only a moment with a checkpoint can be named. The one before this is #{0}: step by checkpoint to reach it.",
            before.number,
          )
        : vscode.l10n.t("Only a moment with a checkpoint can be named."),
    );
    return;
  }
  const name = await vscode.window.showInputBox({
    title: vscode.l10n.t("Name This Moment"),
    prompt: vscode.l10n.t("Name of the checkpoint"),
    value: stop.checkpoint.name ?? "",
  });
  if (name === undefined || name.trim() === "") return;
  await session.engine.rename(`#${stop.checkpoint.number}`, name.trim());
  // Automatic checkpoints are removed after a while; one with a name is meant to stay.
  await session.engine.pin(`#${stop.checkpoint.number}`, true);
  vscode.window.setStatusBarMessage(
    `$(check) ${noIcons(vscode.l10n.t("Named “{0}”. It is kept until you unpin it", name.trim()))}`,
    SAID_MS,
  );
}
