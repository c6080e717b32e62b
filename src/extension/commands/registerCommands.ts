import * as vscode from "vscode";
import type { Documents } from "../documents/registerDocuments";
import type { Folders } from "../folders";
import { GROUPINGS } from "../views/groups";
import type { Views } from "../views/registerViews";
import * as baseline from "./baselineCommands";
import type { Command, CommandContext } from "./commandContext";
import { compareFile } from "./compareFile";
import {
  compareSelected,
  compareWithCheckpoint,
} from "./compareWithCheckpoint";
import { compareWithWorkspace } from "./compareWithWorkspace";
import { create, createWithDescription, markFeatureComplete } from "./create";
import * as edit from "./editCheckpoint";
import { editFromHere } from "./editFromHere";
import { excludeFolders } from "./excludeFolders";
import { clearFilter, filterTimeline } from "./filterTimeline";
import * as folder from "./folderCommands";
import { showMenu } from "./menu";
import { openAllChanges } from "./openAllChanges";
import { openChange } from "./openChange";
import * as open from "./openVersion";
import { restore, restoreToLatest } from "./restore";
import { restoreHunk } from "./restoreHunk";
import * as path from "./restorePath";
import * as rows from "./restoreRows";
import { restoreToMoment } from "./restoreToMoment";
import { revertChanges } from "./revertChanges";
import { applyReviewed, cancelReviewed } from "./reviewRestore";
import { runCommand } from "./runCommand";
import { searchHistory } from "./searchHistory";
import { cleanUp, showStorage } from "./storage";
import { restoreToMessage, undoThread } from "./threadChanges";
import { redoRestore, undoRestore } from "./undoRestore";
import { verifyStore } from "./verifyStore";
import { markGone } from "./targets";
import * as view from "./viewCommands";

/** Every command by its id, less the prefix `checkpoint.`. */
const commands: Record<string, Command> = {
  create,
  createWithDescription,
  markFeatureComplete,
  restore,
  restoreToLatest,
  restoreToMoment,
  undoRestore,
  redoRestore,
  revertChanges,
  compareWithWorkspace,
  compareWithCheckpoint,
  compareSelected,
  compareFile,
  compareResource: compareFile,
  setBaseline: baseline.setBaseline,
  clearBaseline: baseline.clearBaseline,
  rename: edit.rename,
  editDescription: edit.editDescription,
  pin: edit.pin,
  unpin: edit.unpin,
  delete: edit.deleteCheckpoint,
  searchHistory,
  showStorage,
  cleanUp,
  verifyStore,
  pause: folder.pause,
  resume: folder.resume,
  showLog: folder.showLog,
  openWalkthrough: folder.openWalkthrough,
  recordAnyway: folder.recordAnyway,
  excludeFolders,
  retry: folder.retry,
  showMenu,
  filterTimeline,
  clearFilter,
  openChange,
  openAllChanges,
  openFileAt: open.openFileAt,
  openFileNow: open.openFileNow,
  openVersion: open.openVersion,
  compareVersion: open.compareVersion,
  openDeleted: open.openDeleted,
  showFileHistory: open.showFileHistory,
  restoreChange: rows.restoreChange,
  restoreBefore: rows.restoreBefore,
  restoreFromCheckpoint: path.restoreFromCheckpoint,
  restoreVersion: path.restoreVersion,
  restoreDeleted: path.restoreDeleted,
  restoreShown: path.restoreShown,
  restoreHunk,
  restoreToMessage,
  applyReviewed,
  cancelReviewed,
  editFromHere,
  undoThread,
  undoMessage: undoThread,
  viewAsTree: view.viewAs(true),
  viewAsList: view.viewAs(false),
  loadMore: view.loadMore,
  loadMoreHistory: view.loadMoreHistory,
  refresh: view.refresh,
  copyReference: view.copyReference,
};

/** Makes the manifest's commands do something; errors end in one place. */
export function registerCommands(
  extension: vscode.ExtensionContext,
  folders: Folders,
  { documents, views }: { documents: Documents; views: Views },
): void {
  const context: CommandContext = { extension, folders, documents, views };
  const add = (id: string, command: Command): void => {
    extension.subscriptions.push(
      vscode.commands.registerCommand(`checkpoint.${id}`, (...args) =>
        runCommand(() => command(context, ...markGone(args))),
      ),
    );
  };
  for (const [id, command] of Object.entries(commands)) add(id, command);
  for (const grouping of GROUPINGS)
    add(`groupBy.${grouping}`, view.groupBy(grouping));
}
