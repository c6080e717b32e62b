import type { Point } from "../api";
import type { Context } from "../context";
import type { Side } from "../model/changes";
import type { Checkpoint } from "../model/checkpoint";
import { titleOf } from "../model/checkpoint";
import { CheckpointError } from "../model/errors";
import { localTime } from "../model/localTime";
import { parseReference } from "../model/reference";
import type { Value } from "../store/sql";
import {
  CHECKPOINT_COLUMNS,
  checkpointWhere,
  isoTime,
  toCheckpoint,
} from "./rows";

/** Returns the point a reference names; its state is known to be kept. */
export function resolvePoint(context: Context, ref: string): Point {
  const reference = parseReference(ref, context.clock.now());
  switch (reference.kind) {
    case "number":
      return pointOf(
        byNumber(context, reference.number) ??
          missing(context, `There is no checkpoint #${reference.number}.`),
      );
    case "latest":
      return pointOf(
        latest(context, reference.back) ??
          missing(context, `There is no checkpoint ${ref}.`),
      );
    case "moment":
      return momentPoint(context, reference.moment);
    case "time":
      return timePoint(context, reference.at);
    case "workspace":
      return momentPoint(context, context.store.index.lastMoment);
    case "name":
      return pointOf(byName(context, reference.text, false));
    case "idOrName":
      return pointOf(byName(context, reference.text, true));
  }
}

/**
 * Nobody means a guard by it: after a restore the latest would be what was just
 * thrown away, and whoever tries again would bring it back.
 */
export function latest(context: Context, back = 0): Checkpoint | null {
  const { sql } = context.store.index;
  const at = (where: string) =>
    sql.first(
      `SELECT ${CHECKPOINT_COLUMNS} FROM checkpoint WHERE ${where} ORDER BY number DESC LIMIT 1 OFFSET ?`,
      back,
    );
  const hasOthers = sql.first("SELECT 1 FROM checkpoint WHERE kind <> 'guard'");
  const row = at(hasOthers ? "kind <> 'guard'" : "1");
  return row ? toCheckpoint(sql, row) : null;
}

/** Returns the checkpoint a reference names; throws when it names none. */
export function resolveCheckpoint(context: Context, ref: string): Checkpoint {
  const point = resolvePoint(context, ref);
  return (
    point.checkpoint ??
    missing(context, `There is no checkpoint at ${point.label}, only a moment.`)
  );
}

export function sideOf(point: Point): Side {
  const { checkpoint } = point;
  return {
    label: point.label,
    moment: point.moment,
    checkpoint: checkpoint && {
      id: checkpoint.id,
      number: checkpoint.number,
      name: checkpoint.name,
    },
  };
}

/** The same for what stays written down: the number of a moment tells nobody anything. */
export function namedSideOf(point: Point): Side {
  const side = sideOf(point);
  return side.label === `@${point.moment}` && point.at !== ""
    ? { ...side, label: localTime(Date.parse(point.at)) }
    : side;
}

function pointOf(checkpoint: Checkpoint): Point {
  return {
    moment: checkpoint.moment,
    at: checkpoint.createdAt,
    label: `#${checkpoint.number} ${titleOf(checkpoint)}`,
    checkpoint,
  };
}

function momentPoint(context: Context, moment: number): Point {
  const { sql, lastMoment } = context.store.index;
  const row = sql.first("SELECT at FROM moment WHERE n = ?", moment);
  if (!row && (moment < 1 || moment > lastMoment))
    missing(context, `There is no moment @${moment}.`);
  assertKept(context, moment);
  const checkpoint = checkpointWhere(
    sql,
    "moment = ? ORDER BY number DESC LIMIT 1",
    moment,
  );
  const at = row ? isoTime(row[0] as number) : (checkpoint?.createdAt ?? "");
  return { moment, at, label: `@${moment}`, checkpoint };
}

