import * as vscode from "vscode";
import type { FolderSession } from "../session/folders";
import { log } from "../log";
import type { Command, CommandContext } from "./commandContext";
import { isNode } from "./targets";

/** Records a folder although it is larger than the budget. */
export const recordAnyway: Command = async (context, node) => {
  for (const session of sessionsOf(context, node))
    if (session.state === "over-budget") await session.consent();
};

/** Retries a folder that failed; others are left alone. */
export const retry: Command = async (context, node) => {
  for (const session of sessionsOf(context, node))
    if (session.problem) await session.retry();
};

export const pause: Command = async ({ folders }) => {
  folders.setPaused(true);
};

export const resume: Command = async ({ folders }) => {
  folders.setPaused(false);
};

export const showLog: Command = async () => log.show();

export const openWalkthrough: Command = async ({ extension }) => {
  await vscode.commands.executeCommand(
    "workbench.action.openWalkthrough",
    `${extension.extension.id}#checkpoint.start`,
    false,
  );
};

function sessionsOf(
  { folders }: CommandContext,
  node: unknown,
): readonly FolderSession[] {
  return isNode(node) && node.type === "problem" ? [node.session] : folders.all;
}
