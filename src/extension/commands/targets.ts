import * as vscode from "vscode";
import { CheckpointError } from "../../engine/model/errors";
import { activeFile } from "../documents/activeFile";
import type {
  CheckpointOf,
  ChangeFolderNode,
  ChangeNode,
  DeletedNode,
  TimelineNode,
  VersionNode,
} from "../views/nodes";
import type { CommandContext } from "./commandContext";
import { pickCheckpoints, type PickOptions } from "./pickCheckpoint";
import { recordedSessions } from "./sessions";

/** Stands for a row that the editor could no longer name. */
const GONE = Symbol("gone");

/**
 * Returns a command's arguments with a missing row marked. A menu always passes
 * its row, the palette nothing at all. But while a tree is drawn anew the editor
 * does not know its rows and passes undefined; and a menu that was open meanwhile
 * may have lost its row, and passes `{ preserveFocus }` in place of it.
 */
export function markGone(args: readonly unknown[]): unknown[] {
  const [first, ...rest] = args;
  const isGone = first === undefined || isLost(first);
  return args.length > 0 && isGone ? [GONE, ...rest] : [...args];
}

function isLost(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    Object.keys(value).join() === "preserveFocus"
  );
}

/** The checkpoints a command means: those of the row, or one that is picked. */
export async function checkpointsFor(
  { folders }: CommandContext,
  given: unknown,
  options: PickOptions,
): Promise<CheckpointOf[]> {
  const fromRow = checkpointsOf(given);
  if (fromRow.length > 0) return fromRow;
  const placeHolder = vscode.l10n.t(
    "The list changed at that moment: choose the checkpoint once more",
  );
  return pickCheckpoints(
    recordedSessions(folders),
    given === GONE ? { ...options, placeHolder } : options,
  );
}

/** The checkpoints of a row; none when it is not a row that has any. */
export function checkpointsOf(given: unknown): CheckpointOf[] {
  if (!isNode(given)) return [];
  switch (given.type) {
    case "entry":
      return given.targets;
    case "member":
    case "changeFolder":
    case "change":
      return [given.target];
    case "problem":
    case "group":
    case "thread":
    case "message":
    case "moreFiles":
    case "noChange":
    case "more":
      return [];
  }
}

/** Menus pass the row they were opened on and, when several are selected, all. */
export function rowsOf(given: unknown, selected: unknown): TimelineNode[] {
  if (Array.isArray(selected) && selected.length > 1)
    return selected.filter(isNode);
  return isNode(given) ? [given] : [];
}

/** The row went away between the click and the command: the tree was being drawn. */
export function rowGone(): CheckpointError {
  return new CheckpointError(
    "bad-input",
    vscode.l10n.t("The list changed at that moment. Please choose again."),
  );
}

export function isNode(value: unknown): value is TimelineNode {
  return typeof value === "object" && value !== null && "type" in value;
}

export function isChange(value: unknown): value is ChangeNode {
  return isNode(value) && value.type === "change";
}

export function isChangeFolder(value: unknown): value is ChangeFolderNode {
  return isNode(value) && value.type === "changeFolder";
}

/** The row of a changed file; throws when it went away. */
export function changeOf(given: unknown): ChangeNode {
  if (isChange(given)) return given;
  throw rowGone();
}

/** The row of File History; throws when it went away. */
export function versionOf(given: unknown): VersionNode {
  if (hasType(given, "version")) return given as VersionNode;
  throw rowGone();
}

export function isDeleted(value: unknown): value is DeletedNode {
  return hasType(value, "deleted");
}

function hasType(value: unknown, type: string): boolean {
  return isNode(value) && (value as { type: string }).type === type;
}

/** The file that a command means: the given one, or that of the active editor. */
export function givenOrActive(given: unknown): vscode.Uri | undefined {
  return isUri(given) ? given : activeFile();
}

export function isUri(value: unknown): value is vscode.Uri {
  return typeof value === "object" && value !== null && "fsPath" in value;
}
