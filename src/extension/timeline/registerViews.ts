import * as vscode from "vscode";
import type { Documents } from "../documents/registerDocuments";
import type { Folders } from "../session/folders";
import { ChangeDecorations } from "./changeDecorations";
import { DeletedFilesView } from "../deletedFiles/deletedFilesView";
import { FileHistoryView } from "../fileHistory/fileHistoryView";
import { browseView } from "../inspect/browseView";
import { reviewView } from "../restore/reviewView";
import { ResultDecorations } from "../verdicts/resultDecorations";
import { MoreInSight } from "./loadOnScroll";
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
  { baselines }: Pick<Documents, "baselines">,
): Views {
  const timeline = new TimelineView(folders, context.workspaceState, baselines);
  const fileHistory = new FileHistoryView(folders);
  const deletedFiles = new DeletedFilesView(folders);
  context.subscriptions.push(
    timeline,
    fileHistory,
    deletedFiles,
    reviewView.register(),
    browseView.register(),
    followState(folders),
    vscode.window.registerFileDecorationProvider(new ChangeDecorations()),
    vscode.window.registerFileDecorationProvider(new ResultDecorations()),
    vscode.window.registerFileDecorationProvider(
      new MoreInSight({
        timeline: (page) => timeline.loadMore(page),
        history: () => fileHistory.loadMore(),
      }),
    ),
  );
  return { timeline, fileHistory, deletedFiles };
}
