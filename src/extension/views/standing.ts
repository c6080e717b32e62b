import type { Checkpoint } from "../../engine/model/checkpoint";
import { CheckpointError } from "../../engine/model/errors";
import type { EngineClient } from "../../worker/client";
import { nowhere, type Standing } from "./here";

/** How many of the newest checkpoints are looked at. */
const LOOK_BACK = 8;

type Asked = Pick<EngineClient, "resolve" | "list" | "restores" | "diff">;

/**
 * Returns where a folder stands, from its history: among the checkpoint of the
 * last restore and the newest ones, the first whose files are those of now;
 * when none is, the one that the present work began at.
 */
export async function findStanding(engine: Asked): Promise<Standing> {
  const now = await lastMoment(engine);
  if (now === undefined) return nowhere;
  const { checkpoints } = await engine.list({ limit: LOOK_BACK });
  const [restored, newest] = [
    await restoredTo(engine, checkpoints),
    checkpoints.find(({ kind }) => kind !== "guard") ?? checkpoints[0],
  ];
  const began = restored ?? newest;
  if (!began) return nowhere;
  // Of several that hold the same, a guard is the least telling.
  const others = [
    ...checkpoints.filter(({ kind }) => kind !== "guard"),
    ...checkpoints,
  ];
  for (const each of new Set([began, newest, ...others]))
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

/** The target of the last restore, unless work went on and something was made since. */
async function restoredTo(
  engine: Asked,
  checkpoints: readonly Checkpoint[],
): Promise<Checkpoint | undefined> {
  const [restore] = await engine.restores(1);
  const number = /^#(\d+)\b/.exec(restore?.target ?? "")?.[1];
  if (restore?.verb !== "restore" || restore.state === "rolled-back")
    return undefined;
  if (number === undefined) return undefined;
  const isOld = checkpoints.some(
    ({ kind, createdAt }) =>
      kind !== "guard" && kind !== "session" && createdAt > restore.at,
  );
  if (isOld) return undefined;
  const found = checkpoints.find((each) => each.number === Number(number));
  if (found) return found;
  const { checkpoints: older } = await engine.list({
    before: Number(number) + 1,
    limit: 1,
  });
  return older[0]?.number === Number(number) ? older[0] : undefined;
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
