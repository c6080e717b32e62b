import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import type { CheckpointOptions } from "../../engine/model/checkpoint";
import type { CheckpointOf } from "../timeline/nodes";
import type { Command, CommandContext } from "./commandContext";
import { recordedSessions } from "./sessions";
import { suggestedName } from "./suggestedName";
import { withCancel } from "./showProgress";
import { filesText } from "../../wording/counts";
import { voice } from "../text/voice";
import { problem } from "../../engine/model/errors";

/** Creates a checkpoint of every folder; offers a name, unless a caller gives one. */
export const create: Command = async (context, given) => {
  const options = isOptions(given) ? given : await askForName(context);
  const made = await createAll(context, options);
  return made.map(({ checkpoint }) => checkpoint);
};

async function askForName(context: CommandContext): Promise<CheckpointOptions> {
  const sessions = recordedSessions(context.folders);
  const name = await ask({
    title: vscode.l10n.t("Create Checkpoint"),
    prompt: vscode.l10n.t("Name of the checkpoint"),
    value: await suggestedName(sessions),
  });
  return name ? { name } : {};
}

/** Creates a checkpoint with a name and a description. */
export const createWithDescription: Command = async (context) => {
  recordedSessions(context.folders);
  const name = await ask({
    title: vscode.l10n.t("Create Checkpoint (1 of 2)"),
    prompt: vscode.l10n.t("Name"),
    placeHolder: vscode.l10n.t("For example: before the new parser"),
  });
  const description = await ask({
    title: vscode.l10n.t("Create Checkpoint (2 of 2)"),
    prompt: vscode.l10n.t("Description (optional)"),
    placeHolder: vscode.l10n.t("Anything worth knowing about this state"),
  });
  await createAll(context, {
    ...(name ? { name } : {}),
    ...(description ? { description } : {}),
  });
};

/** Creates a permanent checkpoint for a finished feature. */
export const markFeatureComplete: Command = async (context) => {
  recordedSessions(context.folders);
  const name = await ask({
    title: vscode.l10n.t("Mark Feature Complete"),
    prompt: vscode.l10n.t("Which feature or task is complete?"),
    placeHolder: vscode.l10n.t("For example: login form"),
    validateInput: (text) =>
      text.trim() === "" ? vscode.l10n.t("Enter a name.") : undefined,
  });
  await createAll(context, {
    name,
    kind: "feature",
    task: { completed: [name] },
  });
};

/** In several folders the checkpoints share a group and appear as one row. */
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
          await session.flush(call);
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
  // Report what was created, even if another folder failed.
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
      : `$(warning) ${text}, ${vscode.l10n.t("{0} not recorded", filesText(skipped, voice))}`,
    5000,
  );
}

/** Asks for a line of text; Escape cancels the whole command. */
async function ask(options: vscode.InputBoxOptions): Promise<string> {
  const text = await vscode.window.showInputBox({
    ignoreFocusOut: true,
    ...options,
  });
  if (text === undefined) throw problem("cancelled");
  return text.trim();
}

/** Another extension or a key binding may pass a name and other fields. */
function isOptions(value: unknown): value is CheckpointOptions {
  return (
    typeof value === "object" &&
    value !== null &&
    !("fsPath" in value) &&
    !("type" in value)
  );
}
