import * as vscode from "vscode";
import type { Folders } from "../session/folders";
import { GROUPINGS } from "../timeline/groups";
import * as baseline from "../compare/baselineCommands";
import type { Command, CommandContext } from "./commandContext";
import { compareFile } from "../compare/compareFile";
import {
  compareSelected,
  compareWithCheckpoint,
} from "../compare/compareWithCheckpoint";
import {
  compareWithWorkspace,
  compareWithLatest,
} from "../compare/compareWithWorkspace";
import { create, createWithDescription, markFeatureComplete } from "./create";
import * as edit from "./editCheckpoint";
import { editFromHere } from "../threads/editFromHere";
import { excludeFolders } from "../storage/excludeFolders";
import { clearFilter, filterTimeline } from "../timeline/filterTimeline";
import * as folder from "./folderCommands";
import { showLineAuthor, toggleLineAuthors } from "../lineAuthors/commands";
import { showAuthors } from "../lineAuthors/showAuthors";
import { showMenu } from "./menu";
import { openAllChanges } from "../compare/openAllChanges";
import { openChange } from "../compare/openChange";
import * as open from "../compare/openVersion";
import { restore, restoreToLatest } from "../restore/restore";
import { restoreBeforeRow } from "../restore/restoreDeed";
import { restoreHunk } from "../restore/restoreHunk";
import * as path from "../restore/restorePath";
import * as rows from "../restore/restoreRows";
import { restoreToMoment } from "../restore/restoreToMoment";
import { revertChanges } from "../revert/revertChanges";
import * as review from "../restore/reviewRestore";
import { runCommand } from "./runCommand";
import { searchHistory } from "../search/searchHistory";
import { cleanUp, showStorage } from "../storage/storage";
import { restoreToMessage, undoThread } from "../threads/threadChanges";
import * as turn from "../threads/turnCommands";
import {
  redoRestore,
  redoThisRestore,
  undoRestore,
  undoThisRestore,
} from "../restore/undoRestore";
import { verifyStore } from "../storage/verifyStore";
import { openTimeMachine } from "../timeMachine/openTimeMachine";
import { markGone } from "./targets";
import * as view from "../timeline/viewCommands";
import * as browse from "../inspect/browseFiles";
import { bisect } from "../inspect/bisect";
import { openInNewWindow, removeCopies } from "../inspect/openCopy";
import { whyNotRecorded } from "../recording/whyNotRecorded";
import {
  compareWithLastGood,
  restoreToLastGood,
  markBad,
  markGood,
} from "../verdicts/verdictCommands";

/** Every command by its id, without the prefix `checkpoint.`. */
const commands: Record<string, Command> = {
  create,
  createWithDescription,
  markFeatureComplete,
  restore,
  restoreToLatest,
  restoreToMoment,
  restoreBeforeRow,
  undoRestore,
  redoRestore,
  undoThisRestore,
  redoThisRestore,
  revertChanges,
  compareWithWorkspace,
  compareWithCheckpoint,
  compareWithLatest,
  compareSelected,
  compareFile,
  compareResource: compareFile,
  whyNotRecorded,
  openTimeMachine,
  openInNewWindow,
  removeCopies,
  browseFiles: browse.browseFiles,
  browseCompare: browse.browseCompare,
  browseRestore: browse.browseRestore,
  closeBrowse: browse.closeBrowse,
  bisect,
  setBaseline: baseline.setBaseline,
  clearBaseline: baseline.clearBaseline,
  rename: edit.rename,
  editDescription: edit.editDescription,
  pin: edit.pin,
  unpin: edit.unpin,
  markGood,
  markBad,
  restoreToLastGood,
  compareWithLastGood,
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
  toggleLineAuthors,
  showLineAuthor,
  showAuthors,
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
  applyReviewed: review.applyReviewed,
  cancelReviewed: review.cancelReviewed,
  reviewRestorePart: review.reviewRestorePart,
  reviewOpen: review.reviewOpen,
  reviewChooseAll: review.reviewChooseAll,
  reviewChooseNone: review.reviewChooseNone,
  editFromHere,
  undoThread,
  undoMessage: undoThread,
  reviewTurn: turn.reviewTurn,
  keepTurn: turn.keepTurn,
  undoTurn: turn.undoTurn,
  undoTurnInFile: turn.undoTurnInFile,
  restoreBeforeTurn: turn.restoreBeforeTurn,
  showDeeds: view.showFlat(false),
  showCheckpoints: view.showFlat(true),
  viewAsTree: view.viewAs(true),
  viewAsList: view.viewAs(false),
  loadMore: view.loadMore,
  loadMoreHistory: view.loadMoreHistory,
  refresh: view.refresh,
  copyReference: view.copyReference,
};

/** Registers the manifest's commands; their errors are shown in one place. */
export function registerCommands(
  extension: vscode.ExtensionContext,
  folders: Folders,
  parts: Omit<CommandContext, "extension" | "folders">,
): void {
  const context: CommandContext = { extension, folders, ...parts };
  const add = (id: string, command: Command): void => {
    extension.subscriptions.push(
      vscode.commands.registerCommand(`checkpoint.${id}`, (...args) =>
        runCommand(() => command(context, ...markGone(args))),
      ),
    );
  };
  for (const [id, command] of Object.entries(commands)) add(id, command);
  for (const grouping of GROUPINGS)
    for (const mark of ["", ".checked"])
      add(`groupBy.${grouping}${mark}`, view.groupBy(grouping));
}
