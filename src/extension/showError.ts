import * as vscode from "vscode";
import { actionsFor, type ErrorAction } from "./errorActions";
import { log } from "./log";
import { alarm, inform, warn } from "./notify";
import { spoken, type SpokenError } from "../wording/errors";
import { voice } from "./text/voice";

/**
 * Shows an error and offers what the user can do about it. This is the only place where the
 * extension does: cancelled work is ignored, and bugs are logged with their stack. Never rejects.
 */
export async function showError(error: unknown): Promise<void> {
  const problem = spoken(error, voice);
  if (problem.code === "cancelled") return;
  if (problem.code === "internal") log.error("Unexpected", error);
  else log.warn(problem.message, { code: problem.code, ...problem.data });
  try {
    await show(problem);
  } catch (failure) {
    log.error("Could not show an error", failure);
  }
}

async function show(problem: SpokenError): Promise<void> {
  const text = problem.hint
    ? `${problem.message} ${problem.hint}`
    : problem.message;
  const { severity, actions } = actionsFor(problem.code);
  const labels = actions.map(({ label }) => label);
  const ask = { error: alarm, warning: warn, info: inform }[severity];
  const chosen = await ask(text, ...labels);
  const action = actions[labels.indexOf(chosen ?? "")];
  if (action) await runAction(action);
}

async function runAction(action: ErrorAction): Promise<void> {
  await vscode.commands.executeCommand(action.command, ...action.args);
}
