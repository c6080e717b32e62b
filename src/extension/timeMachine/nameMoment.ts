import * as vscode from "vscode";
import type { CommandContext } from "../commands/commandContext";
import { create } from "../commands/create";
import { inform } from "../notify";
import type { HerePlace } from "./restoreHere";

/** Names the state at the playhead: its checkpoint if it has one. */
export async function nameMoment(
  context: CommandContext,
  { session, place: { stop } }: HerePlace,
): Promise<void> {
  if (stop.isLast && !stop.checkpoint) {
    await create(context);
    return;
  }
  const name = await vscode.window.showInputBox({
    title: vscode.l10n.t("Name This Moment"),
    prompt: vscode.l10n.t("Name of the checkpoint"),
    value: stop.checkpoint?.name ?? "",
  });
  if (name === undefined || name.trim() === "" || !stop.checkpoint) return;
  await session.engine.rename(`#${stop.checkpoint.number}`, name.trim());
  // Automatic checkpoints are removed after a while; one with a name is meant to stay.
  await session.engine.pin(`#${stop.checkpoint.number}`, true);
  void inform(
    vscode.l10n.t("Named “{0}”. It is kept until you unpin it.", name.trim()),
  );
}
