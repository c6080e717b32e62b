import type { EngineEvent } from "../../engine/api";
import type { Checkpoint } from "../../engine/model/checkpoint";
import { CheckpointError } from "../../engine/model/errors";
import type { RestoreEntry } from "../../engine/model/restorePlan";
import { checkpointNumbered } from "./checkpointNumbered";
import type { EngineClient } from "../../worker/client";

/**
 * The checkpoint that the workspace is at: the one it was last restored to, or the
 * newest one; exactly, or with later changes.
 */
export interface CurrentCheckpoint {
  /** The checkpoint's number; null before the first. */
  number: number | null;
  isExact: boolean;
}

export const noCheckpoint: CurrentCheckpoint = { number: null, isExact: false };

/**
 * Returns the current checkpoint after an event, or `ask` when only a comparison of
 * contents can tell.
 */
export function afterEvent(
  current: CurrentCheckpoint,
  event: EngineEvent,
): CurrentCheckpoint | "ask" {
  switch (event.type) {
    case "captured":
      if (event.result.moments.some(({ source }) => source === "restore"))
        return "ask";
      return event.result.isNew ? { ...current, isExact: false } : current;
    case "created":
      return afterCheckpoint(current, event.checkpoint);
    case "restored":
    case "recovered":
    case "deleted":
    case "refreshed":
      return "ask";
    case "edited":
    case "thread":
    case "waiting":
    case "damaged":
    case "unended":
      return current;
  }
}

/**
 * A guard is created on the way to somewhere else, so it does not become the current
 * checkpoint, and neither does one of an earlier moment. A session may begin without changes since a restore: then the restored
 * checkpoint says more.
 */
function afterCheckpoint(
  current: CurrentCheckpoint,
  { number, kind, stateAt }: Checkpoint,
): CurrentCheckpoint | "ask" {
  if (stateAt !== undefined) return current;
  if (current.number === null) return { number, isExact: true };
  if (kind === "guard") return current;
  return kind === "session" ? "ask" : { number, isExact: true };
}

/** How many of the newest checkpoints are compared with the current files. */
const LOOK_BACK = 8;

type Asked = Pick<EngineClient, "resolve" | "list" | "restores" | "diff">;

/**
 * Finds the current checkpoint of a folder in its history: among the checkpoint of the
 * last restore and the newest ones, the first whose files equal the current files; if
 * there is none, the checkpoint that the current work started from.
 */
export async function findCurrentCheckpoint(
  engine: Asked,
): Promise<CurrentCheckpoint> {
  const now = await lastMoment(engine);
  if (now === undefined) return noCheckpoint;
  const [{ checkpoints }, restores] = await Promise.all([
    engine.list({ limit: LOOK_BACK }),
    engine.restores(LOOK_BACK),
  ]);
  // A revert changes single files of the state that the work began from.
  const [restore, earlier] = restores.slice(
    restores.findIndex(({ verb }) => verb !== "revert"),
  );
  const [restored, newest] = [
    await restoredTo(engine, restore, checkpoints),
    checkpoints.find(({ kind }) => kind !== "guard") ?? checkpoints[0],
  ];
  const began =
    restored ?? beforeUndone(restore, earlier, checkpoints) ?? newest;
  if (!began) return noCheckpoint;
  // If several have the same files, a guard says the least.
  const others = [
    ...checkpoints.filter(({ kind }) => kind !== "guard"),
    ...checkpoints,
  ];
  for (const each of new Set([restored, newest, ...others]))
    if (each && (await isSame(engine, each.moment, now)))
      return { number: each.number, isExact: true };
  return { number: began.number, isExact: false };
}

async function lastMoment(engine: Asked): Promise<number | undefined> {
  try {
    return (await engine.resolve("workspace")).moment;
  } catch (error) {
    if (CheckpointError.is(error, "not-found")) return undefined; // No history yet.
    throw error;
  }
}

/** The target of the last restore, unless checkpoints were created since. */
async function restoredTo(
  engine: Asked,
  restore: RestoreEntry | undefined,
  checkpoints: readonly Checkpoint[],
): Promise<Checkpoint | undefined> {
  const number = /^#(\d+)\b/.exec(restore?.target ?? "")?.[1];
  if (restore?.verb !== "restore" || restore.state === "rolled-back")
    return undefined;
  if (number === undefined || isOld(restore, checkpoints)) return undefined;
  const found = checkpoints.find((each) => each.number === Number(number));
  if (found) return found;
  return checkpointNumbered(engine, Number(number));
}

/**
 * What an undone restore had replaced, unless checkpoints were created since: a checkpoint of that
 * state, or else the restore's guard.
 */
function beforeUndone(
  undo: RestoreEntry | undefined,
  undone: RestoreEntry | undefined,
  checkpoints: readonly Checkpoint[],
): Checkpoint | undefined {
  if (undo?.verb !== "undo" || undo.state === "rolled-back") return undefined;
  if (undone?.state !== "undone" || isOld(undo, checkpoints)) return undefined;
  const guard = checkpoints.find(({ number }) => number === undone.guard);
  return (
    checkpoints.find(
      ({ kind, moment }) => kind !== "guard" && moment === guard?.moment,
    ) ?? guard
  );
}

/** True if somebody or something created a checkpoint since. */
function isOld(
  { at }: RestoreEntry,
  checkpoints: readonly Checkpoint[],
): boolean {
  return checkpoints.some(
    ({ kind, createdAt, stateAt }) =>
      kind !== "guard" &&
      kind !== "session" &&
      stateAt === undefined &&
      createdAt > at,
  );
}

async function isSame(
  engine: Asked,
  moment: number,
  now: number,
): Promise<boolean> {
  if (moment === now) return true;
  const diff = await engine.diff(`@${moment}`, `@${now}`, {
    content: false,
    renames: false,
  });
  return diff.added.length + diff.modified.length + diff.deleted.length === 0;
}
