import type { CheckpointRequest, Run } from "../api";
import type { Context } from "../context";
import { asWriter } from "../context";
import type { Checkpoint } from "../model/checkpoint";
import { parseCheckpointOptions } from "../model/checkpointOptions";
import { problem } from "../model/errors";
import { parseReference } from "../model/reference";
import { recordTimes } from "../recordTimes";
import type { CheckpointRecord } from "../store/journal/records";
import {
  checkpointAt,
  checkpointById,
} from "../store/index/queries/checkpoints";
import { isImportedState, timeUpTo } from "../store/index/queries/moments";
import { assertIntact } from "./assertIntact";
import { resolvePoint } from "./resolveRef";

/** What describes the folder as it is now would be wrong of an earlier moment. */
const OF_NOW = ["task", "thread", "message"] as const;

/** True if a request is for a checkpoint of a recorded moment, not of the folder as it is now. */
export function isOfEarlier(
  context: Context,
  { at }: CheckpointRequest,
): boolean {
  return (
    at !== undefined &&
    parseReference(at, context.clock.now()).kind !== "workspace"
  );
}

/**
 * Creates a checkpoint of a moment that was recorded before. Nothing is captured, and nothing of
 * now is recorded with it but its name and who created it. Whatever the retention rules have
 * thinned out stays gone, so such a moment is refused.
 */
export function createOfEarlier(
  context: Context,
  request: CheckpointRequest,
  run?: Run,
): Checkpoint {
  const options = parseOptions(request);
  const checkpoint = asWriter(context, run, () => {
    const { store, clock } = context;
    // Under the lock, and after reading what others recorded: until this is recorded as well,
    // nobody can forget what the moment needs.
    const { moment } = resolvePoint(context, request.at!);
    assertIntact(context, moment);
    assertWasHere(context, moment);
    const record: CheckpointRecord = {
      t: "checkpoint",
      id: context.newId(),
      number: store.index.nextNumber,
      moment,
      at: clock.now(),
      stateAt: timeOf(context, moment),
      git: null,
      ...options,
    };
    store.append([record], "by-end");
    return checkpointById(store.index, record.id)!;
  });
  context.emit({ type: "created", checkpoint });
  return checkpoint;
}

function parseOptions(request: CheckpointRequest) {
  const options = parseCheckpointOptions(request);
  const { kind } = options;
  // All others are kept by their age or number, which would count from now.
  if (kind !== "manual" && kind !== "feature")
    throw problem("earlier-kind", { kind });
  const field = OF_NOW.find((one) => (request[one] ?? null) !== null);
  if (field !== undefined) throw problem("earlier-option", { field });
  return options;
}

/** An imported state was never in the folder, and other checkpoints are not compared with it. */
function assertWasHere({ store: { index } }: Context, moment: number): void {
  const imported = checkpointAt(index, moment);
  const isImported =
    imported?.source === "import" || isImportedState(index, moment);
  if (isImported)
    throw problem("earlier-import", {
      moment,
      number: imported?.number ?? null,
    });
}

/** When a moment was recorded, corrected for a wrong clock. */
function timeOf(context: Context, moment: number): number {
  return (
    recordTimes(context).moments.get(moment)?.atMs ??
    timeUpTo(context.store.index, moment) ??
    context.clock.now()
  );
}
