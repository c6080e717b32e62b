import type { Run } from "../api";
import { capture } from "../capture/capture";
import type { Context } from "../context";
import { asWriter, whileKeeping } from "../context";
import { namedSideOf, resolvePoint } from "../history/points";
import { isoTime } from "../history/rows";
import { assertSound } from "../history/sound";
import { mustKnowSource } from "../history/sources";
import { resolveVersion } from "../history/versionPoint";
import type { Side } from "../model/changes";
import { CheckpointError } from "../model/errors";
import type {
  PlannedWrite,
  PlanRequest,
  RestorePlan,
  RestoreVerb,
} from "../model/restorePlan";
import type { Held } from "../model/version";
import { workspacePath } from "../model/workspacePath";
import { isSame } from "../store/states";
import type { Decision } from "./decide";
import { decide } from "./decide";
import { withOtherLetters } from "./otherLetters";
import type { ChangedPaths } from "./others";
import { changedByOthers, pathsChangedBy } from "./others";

/** Captures, compares the target with now, and decides; touches no file. */
export function planRestore(
  context: Context,
  request: PlanRequest,
  run?: Run,
): RestorePlan {
  const paths = (request.paths ?? []).map((path) => workspacePath(path));
  if (request.to === "workspace" || request.to === "now")
    throw new CheckpointError(
      "bad-input",
      "The workspace already is as it is now.",
      {
        hint: "Name a checkpoint or a time to go back to.",
      },
    );
  return asPlanner(context, run, () => {
    const point =
      paths.length === 1
        ? resolveVersion(context, request.to, paths[0]!)
        : resolvePoint(context, request.to);
    const plan = makePlan(
      context,
      {
        verb: "restore",
        target: namedSideOf(point),
        moment: point.moment,
        paths: withOtherLetters(context, point.moment, paths),
        source: request.source ?? null,
        as: request.as,
        withUnsaved: request.unsaved === true,
        unsavedAsFiles: request.unsaved === "as-files",
        editors: request.editors,
      },
      run,
    );
    if (request.source !== undefined) mustKnowSource(context, request.source);
    return plan;
  });
}

/** As the only writer; a restore that could not be ended is tried once more before. */
export function asPlanner<T>(
  context: Context,
  run: Run | undefined,
  work: () => T,
): T {
  context.stuck.clear();
  return asWriter(context, run, work);
}

export interface Aim {
  verb: RestoreVerb;
  target: Side;
  moment: number;
  /** Empty means everything... */
  paths: string[];
  /** ...unless only messages are concerned, and no file at all. */
  isFileless?: boolean;
  /** Just these paths, and nothing below them. */
  isExact?: boolean;
  source: string | null;
  /** Leaves alone what this is false for; asked once everything is captured. */
  isOwn?: (path: string) => boolean;
  as?: string | undefined;
  withUnsaved: boolean;
  unsavedAsFiles?: boolean;
  editors?: PlanRequest["editors"];
  of?: string;
  /** What the restore to be undone wrote. */
  undone?: readonly PlannedWrite[];
  messages?: { thread: string; ids: string[] };
}

/** Plans for an aim that is already known; the caller holds the lock. */
export function makePlan(context: Context, aim: Aim, run?: Run): RestorePlan {
  const request = {
    ...(aim.paths.length > 0 || aim.isFileless ? { paths: aim.paths } : {}),
    unsaved: aim.editors,
  };
  whileKeeping(context, [aim.moment], () => capture(context, request, run));
  const { index } = context.store;
  const decision = aim.isFileless
    ? { writes: [], deletes: [], leftAlone: [], unsaved: [] }
    : decide(context, aim.moment, aim, onlyOf(context, aim), aim.undone);
  const touched = [...decision.writes, ...decision.deletes].map(
    (op) => op.path,
  );
  assertSound(
    context,
    aim.moment,
    aim.paths.length > 0 ? [...aim.paths, ...touched] : undefined,
  );
  assertContents(context, decision.writes);
  const plan: RestorePlan = {
    id: context.newId(),
    verb: aim.verb,
    target: aim.target,
    scope: {
      paths: aim.paths,
      source: aim.source,
      ...(aim.isExact ? { isExact: true } : {}),
      ...(aim.unsavedAsFiles ? { unsavedAsFiles: true } : {}),
    },
    base: index.lastMoment,
    createdAt: isoTime(context.clock.now()),
    writes: decision.writes,
    deletes: decision.deletes,
    leftAlone: decision.leftAlone,
    unsaved: aim.withUnsaved ? decision.unsaved : [],
    changedByOthers: changedByOthers(index.sql, touched, aim.moment, {
      as: aim.source ?? aim.as,
      thread: aim.messages?.thread,
    }),
    ...changedSince(decision, aim.undone),
    ...(aim.of === undefined ? {} : { of: aim.of }),
    ...(aim.messages === undefined ? {} : { messages: aim.messages }),
  };
  remember(context, plan);
  return plan;
}

function onlyOf({ store }: Context, aim: Aim): ChangedPaths | null {
  if (aim.isOwn) return { disk: { has: aim.isOwn }, unsaved: NONE };
  return aim.source === null
    ? null
    : pathsChangedBy(store.index.sql, aim.source, aim.moment);
}

const NONE: ReadonlySet<string> = new Set();

/** Of what an undo replaces, what is not as the restore had left it. */
function changedSince(
  { writes, deletes }: Pick<Decision, "writes" | "deletes">,
  undone: readonly PlannedWrite[] | undefined,
): Pick<RestorePlan, "changedSince"> {
  if (!undone) return {};
  const left = new Map(undone.map(({ path, after }) => [path, after]));
  const isOther = ({ path, before }: { path: string; before: Held | null }) =>
    before !== null && !isSame(before, left.get(path) ?? null);
  const paths = [...writes, ...deletes].filter(isOther).map(({ path }) => path);
  return paths.length > 0 ? { changedSince: paths } : {};
}

const REMEMBERED = 20;

export function remember(
  context: Context,
  plan: RestorePlan,
  contents = new Map<string, Uint8Array>(),
): void {
  context.plans.set(plan.id, { plan, contents });
  for (const id of context.plans.keys()) {
    if (context.plans.size <= REMEMBERED) break;
    context.plans.delete(id);
  }
}

/** What is lost is said before anything is touched. */
export function assertContents(
  context: Context,
  writes: RestorePlan["writes"],
  held: ReadonlyMap<string, Uint8Array> = new Map(),
): void {
  const lost = writes.filter(
    ({ after }) =>
      !held.has(after.hash) && !context.store.knowsContent(after.hash),
  );
  if (lost.length === 0) return;
  throw new CheckpointError(
    "damaged",
    `The content of ${lost.length === 1 ? lost[0]!.path : `${lost.length} files`} is lost; nothing was restored.`,
    {
      hint: "Restore the other files by naming them, or run verify --repair.",
      data: { paths: lost.slice(0, 100).map((write) => write.path) },
    },
  );
}
