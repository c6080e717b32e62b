import * as vscode from "vscode";
import type { Folders } from "../folders";
import { Baselines } from "./baseline";
import { CheckpointFileSystem } from "./checkpointFileSystem";
import { SCHEME } from "./checkpointUri";
import { followActiveTab } from "./diffTabs";
import { MERGE_SCHEME, MergeFileSystem } from "./mergeFileSystem";

/** What commands need of the documents. */
export interface Documents {
  baselines: Baselines;
  merges: MergeFileSystem;
}

/**
 * The documents of the past: files as they were (`checkpoint:`), conflicts
 * being decided (`checkpoint-merge:`), and the baseline of the gutter marks.
 */
export function registerDocuments(
  context: vscode.ExtensionContext,
  folders: Folders,
): Documents {
  const merges = new MergeFileSystem();
  const baselines = new Baselines(folders, context.workspaceState);
  context.subscriptions.push(
    vscode.workspace.registerFileSystemProvider(
      SCHEME,
      new CheckpointFileSystem(folders),
      {
        isCaseSensitive: true,
        isReadonly: new vscode.MarkdownString(
          vscode.l10n.t(
            "This is the file as it was. To get it back, use **Restore** in the editor's title.",
          ),
        ),
      },
    ),
    vscode.workspace.registerFileSystemProvider(MERGE_SCHEME, merges, {
      isCaseSensitive: true,
    }),
    baselines,
    followActiveTab(),
  );
  return { baselines, merges };
}