function timePoint(context: Context, atMs: number): Point {
  const { sql } = context.store.index;
  const [firstMs, lastMs] = sql.first(
    "SELECT min(at), max(at) FROM moment",
  ) as [number | null, number | null];
  if (firstMs === null || lastMs === null)
    missing(context, "There is no history yet.");
  const label = localTime(atMs);
  // A clock that was set back leaves moments that are later than now.
  const nowMs = context.clock.now();
  const latestMs = Math.max(nowMs, lastMs);
  if (atMs > latestMs && label !== localTime(latestMs))
    throw new CheckpointError(
      "bad-input",
      `${label} is in the future: it is ${localTime(nowMs)} now.`,
      {
        hint: "Give a time that has passed; the folder as it is now is called “workspace”.",
        data: { at: isoTime(atMs) },
      },
    );
  // Times are shown to the second: the one that is shown as the first is taken.
  if (atMs < firstMs && label !== localTime(firstMs))
    throw new CheckpointError(
      "not-found",
      `${label} is before the history of this folder, which begins at ${localTime(firstMs)}.`,
      {
        hint: "Give that time or a later one; “checkpoint list” shows what there is.",
        data: { at: isoTime(atMs), begins: isoTime(firstMs) },
      },
    );
  const moment = sql.number(
    "SELECT n FROM moment WHERE at <= ? ORDER BY n DESC LIMIT 1",
    Math.max(atMs, firstMs),
  );
  return { ...momentPoint(context, moment), label };
}

/**
 * A moment can be restored while its versions are kept: in the recent window,
 * or at a checkpoint.
 */
export function isKept({ store }: Context, moment: number): boolean {
  const { sql } = store.index;
  return (
    moment >= store.index.metaNumber("pruned") ||
    sql.first("SELECT 1 FROM checkpoint WHERE moment = ?", moment) !== undefined
  );
}

export function assertKept(context: Context, moment: number): void {
  if (isKept(context, moment)) return;
  const near = checkpointWhere(
    context.store.index.sql,
    "moment <= ? ORDER BY moment DESC LIMIT 1",
    moment,
  );
  throw new CheckpointError(
    "not-kept",
    `The exact state at moment @${moment} is no longer kept.`,
    {
      hint: near
        ? `The nearest earlier checkpoint is #${near.number}, ${timeOf(near)}.`
        : "Choose a checkpoint from the list.",
      data: { moment, nearest: near?.number ?? null },
    },
  );
}

function byNumber(context: Context, number: number): Checkpoint | null {
  return checkpointWhere(context.store.index.sql, "number = ?", number);
}

function byName(context: Context, text: string, isId: boolean): Checkpoint {
  const { sql } = context.store.index;
  const find = (where: string, ...values: Value[]) =>
    sql
      .all(
        `SELECT ${CHECKPOINT_COLUMNS} FROM checkpoint WHERE ${where} ORDER BY number DESC LIMIT 6`,
        ...values,
      )
      .map((row) => toCheckpoint(sql, row));
  if (isId && /^[0-9a-z]{4,18}$/.test(text)) {
    const ids = find("id >= ? AND id < ?", text, text + "~");
    if (ids.length === 1) return ids[0]!;
    if (ids.length > 1) throw ambiguous(text, ids);
  }
  // Spaces and line ends around a name cannot be seen, nor are they in `text`.
  const named = find("trim(name, char(9, 10, 13, 32)) = ?", text);
  if (named.length === 1) return named[0]!;
  if (named.length > 1) throw ambiguous(text, named);
  return missing(
    context,
    `There is no checkpoint called “${text.slice(0, 100)}”.`,
  );
}

function ambiguous(text: string, found: Checkpoint[]): CheckpointError {
  const list = found.map((c) => `#${c.number} (${timeOf(c)})`).join(", ");
  return new CheckpointError(
    "ambiguous",
    `“${text.slice(0, 100)}” names several checkpoints: ${list}.`,
    {
      hint: "Use the number of the one you mean.",
      data: { numbers: found.map((c) => c.number) },
    },
  );
}

function timeOf({ createdAt }: Checkpoint): string {
  return localTime(Date.parse(createdAt));
}

function missing(context: Context, message: string): never {
  const { sql } = context.store.index;
  const [first, last] = sql.first(
    "SELECT min(number), max(number) FROM checkpoint",
  ) as [number | null, number | null];
  throw new CheckpointError("not-found", message, {
    hint:
      first === null
        ? "No checkpoint was made in this folder yet: make one with “Checkpoint: Create” (checkpoint create)."
        : first === last
          ? `The only checkpoint here is #${first}.`
          : `Checkpoints here go from #${first} to #${last}; list them with “checkpoint list”.`,
  });
}
