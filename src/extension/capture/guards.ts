import * as vscode from "vscode";
import type { GuardSettings } from "../settingsRules";
import { baseOf } from "../../engine/model/workspacePath";
import { log } from "../log";
import { relativePath } from "../relativePath";
import { riskyCommand } from "../../host/riskyCommand";

/** A folder that can make a guard checkpoint. */
export interface Guarded {
  readonly folder: vscode.WorkspaceFolder;
  readonly guards: GuardSettings;
  pathOf(uri: vscode.Uri): string | undefined;
  /** Holds these paths as they are, and names the moment. */
  guard(name: string, paths?: readonly string[]): Promise<void>;
}

/** The person's own action waits for the guard, but not longer than this. */
const PATIENCE_MS = 3000;

/** Makes guard checkpoints before file operations and risky terminal commands. */
export function guardRiskyWork(
  folders: () => Iterable<Guarded>,
): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.workspace.onWillDeleteFiles((event) => {
      const done = forEach(folders(), event.files, (folder, paths) =>
        folder.guard(`Before deleting ${named(paths)}`, paths),
      );
      if (done) event.waitUntil(done);
    }),
    vscode.workspace.onWillRenameFiles((event) => {
      const from = event.files.map(({ oldUri }) => oldUri);
      const done = forEach(folders(), from, async (folder, paths) => {
        const { uri } = folder.folder;
        const [first = ""] = paths;
        // Files of other folders are moved along: what matters is this one's own.
        if (
          paths.length > 1 ||
          (await isFolder(vscode.Uri.joinPath(uri, first)))
        )
          await folder.guard(`Before moving ${named(paths)}`, paths);
      });
      if (done) event.waitUntil(done);
    }),
    vscode.window.onDidStartTerminalShellExecution(({ execution }) =>
      guardCommand(folders(), execution),
    ),
  );
}

/** Runs for each folder that has some of these files; undefined when none has. */
function forEach(
  folders: Iterable<Guarded>,
  uris: readonly vscode.Uri[],
  guard: (folder: Guarded, paths: string[]) => Promise<void>,
): Promise<void> | undefined {
  const work: Promise<void>[] = [];
  for (const folder of folders) {
    if (!folder.guards.fileOperations) continue;
    const paths = uris.flatMap((uri) => folder.pathOf(uri) ?? []);
    if (paths.length > 0) work.push(quietly(guard(folder, paths)));
  }
  return work.length > 0 ? withPatience(Promise.all(work)) : undefined;
}

/**
 * The command has already started when we hear of it. That is early enough:
 * capture is continuous, so the history holds the folder as it was a moment
 * ago, and the guard names that moment without looking at what the command may
 * already have changed.
 */
function guardCommand(
  folders: Iterable<Guarded>,
  execution: vscode.TerminalShellExecution,
): void {
  const line = execution.commandLine.value;
  const risk = riskyCommand(line);
  if (risk === null) return;
  for (const folder of folders)
    if (folder.guards.terminal && concerns(folder, execution.cwd, line))
      void quietly(folder.guard(`Before ${risk}`));
}

/** A shell elsewhere that does not name this folder cannot be meant. */
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
    return false; // Gone meanwhile: nothing is left to guard.
  }
}

function named(paths: readonly string[]): string {
  const [only] = paths;
  return paths.length === 1 && only ? baseOf(only) : `${paths.length} items`;
}

/** A failed guard must not keep a person from their own files. */
async function quietly(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    log.error("A guard could not be made", error);
  }
}

async function withPatience(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS);
  });
  await Promise.race([work, tooLong]);
  clearTimeout(timer);
}
