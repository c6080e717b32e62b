import * as vscode from "vscode";
import type { GuardSettings } from "../settings/settingsRules";
import { guardBefore } from "../../engine/model/names";
import { baseOf } from "../../engine/model/workspacePath";
import { log } from "../log";
import type { Recorder } from "./recorder";
import { relativePath } from "../session/relativePath";
import { firstWriter } from "../../host/onlyReads";
import { withPatience } from "./withPatience";

/** A folder in which a guard checkpoint can be created. */
export interface Guarded {
  readonly folder: vscode.WorkspaceFolder;
  readonly guards: GuardSettings;
  pathOf(uri: vscode.Uri): string | undefined;
  /** Undefined while nothing is recorded. */
  readonly recorder: Pick<Recorder, "guard"> | undefined;
}

/** The user's own action waits for the guard, but no longer than this. */
const PATIENCE_MS = 3000;

/** Creates guard checkpoints before file operations and terminal commands that may change files. */
export function guardRiskyWork(
  folders: () => Iterable<Guarded>,
): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.workspace.onWillDeleteFiles((event) => {
      const done = forEach(folders(), event.files, (folder, paths) =>
        guard(folder, guardBefore("deleting", paths.map(baseOf)), paths),
      );
      if (done) event.waitUntil(done);
    }),
    vscode.workspace.onWillRenameFiles((event) => {
      const from = event.files.map(({ oldUri }) => oldUri);
      const done = forEach(folders(), from, async (folder, paths) => {
        const { uri } = folder.folder;
        const [first = ""] = paths;
        // Files of other folders may move along; only this folder's own matter here.
        if (
          paths.length > 1 ||
          (await isFolder(vscode.Uri.joinPath(uri, first)))
        )
          await guard(folder, guardBefore("moving", paths.map(baseOf)), paths);
      });
      if (done) event.waitUntil(done);
    }),
    vscode.window.onDidStartTerminalShellExecution(({ execution }) =>
      guardCommand(folders(), execution),
    ),
  );
}

/** Records the current state of these paths and names the moment. */
async function guard(
  { recorder }: Guarded,
  name: string,
  paths?: readonly string[],
  command?: string,
): Promise<void> {
  await recorder?.guard(name, paths, command);
}

/** Runs for each folder that contains some of these files; undefined if none does. */
function forEach(
  folders: Iterable<Guarded>,
  uris: readonly vscode.Uri[],
  act: (folder: Guarded, paths: string[]) => Promise<void>,
): Promise<void> | undefined {
  const work: Promise<void>[] = [];
  for (const folder of folders) {
    if (!folder.guards.fileOperations) continue;
    const paths = uris.flatMap((uri) => folder.pathOf(uri) ?? []);
    if (paths.length > 0) work.push(quietly(act(folder, paths)));
  }
  return work.length > 0
    ? withPatience(Promise.all(work), PATIENCE_MS)
    : undefined;
}

/**
 * The command has already started when its event arrives. That is early enough: capture is
 * continuous, so the history has the folder's state from a moment ago, and the guard names that
 * moment without reading what the command may already have changed.
 */
function guardCommand(
  folders: Iterable<Guarded>,
  execution: vscode.TerminalShellExecution,
): void {
  const line = execution.commandLine.value;
  const writer = firstWriter(line);
  if (writer === null) return;
  for (const folder of folders)
    if (folder.guards.terminal && concerns(folder, execution.cwd, line))
      void quietly(guard(folder, `Before ${writer}`, [], writer));
}

/** A shell in another directory whose command does not name this folder cannot affect it. */
function concerns(
  guarded: Guarded,
  cwd: vscode.Uri | undefined,
  line: string,
): boolean {
  const root = guarded.folder.uri.fsPath;
  if (cwd === undefined || cwd.fsPath === root) return true;
  const isAbove = relativePath(cwd.fsPath, root) !== undefined;
  return isAbove || guarded.pathOf(cwd) !== undefined || line.includes(root);
}

async function isFolder(uri: vscode.Uri): Promise<boolean> {
  try {
    const { type } = await vscode.workspace.fs.stat(uri);
    return (type & vscode.FileType.Directory) !== 0;
  } catch {
    return false; // It is gone, so nothing is left to guard.
  }
}

/** A failed guard must not keep users from their own files. */
async function quietly(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    log.error("A guard could not be made", error);
  }
}
