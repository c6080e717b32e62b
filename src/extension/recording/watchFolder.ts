import * as vscode from "vscode";
import { isProtectedPath } from "../../engine/model/workspacePath";
import type { GitPlace } from "../../base/gitFiles";

export interface FolderListener {
  pathOf(uri: vscode.Uri): string | undefined;
  /** A file or folder changed on disk; often reported twice. */
  onDisk(path: string): void;
  headMoved(): void;
}

/**
 * Watches a folder for changes by any process. A new or moved folder causes a single event, so its
 * path stands for everything below it.
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

/** `.git` itself is included for a repository that was just created. */
const HEAD_FILES = new Set([".git", ".git/HEAD", ".git/logs/HEAD"]);

/** Watches HEAD of a repository that begins above the folder, or of a worktree. */
export function watchHead(
  place: GitPlace,
  headMoved: () => void,
): vscode.Disposable {
  const gitDir = vscode.Uri.file(place.gitDir);
  // Plain names only: any other pattern would watch the whole repository.
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
