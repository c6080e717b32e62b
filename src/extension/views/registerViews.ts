import * as vscode from "vscode";
import type { Folders } from "../folders";
import { ChangeDecorations } from "./changeDecorations";
import { DeletedFilesView } from "./deletedFilesView";
import { FileHistoryView } from "./fileHistoryView";
import { MoreInSight } from "./moreInSight";
import { TimelineView } from "./timelineView";
import { followState } from "./viewContext";

/** What commands need of the views. */
export interface Views {
  timeline: TimelineView;
  fileHistory: FileHistoryView;
  deletedFiles: DeletedFilesView;
}

/**
 * The views of the side bar. They ask the engines through the folders' sessions,
 * redraw when those say that something changed, and write nothing.
 */
export function registerViews(
  context: vscode.ExtensionContext,
  folders: Folders,
): Views {
  const timeline = new TimelineView(folders, context.workspaceState);
  const fileHistory = new FileHistoryView(folders);
  const deletedFiles = new DeletedFilesView(folders);
  context.subscriptions.push(
    timeline,
    fileHistory,
    deletedFiles,
    followState(folders),
    vscode.window.registerFileDecorationProvider(new ChangeDecorations()),
    vscode.window.registerFileDecorationProvider(
      new MoreInSight({
        timeline: () => timeline.loadMore(),
        history: () => fileHistory.loadMore(),
      }),
    ),
  );
  return { timeline, fileHistory, deletedFiles };
}
