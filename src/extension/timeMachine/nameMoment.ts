import * as vscode from "vscode";
import type { CommandContext } from "../commands/commandContext";
import { create } from "../commands/create";
import { noIcons } from "../text/quickPickText";
import type { HerePlace } from "./restoreHere";

const SAID_MS = 5000;

/** Names the state at the playhead: its checkpoint if it has one, else by a new one of that moment. */
export async function nameMoment(
  context: CommandContext,
  { session, place: { stop } }: HerePlace,
): Promise<void> {
  const { checkpoint } = stop;
  if (stop.isLast && !checkpoint) {
    await create(context);
    return;
  }
  const given = await vscode.window.showInputBox({
    title: vscode.l10n.t("Name This Moment"),
    prompt: vscode.l10n.t("Name of the checkpoint"),
    value: checkpoint?.name ?? "",
  });
  const name = given?.trim() ?? "";
  if (name === "") return;
  if (!checkpoint) {
    const at = `@${stop.moment}`;
    await session.engine.checkpoint({ name, at, source: "editor" });
    say(vscode.l10n.t("Named “{0}”. It is kept until you delete it", name));
    return;
  }
  await session.engine.rename(`#${checkpoint.number}`, name);
  // Automatic checkpoints are removed after a while; one with a name is meant to stay.
  await session.engine.pin(`#${checkpoint.number}`, true);
  say(vscode.l10n.t("Named “{0}”. It is kept until you unpin it", name));
}

function say(text: string): void {
  vscode.window.setStatusBarMessage(`$(check) ${noIcons(text)}`, SAID_MS);
}
