import type { Engine, Point } from "../../engine/api";
import { stateTimeOf } from "../../engine/model/checkpoint";
import { CheckpointError } from "../../engine/model/errors";
import { checkpointTitle } from "../../wording/kinds";
import { voice } from "../text/voice";
import { SaidError } from "../../wording/said";

/** Returns the point of a reference; `nowMoment` records the current state if it is meant. */
export function refPoint(
  engine: Engine,
  ref: string,
  nowMoment: () => number,
): Point {
  return /^(workspace|now)$/.test(ref.trim())
    ? { ...engine.resolve(`@${nowMoment()}`), label: "workspace" }
    : engine.resolve(ref);
}

/** Returns the moments from good to bad, oldest first, without duplicates. */
export function bisectPoints(
  engine: Engine,
  request: { good: string; bad: string; overMoments: boolean },
  nowMoment: number,
): Point[] {
  const [good, bad] = [request.good, request.bad].map((ref) =>
    refPoint(engine, ref, () => nowMoment),
  ) as [Point, Point];
  if (good.moment >= bad.moment)
    throw new SaidError(
      "bad-input",
      `GOOD (${good.label}) is not before BAD (${bad.label}).`,
      {
        hint: "Put the older point, where the command succeeds, first.",
        data: { good: good.moment, bad: bad.moment },
      },
    );
  const between = request.overMoments
    ? momentsBetween(engine, good.moment, bad.moment)
    : checkpointsBetween(engine, good.moment, bad.moment);
  return [good, ...between, bad];
}

function checkpointsBetween(engine: Engine, from: number, to: number): Point[] {
  const found = new Map<number, Point>();
  let before: number | undefined;
  do {
    const page = engine.list({ limit: 500, before });
    for (const checkpoint of page.checkpoints)
      if (checkpoint.moment > from && checkpoint.moment < to)
        // The newest is listed first, so of several checkpoints of one moment the oldest wins.
        found.set(checkpoint.moment, {
          moment: checkpoint.moment,
          at: stateTimeOf(checkpoint),
          label: `#${checkpoint.number} ${checkpointTitle(checkpoint, voice)}`,
          checkpoint,
          verdicts: checkpoint.verdicts,
        });
    before = page.next ?? undefined;
  } while (before !== undefined);
  return [...found.values()].sort((a, b) => a.moment - b.moment);
}

function momentsBetween(engine: Engine, from: number, to: number): Point[] {
  const found: Point[] = [];
  for (let moment = from + 1; moment < to; moment++)
    try {
      found.push(engine.resolve(`@${moment}`));
    } catch (error) {
      // Pruned moments cannot be tested, but their neighbours can.
      if (
        !CheckpointError.is(error, "not-kept") &&
        !CheckpointError.is(error, "not-found")
      )
        throw error;
    }
  return found;
}
