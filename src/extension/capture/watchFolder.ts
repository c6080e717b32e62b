import * as vscode from "vscode";
import { isProtectedPath } from "../../engine/model/workspacePath";
import type { GitPlace } from "./gitHead";

export interface FolderListener {
  pathOf(uri: vscode.Uri): string | undefined;
  /** A file or folder changed on disk; often told twice. */
  onDisk(path: string): void;
  headMoved(): void;
}

/**
 * Watches a folder for what anybody writes there. A new or moved folder comes
 * as one event of its own, so its path stands for all that is below it.
 */
export function watchFolder(
  folder: vscode.WorkspaceFolder,
  listener: FolderListener,
): vscode.Disposable {
  return watch(new vscode.RelativePattern(folder, "**"), (uri) => {
    const path = listener.pathOf(uri);
    if (path === undefined) return;
    if (HEAD_FILES.has(path)) listener.headMoved();
    else if (!isProtectedPath(path)) listener.onDisk(path);
  });
}

/** `.git` itself is here for a repository that has just been made. */
const HEAD_FILES = new Set([".git", ".git/HEAD", ".git/logs/HEAD"]);

/** Watches HEAD of a repository that begins above the folder, or is a worktree. */
export function watchHead(
  place: GitPlace,
  headMoved: () => void,
): vscode.Disposable {
  const gitDir = vscode.Uri.file(place.gitDir);
  // A plain name each: anything else would watch the whole repository.
  return vscode.Disposable.from(
    ...[gitDir, vscode.Uri.joinPath(gitDir, "logs")].map((base) =>
      watch(new vscode.RelativePattern(base, "HEAD"), headMoved),
    ),
  );
}

function watch(
  pattern: vscode.RelativePattern,
  listener: (uri: vscode.Uri) => void,
): vscode.Disposable {
  const watcher = vscode.workspace.createFileSystemWatcher(pattern);
  return vscode.Disposable.from(
    watcher.onDidCreate(listener),
    watcher.onDidChange(listener),
    watcher.onDidDelete(listener),
    watcher,
  );
}
