import type { Clock } from "../base/clock";
import type { Disk } from "../base/disk";
import type { Log } from "../base/log";
import type { EngineEvent, Run } from "./api";
import type { SecondThread } from "./capture/secondThread";
import type { DirtyPaths } from "./history/dirty";
import { CheckpointError } from "./model/errors";
import type { RestorePlan } from "./model/restorePlan";
import type { EngineSettings } from "./model/settings";
import type { Store } from "./store/store";
import type { Listings } from "./workspace/listings";

/** What every operation of the engine works with. */
export interface Context {
  disk: Disk;
  /** The workspace folder, absolute, links resolved. */
  root: string;
  store: Store;
  settings: EngineSettings;
  clock: Clock;
  log: Log;
  newId: () => string;
  emit: (event: EngineEvent) => void;
  /** Shares the reading of a first capture; null to read on this thread only. */
  second: SecondThread | null;
  /** The names in the workspace's folders as last seen. */
  listings: Listings;
  /** Times of the rule files as last seen, so that a change of them is noticed. */
  ruleFiles: Map<string, string>;
  /** Ends restores that were cut off in another process. */
  recover: () => void;
  /** Restores that could not be ended: not tried again by this process. */
  stuck: Set<string>;
  /** Automatic checkpoints there may be before the retention rules are asked again. */
  automaticLimit?: number;
  /** What changed since git's commit. */
  dirty: DirtyPaths;
  /** What the store takes at most, once the moment with this number is recorded. */
  sizeHint?: { bytes: number; moment: number } | undefined;
  /** Moments that are being worked with: nothing of them is given up for room. */
  keeps: readonly number[];
  /** Plans made and not yet applied, the newest few, with texts only they hold. */
  plans: Map<string, { plan: RestorePlan; contents: Map<string, Uint8Array> }>;
}

/** Throws `cancelled` when the host no longer wants the work. */
export function checkCancelled(run: Run | undefined): void {
  if (run?.isCancelled?.())
    throw new CheckpointError("cancelled", "Cancelled. Nothing was changed.");
}

/** Runs work that needs these moments: recording must not give them up for room. */
export function whileKeeping<T>(
  context: Context,
  moments: readonly number[],
  work: () => T,
): T {
  const { keeps } = context;
  context.keeps = [...keeps, ...moments];
  try {
    return work();
  } finally {
    context.keeps = keeps;
  }
}

/** Runs the work as the only writer, telling the host when it has to wait. */
export function asWriter<T>(
  context: Context,
  run: Run | undefined,
  work: () => T,
): T {
  const { store } = context;
  if (store.lock.isHeld) return work();
  const prepared = () => {
    // Nobody holds the lock but us, so a restore that has begun was cut off.
    context.recover();
    return work();
  };
  // Nothing is told before it is durable.
  const { emit } = context;
  const held: EngineEvent[] = [];
  context.emit = (event) => void held.push(event);
  try {
    return store.write(prepared, () => {
      run?.progress?.({ phase: "wait", done: 0, total: null });
      checkCancelled(run);
    });
  } catch (error) {
    // What was seen is perhaps not recorded: it is looked at again.
    context.ruleFiles.clear();
    throw error;
  } finally {
    context.emit = emit;
    if (store.isDurable) held.forEach(emit);
  }
}
