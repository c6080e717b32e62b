import path from "node:path";
import * as vscode from "vscode";
import {
  checkOfLine,
  checkOfLineIn,
  checkOfWords,
  isResult,
  labelOfLine,
  type CheckChoices,
} from "../../host/checkCommands";
import { log } from "../log";
import type { FolderSession } from "../session/folders";
import { relativePath } from "../session/relativePath";

/** A folder whose checks are recorded. */
export type Checked = Pick<
  FolderSession,
  "folder" | "engine" | "state" | "flush" | "pathOf"
> & {
  readonly checks: CheckChoices & { enabled: boolean };
};

/** A folder and what was captured of it when a check started. */
interface CheckedState {
  folder: Checked;
  since: number;
  rewrites: number;
}

/** A check that is running. */
interface Running {
  label: string;
  startedMs: number;
  /** The folders it may be about. */
  folders: Promise<CheckedState[]>;
}

/**
 * Records whether test and build tasks, and checks in the integrated terminal, passed: the
 * folder is captured when they start and again when they end.
 */
export function watchChecks(
  folders: () => Iterable<Checked>,
): vscode.Disposable {
  const running = new Map<object, Running>();
  const start = (key: object, label: string | null, found: Checked[]) => {
    if (label === null || found.length === 0) return;
    running.set(key, {
      label,
      startedMs: performance.now(),
      folders: captured(found),
    });
  };
  const end = (key: object, exitCode: number | undefined) => {
    const check = running.get(key);
    running.delete(key);
    if (check && exitCode !== undefined && isResult(exitCode))
      void record(check, exitCode);
  };
  return vscode.Disposable.from(
    vscode.tasks.onDidStartTaskProcess(({ execution }) => {
      const { task } = execution;
      const found = [...folders()].filter((one) => isScopeOf(task, one));
      const choices = found[0]?.checks;
      start(execution, choices ? taskLabel(task, choices) : null, found);
    }),
    vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) =>
      end(execution, exitCode),
    ),
    vscode.window.onDidStartTerminalShellExecution(({ execution }) => {
      const { cwd, commandLine } = execution;
      const labelIn = (one: Checked) => {
        const root = one.folder.uri.fsPath;
        // The shell may have reached the folder through a link.
        const below = cwd && one.pathOf(cwd);
        const place = {
          cwd:
            below === undefined
              ? (cwd?.fsPath ?? root)
              : path.join(root, below),
          root,
        };
        return checkOfLineIn(commandLine.value, place, one.checks);
      };
      const found = [...folders()].filter(
        (one) => isIn(one, cwd) && labelIn(one) !== null,
      );
      start(execution, found[0] ? labelIn(found[0]) : null, found);
    }),
    vscode.window.onDidEndTerminalShellExecution(({ execution, exitCode }) =>
      end(execution, exitCode),
    ),
  );
}

/** Returns the label of a task: of its command, or its name if it is a test or build task. */
function taskLabel(task: vscode.Task, choices: CheckChoices): string | null {
  const own = ownLabel(task, choices);
  if (own !== null) return own;
  const { Test, Build } = vscode.TaskGroup;
  const isCheck = [Test.id, Build.id].includes(task.group?.id ?? "");
  if (!isCheck || task.isBackground) return null;
  const label = nameOf(task);
  return choices.remove.includes(label) ? null : label;
}

/** A task without a name is named after its command line, which may contain secrets. */
function nameOf(task: vscode.Task): string {
  const line = lineOf(task);
  const words = line.split(" ");
  const isNamedAfter =
    (words.length > 1 && task.name.includes(line)) ||
    words.some((word) => word.includes("=") && task.name.includes(word));
  return isNamedAfter ? labelOfLine(line) : task.name;
}

function lineOf({ execution }: vscode.Task): string {
  if (execution instanceof vscode.ProcessExecution)
    return [execution.process, ...execution.args].join(" ");
  if (!(execution instanceof vscode.ShellExecution)) return "";
  const words = [execution.command, ...(execution.args ?? [])];
  return execution.commandLine ?? words.map(textOf).join(" ");
}

function textOf(word: string | vscode.ShellQuotedString | undefined): string {
  return typeof word === "object" ? word.value : (word ?? "");
}

function ownLabel(
  { execution }: vscode.Task,
  choices: CheckChoices,
): string | null {
  if (execution instanceof vscode.ProcessExecution)
    return checkOfWords([execution.process, ...execution.args], choices);
  if (!(execution instanceof vscode.ShellExecution)) return null;
  if (execution.commandLine !== undefined)
    return checkOfLine(execution.commandLine, choices);
  const words = [execution.command, ...(execution.args ?? [])];
  return checkOfWords(words.map(textOf), choices);
}

/** A task of one folder is about that folder, a task of the workspace about all of them. */
function isScopeOf({ scope }: vscode.Task, one: Checked): boolean {
  if (!one.checks.enabled || one.state !== "ready") return false;
  return scope === undefined || typeof scope === "number"
    ? true
    : scope.uri.toString() === one.folder.uri.toString();
}

function isIn(one: Checked, cwd: vscode.Uri | undefined): boolean {
  if (!one.checks.enabled || one.state !== "ready") return false;
  if (cwd === undefined || cwd.fsPath === one.folder.uri.fsPath) return true;
  // A shell above the folder checks it as well.
  const isAbove = relativePath(cwd.fsPath, one.folder.uri.fsPath) !== undefined;
  return isAbove || one.pathOf(cwd) !== undefined;
}

async function captured(found: readonly Checked[]): Promise<CheckedState[]> {
  const all = [];
  for (const folder of found)
    try {
      await folder.flush();
      const { moment, rewrites } = await folder.engine.capture({});
      all.push({ folder, since: moment, rewrites });
    } catch (error) {
      log.error("The folder could not be captured before a check", error);
    }
  return all;
}

async function record(check: Running, exitCode: number): Promise<void> {
  const durationMs = performance.now() - check.startedMs;
  for (const { folder, since, rewrites } of await check.folders)
    try {
      await folder.flush();
      await folder.engine.verdict({
        ...{ label: check.label, passed: exitCode === 0, exitCode },
        ...{ durationMs, source: "editor", since, rewrites },
      });
    } catch (error) {
      log.error("A verdict could not be recorded", error);
    }
}
