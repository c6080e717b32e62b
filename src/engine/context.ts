import type { Disk } from "../base/disk";
import type { Log } from "../base/log";
import type { Attribution, EngineEvent, LockHolder, Run } from "./api";
import type { SecondThread } from "./capture/parallel/secondThread";
import type { Steps } from "./capture/steps";
import type { Rewrites } from "./capture/rewrites";
import type { DirtyPaths } from "./history/dirty";
import { problem } from "./model/errors";
import type { RestorePlan } from "./model/restorePlan";
import type { EngineSettings } from "./model/settings";
import type { Store } from "./store/store";
import type { Listings } from "./workspace/listings";
import type { OwnData } from "./workspace/ownData";
import type { GitIndexes } from "./workspace/tracked";
import type { Links } from "./workspace/links";
import type { FileModes } from "./workspace/modes";
import type { Clock } from "../base/time";

/** What every operation of the engine works with. */
export interface Context {
  disk: Disk;
  /** The workspace folder: absolute, with symlinks resolved. */
  root: string;
  /** True for an engine that only reads, beside the one that writes. */
  readOnly: boolean;
  store: Store;
  settings: EngineSettings;
  clock: Clock;
  log: Log;
  newId: () => string;
  emit: (event: EngineEvent) => void;
  /** Attributes what a capture finds; if absent, to the requester. */
  attribution?: Attribution | undefined;
  /** Called repeatedly while a change waits for another process. */
  onWait?: ((holder: LockHolder | null) => void) | undefined;
  /** Takes over part of reading a first capture; null to read on this thread only. */
  second: SecondThread | null;
  /** Set while a capture is under way that lets others through. */
  steps?: Steps | undefined;
  /** The names in the workspace's folders when last listed. */
  listings: Listings;
  /** Checkpoint's own data in the workspace: never recorded, written or deleted. */
  ownData: OwnData;
  /** What git tracks, as last read. */
  gitIndexes: GitIndexes;
  /**
   * Whether the workspace's disk preserves modes, and how to interpret those it
   * reports.
   */
  modes: FileModes;
  /** Whether symbolic links can be made in the workspace. */
  links: Links;
  /** True once it is known that the workspace's files are dated by this machine's clock. */
  hasOurClock?: true | undefined;
  /** The recorded rules for which all tracked paths were last confirmed as tracked. */
  checkedTracked?: string | undefined;
  /** Timestamps of the rule files when last seen, used to notice changes to them. */
  ruleFiles: Map<string, string>;
  /** Finishes or rolls back restores that were interrupted in another process. */
  recover: () => void;
  /** Stores again what is missing from the store and still in the workspace. */
  mend: () => void;
  /** Restores that could not be finished; this process does not retry them. */
  stuck: Set<string>;
  /** Identifies this boot of the machine; "" if unknown. */
  boot: string;
  /** Unsettled restores whose files this process has compared with their plan. */
  compared: Set<string>;
  /** How many files of an unsettled restore this process has synced. */
  synced: Map<string, number>;
  /** Number of automatic checkpoints allowed before the retention rules run again. */
  automaticLimit?: number;
  /** Paths that changed since git's current commit. */
  dirty: DirtyPaths;
  /** Files that were rewritten without a change of their content. */
  rewrites: Rewrites;
  /** Upper bound of the store's size with the moment after this one. */
  sizeHint?: { bytes: number; moment: number } | undefined;
  /** Moments in use: retention must not remove anything they need. */
  keeps: readonly number[];
  /** The newest plans that are not applied yet, with contents that exist only in them. */
  plans: Map<string, { plan: RestorePlan; contents: Map<string, Uint8Array> }>;
}

/** Throws `cancelled` if the host has cancelled the operation. */
export function checkCancelled(run: Run | undefined): void {
  if (run?.isCancelled?.()) throw problem("cancelled");
}

/**
 * Runs work that needs these moments, so that recording does not remove them to
 * free space.
 */
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

/** Runs the work under the store's lock and notifies the host if it has to wait. */
export function asWriter<T>(
  context: Context,
  run: Run | undefined,
  work: () => T,
): T {
  const { store } = context;
  if (store.lock.isHeld) return work();
  const prepared = () => {
    // We have the lock, so a restore that has begun and not ended was interrupted.
    context.recover();
    if (store.takeMending()) context.mend();
    return work();
  };
  // Events are emitted only once what they report is durable.
  const { emit } = context;
  const held: EngineEvent[] = [];
  context.emit = (event) => void held.push(event);
  try {
    return store.write(prepared, (holder) => {
      context.onWait?.(holder);
      run?.progress?.({ phase: "wait", done: 0, total: null, holder });
      checkCancelled(run);
    });
  } catch (error) {
    // The last scan may not have been recorded, so forget what it saw.
    context.ruleFiles.clear();
    throw error;
  } finally {
    context.emit = emit;
    if (store.isDurable) held.forEach(emit);
  }
}
