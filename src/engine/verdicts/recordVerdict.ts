import type { Run, VerdictRequest, VerdictResult } from "../api";
import { capture } from "../capture/capture";
import type { Context } from "../context";
import { asWriter } from "../context";
import { createCheckpoint } from "../history/checkpoints";
import { sinceGood } from "../history/checkSeries";
import { resolvePoint } from "../history/resolveRef";
import { parseSource } from "../model/checkpointOptions";
import { problem } from "../model/errors";
import { isStrong, parseLabel } from "../model/verdicts";
import { checkpointToNameAt } from "../store/index/queries/checkpoints";
import { isQuietBetween, verdictsAt } from "../store/index/queries/verdicts";
import type { VerdictRecord } from "../store/journal/records";

/**
 * Records whether a command succeeded, and makes sure that a checkpoint has the state it
 * is about: retention keeps the last good one of each label.
 */
export function recordVerdict(
  context: Context,
  request: VerdictRequest,
  run?: Run,
): VerdictResult {
  const label = parseLabel(request.label);
  const source = parseSource(request.source ?? "editor");
  const exitCode = wholeNumber("exitCode", request.exitCode);
  const durationMs = wholeNumber("durationMs", request.durationMs);
  const { verdict, checkpoint, isNew } = asWriter(context, run, () => {
    const { index } = context.store;
    const { moment, exact } = testedState(context, request, run);
    const record: VerdictRecord = {
      t: "verdict",
      moment,
      label,
      passed: request.passed,
      exitCode,
      durationMs,
      source,
      at: context.clock.now(),
      exact,
    };
    context.store.append([record], "by-end");
    const known = checkpointToNameAt(index, moment);
    // Numbers increase with the moments, so only the last moment can still get one.
    const isNew =
      !known && exact && moment === index.lastMoment && isStrong({ label });
    const checkpoint = isNew
      ? createCheckpoint(context, { capture: false, kind: "automatic", source })
      : known;
    return { verdict: verdictsAt(index, moment).at(-1)!, checkpoint, isNew };
  });
  if (checkpoint && !isNew) context.emit({ type: "edited", checkpoint });
  return { verdict, checkpoint, lastGood: sinceGood(context, label) };
}

/** The state that a verdict is about, and whether it is about exactly this state. */
function testedState(
  context: Context,
  { since, rewrites, ref }: VerdictRequest,
  run?: Run,
): { moment: number; exact: boolean } {
  const { index } = context.store;
  if (ref !== undefined && since === undefined) {
    const { moment } = resolvePoint(context, ref);
    return { moment, exact: true };
  }
  const found = capture(context, {}, run);
  const now = index.lastMoment;
  if (since === undefined) return { moment: now, exact: true };
  if (!Number.isInteger(since) || since < 1 || since > now)
    throw problem("unknown-moment", {
      moment: Number(since),
      first: null,
      last: null,
    });
  const before = rewrites ?? context.rewrites.markOf(since) ?? found.rewrites;
  const exact = isQuietBetween(index, since, now) && before === found.rewrites;
  // With nothing but unsaved text in between, both moments have the same files.
  const moment = exact && !checkpointToNameAt(index, since) ? now : since;
  return { moment, exact };
}

function wholeNumber(field: string, value: unknown): number | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== "number" || !Number.isFinite(value))
    throw problem("not-a-number", { field });
  return Math.round(value);
}
