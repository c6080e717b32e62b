import * as vscode from "vscode";
import type { Memory } from "../revert/keptDecisions";
import type { Folders } from "../session/folders";
import { Baselines } from "./baseline";
import {
  CheckpointFileSystem,
  type FollowingDocuments,
} from "./checkpointFileSystem";
import { SCHEME } from "./checkpointUri";
import { followActiveTab } from "./diffTabs";
import { MERGE_SCHEME, MergeFileSystem } from "./mergeFileSystem";

/** What commands need from the documents. */
export interface Documents {
  baselines: Baselines;
  merges: MergeFileSystem;
  /** Where decisions about conflicts are kept. */
  memory: Memory;
}

/**
 * Registers the documents for recorded files (`checkpoint:`), for conflicts being resolved
 * (`checkpoint-merge:`), and for the gutter's baseline.
 */
export function registerDocuments(
  context: vscode.ExtensionContext,
  folders: Folders,
  following: FollowingDocuments,
): Documents {
  const merges = new MergeFileSystem();
  const baselines = new Baselines(folders, context.workspaceState);
  context.subscriptions.push(
    vscode.workspace.registerFileSystemProvider(
      SCHEME,
      new CheckpointFileSystem(folders, following),
      {
        isCaseSensitive: true,
        isReadonly: new vscode.MarkdownString(
          vscode.l10n.t(
            "This is an old version. To restore it, use **Restore** in the editor's title.",
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
  return { baselines, merges, memory: context.workspaceState };
}
