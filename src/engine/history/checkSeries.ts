import type { CheckSeries, SinceGood } from "../../answers/verdict";
import type { Context } from "../context";
import { checkpointToNameAt } from "../store/index/queries/checkpoints";
import { eachTouchAfter, timeOfMoment } from "../store/index/queries/moments";
import {
  failedAfter,
  lastGoodMoment,
  latestVerdicts,
} from "../store/index/queries/verdicts";
import { stateTimeOf } from "../model/checkpoint";
import { isoTime } from "../model/isoTime";
import { pathsBetween } from "./checkpoints";

const MAX_SERIES = 20;

/** What was checked in this folder, with the last state on which it passed. */
export function checkSeries(context: Context): CheckSeries[] {
  const { index } = context.store;
  return latestVerdicts(index, MAX_SERIES).map((last) => {
    const lastGood = sinceGood(context, last.label);
    const failingSince = last.passed
      ? null
      : failedAfter(index, last.label, lastGood?.moment ?? 0);
    return { label: last.label, last, failingSince, lastGood };
  });
}

/** The last state on which a command passed, and what has changed since. */
export function sinceGood(context: Context, label: string): SinceGood | null {
  const { index } = context.store;
  const moment = lastGoodMoment(index, label);
  if (moment === undefined) return null;
  const checkpoint = checkpointToNameAt(index, moment);
  const atMs = timeOfMoment(index, moment);
  const changed = pathsBetween(context, moment, index.lastMoment);
  const files = new Set<string>(Object.values(changed).flat());
  const sources = new Map<string, Set<string>>();
  if (files.size > 0)
    eachTouchAfter(index, moment, ({ path, source }) => {
      if (!files.has(path)) return;
      const own = sources.get(source) ?? new Set();
      sources.set(source, own.add(path));
    });
  return {
    moment,
    checkpoint: checkpoint?.number ?? null,
    at:
      atMs !== null ? isoTime(atMs) : checkpoint ? stateTimeOf(checkpoint) : "",
    files: files.size,
    sources: [...sources]
      .map(([source, paths]) => ({ source, files: paths.size }))
      .sort((a, b) => b.files - a.files),
  };
}
