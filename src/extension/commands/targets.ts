import * as vscode from "vscode";
import type { CheckpointError } from "../../engine/model/errors";
import { activeFile } from "../documents/activeFile";
import type { DeedMember } from "../timeline/deedData";
import type {
  CheckpointOf,
  ChangeFolderNode,
  ChangeNode,
  DeletedFolderNode,
  DeletedNode,
  TimelineNode,
  VersionNode,
} from "../timeline/nodes";
import type { CommandContext } from "./commandContext";
import { pickCheckpoints, type PickOptions } from "./pickCheckpoint";
import { recordedSessions } from "./sessions";
import { SaidError } from "../../wording/said";

/** Stands for a row that the editor could no longer identify. */
const GONE = Symbol("gone");

/**
 * Returns a command's arguments with a missing row marked. A menu always passes its row, the
 * palette passes nothing. But while a tree is being redrawn, the editor does not know its rows and
 * passes undefined, and a menu that was open meanwhile passes `{ preserveFocus }` instead.
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

/** Returns the checkpoints that a command acts on: those of the row, or one that the user picks. */
export async function checkpointsFor(
  { folders }: CommandContext,
  given: unknown,
  options: PickOptions,
): Promise<CheckpointOf[]> {
  const fromRow = checkpointsOf(given);
  if (fromRow.length > 0) return fromRow;
  const placeHolder = vscode.l10n.t(
    "The list just changed. Choose the checkpoint again.",
  );
  return pickCheckpoints(
    recordedSessions(folders),
    given === GONE ? { ...options, placeHolder } : options,
  );
}

/** Returns the checkpoints of a row; none for other rows. */
export function checkpointsOf(given: unknown): CheckpointOf[] {
  if (!isNode(given)) return [];
  switch (given.type) {
    case "entry":
      return given.targets;
    case "deed":
      return given.row.members.flatMap(({ session, deed }) =>
        deed.checkpoint ? [{ session, checkpoint: deed.checkpoint }] : [],
      );
    case "deedPart": {
      const { members } = given.parent.row;
      const { session, deed } = members[given.index] ?? members[0];
      return deed.checkpoint ? [{ session, checkpoint: deed.checkpoint }] : [];
    }
    case "now":
      return given.now.since
        ? [{ session: given.session, checkpoint: given.now.since }]
        : [];
    case "member":
    case "changeFolder":
    case "change":
      return [given.target];
    case "heading":
    case "steps":
    case "moreDeeds":
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

/** Returns the deeds of a row; none for other rows. */
export function deedsOf(given: unknown): DeedMember[] {
  if (!isNode(given)) return [];
  if (given.type === "deed") return [...given.row.members];
  if (given.type === "message" && given.deed)
    return [{ session: given.session, deed: given.deed }];
  if (given.type !== "deedPart") return [];
  const { members } = given.parent.row;
  return [members[given.index] ?? members[0]];
}

/**
 * Menus pass the row they were opened on and, if it is one of several selected ones, all
 * of these. A row outside the selection counts alone: it is the one under the mouse.
 */
export function rowsOf(given: unknown, selected: unknown): TimelineNode[] {
  const rows = Array.isArray(selected) ? selected.filter(isNode) : [];
  const isOneOfThem = !isNode(given) || rows.includes(given);
  if (rows.length > 1 && isOneOfThem) return rows;
  return isNode(given) ? [given] : [];
}

/** The row disappeared between the click and the command because the tree was redrawn. */
export function rowGone(): CheckpointError {
  return new SaidError(
    "bad-input",
    vscode.l10n.t("The list just changed. Choose again."),
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

/** Returns the row of a changed file; throws if it disappeared. */
export function changeOf(given: unknown): ChangeNode {
  if (isChange(given)) return given;
  throw rowGone();
}

/** Returns the row of File History; throws if it disappeared. */
export function versionOf(given: unknown): VersionNode {
  if (hasType(given, "version")) return given as VersionNode;
  throw rowGone();
}

export function isDeleted(value: unknown): value is DeletedNode {
  return hasType(value, "deleted");
}

export function isDeletedFolder(value: unknown): value is DeletedFolderNode {
  return hasType(value, "deletedFolder");
}

function hasType(value: unknown, type: string): boolean {
  return isNode(value) && (value as { type: string }).type === type;
}

/** Returns the file that a command acts on: the given one, or that of the active editor. */
export function givenOrActive(given: unknown): vscode.Uri | undefined {
  return isUri(given) ? given : activeFile();
}

export function isUri(value: unknown): value is vscode.Uri {
  return typeof value === "object" && value !== null && "fsPath" in value;
}
