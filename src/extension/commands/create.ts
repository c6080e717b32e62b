import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import type { CheckpointOptions } from "../../engine/model/checkpoint";
import { CheckpointError } from "../../engine/model/errors";
import { filesText } from "../views/counts";
import type { CheckpointOf } from "../views/nodes";
import type { Command, CommandContext } from "./commandContext";
import { recordedSessions } from "./sessions";
import { withCancel } from "./showProgress";

/** Makes a checkpoint of every folder at once, without asking anything. */
export const create: Command = async (context, given) => {
  const made = await createAll(context, isOptions(given) ? given : {});
  return made.map(({ checkpoint }) => checkpoint);
};

/** Makes a checkpoint with a name and a description. */
export const createWithDescription: Command = async (context) => {
  recordedSessions(context.folders);
  const name = await ask({
    title: vscode.l10n.t("Create Checkpoint (1 of 2)"),
    prompt: vscode.l10n.t("Name"),
    placeHolder: vscode.l10n.t("For instance: before the new parser"),
  });
  const description = await ask({
    title: vscode.l10n.t("Create Checkpoint (2 of 2)"),
    prompt: vscode.l10n.t("Description (optional)"),
    placeHolder: vscode.l10n.t("What a reader should know about this state"),
  });
  await createAll(context, {
    ...(name ? { name } : {}),
    ...(description ? { description } : {}),
  });
};

/** Makes a permanent checkpoint for something that is finished. */
export const markFeatureComplete: Command = async (context) => {
  recordedSessions(context.folders);
  const name = await ask({
    title: vscode.l10n.t("Mark Feature Complete"),
    prompt: vscode.l10n.t("Which feature or task is complete?"),
    placeHolder: vscode.l10n.t("For instance: login form"),
    validateInput: (text) =>
      text.trim() === "" ? vscode.l10n.t("Give it a name.") : undefined,
  });
  await createAll(context, {
    name,
    kind: "feature",
    task: { completed: [name] },
  });
};

/** In several folders the checkpoints share a group and are shown as one row. */
export async function createAll(
  { folders }: Pick<CommandContext, "folders">,
  options: CheckpointOptions,
): Promise<CheckpointOf[]> {
  const sessions = recordedSessions(folders);
  const metadata =
    sessions.length > 1
      ? { ...options.metadata, group: randomUUID() }
      : options.metadata;
  const tried = await withCancel(
    vscode.l10n.t("Creating a checkpoint"),
    (call) =>
      Promise.allSettled(
        sessions.map(async (session) => {
          await session.flush();
          const checkpoint = await session.engine.checkpoint(
            {
              kind: "manual",
              source: "editor",
              ...options,
              metadata,
              unsaved: session.unsavedTexts(),
            },
            call,
          );
          return { session, checkpoint };
        }),
      ),
  );
  // What was made is said, also when another folder failed.
  const made = tried.flatMap((one) =>
    one.status === "fulfilled" ? [one.value] : [],
  );
  if (made.length > 0) tell(made);
  for (const one of tried) if (one.status === "rejected") throw one.reason;
  return made;
}

function tell(made: readonly CheckpointOf[]): void {
  const isOneOfMany = made.length > 1;
  const numbers = made.map(({ session, checkpoint: { number } }) =>
    isOneOfMany ? `${session.folder.name} #${number}` : `#${number}`,
  );
  const skipped = made.reduce(
    (sum, { checkpoint }) => sum + checkpoint.skippedCount,
    0,
  );
  const text = vscode.l10n.t("Checkpoint {0} created", numbers.join(", "));
  vscode.window.setStatusBarMessage(
    skipped === 0
      ? `$(check) ${text}`
      : `$(warning) ${text}, ${vscode.l10n.t("{0} not recorded", filesText(skipped))}`,
    5000,
  );
}

/** Asks for a line of text; Escape cancels the whole command. */
async function ask(options: vscode.InputBoxOptions): Promise<string> {
  const text = await vscode.window.showInputBox({
    ignoreFocusOut: true,
    ...options,
  });
  if (text === undefined) throw new CheckpointError("cancelled", "");
  return text.trim();
}

/** Another extension or a key binding may pass a name and the like. */
function isOptions(value: unknown): value is CheckpointOptions {
  return (
    typeof value === "object" &&
    value !== null &&
    !("fsPath" in value) &&
    !("type" in value)
  );
}
