import * as vscode from "vscode";
import { CheckpointError } from "../engine/model/errors";
import { actionsFor, type ErrorAction } from "./errorActions";
import { log } from "./log";
import { alarm, inform, warn } from "./notify";

/**
 * Tells a person about an error, and offers what they can do about it. The one
 * place where the extension does: what was cancelled is passed over in silence,
 * a bug of ours goes to the log with its stack. Never rejects.
 */
export async function showError(error: unknown): Promise<void> {
  const problem = CheckpointError.from(error);
  if (problem.code === "cancelled") return;
  if (problem.code === "internal") log.error("Unexpected", error);
  else log.warn(problem.message, { code: problem.code, ...problem.data });
  try {
    await show(problem);
  } catch (failure) {
    log.error("Could not show an error", failure);
  }
}

async function show(problem: CheckpointError): Promise<void> {
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
