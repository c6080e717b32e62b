import type { Point } from "../api";
import type { Context } from "../context";
import type { Side } from "../model/changes";
import type { Checkpoint } from "../model/checkpoint";
import { titleOf } from "../model/checkpoint";
import { CheckpointError } from "../model/errors";
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
  const { sql } = context.store.index;
  const reference = parseReference(ref, context.clock.now());
  switch (reference.kind) {
    case "number":
      return pointOf(
        byNumber(context, reference.number) ??
          missing(context, `There is no checkpoint #${reference.number}.`),
      );
    case "latest": {
      const row = sql.first(
        `SELECT ${CHECKPOINT_COLUMNS} FROM checkpoint ORDER BY number DESC LIMIT 1 OFFSET ?`,
        reference.back,
      );
      return pointOf(
        row
          ? toCheckpoint(sql, row)
          : missing(context, `There is no checkpoint ${ref}.`),
      );
    }
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
  const row = sql.first(
    "SELECT n FROM moment WHERE at <= ? ORDER BY n DESC LIMIT 1",
    atMs,
  );
  if (!row) {
    const first = sql.first("SELECT at FROM moment ORDER BY n LIMIT 1");
    missing(
      context,
      first
        ? `The history begins at ${isoTime(first[0] as number)}, after the time you gave.`
        : "There is no history yet.",
    );
  }
  const moment = row[0] as number;
  assertKept(context, moment);
  return { ...momentPoint(context, moment), label: isoTime(atMs) };
}

/**
 * A moment can be restored while its versions are kept: in the recent window,
 * or at a checkpoint.
 */
export function assertKept(context: Context, moment: number): void {
  const { sql } = context.store.index;
  if (moment >= context.store.index.metaNumber("pruned")) return;
  if (sql.first("SELECT 1 FROM checkpoint WHERE moment = ?", moment)) return;
  const near = checkpointWhere(
    sql,
    "moment <= ? ORDER BY moment DESC LIMIT 1",
    moment,
  );
  throw new CheckpointError(
    "not-kept",
    `The exact state at moment @${moment} is no longer kept.`,
    {
      hint: near
        ? `The nearest earlier checkpoint is #${near.number}, ${near.createdAt}.`
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
  const named = find("name = ?", text);
  if (named.length === 1) return named[0]!;
  if (named.length > 1) throw ambiguous(text, named);
  return missing(
    context,
    `There is no checkpoint called “${text.slice(0, 100)}”.`,
  );
}

function ambiguous(text: string, found: Checkpoint[]): CheckpointError {
  const list = found.map((c) => `#${c.number} (${c.createdAt})`).join(", ");
  return new CheckpointError(
    "ambiguous",
    `“${text.slice(0, 100)}” names several checkpoints: ${list}.`,
    {
      hint: "Use the number of the one you mean.",
      data: { numbers: found.map((c) => c.number) },
    },
  );
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
