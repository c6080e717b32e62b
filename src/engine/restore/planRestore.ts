import type { Run } from "../api";
import { capture } from "../capture/capture";
import type { Context } from "../context";
import { asWriter, whileKeeping } from "../context";
import { namedSideOf, resolvePoint } from "../history/resolveRef";
import { assertIntact } from "../history/assertIntact";
import { assertKnownSource } from "../history/sources";
import { resolveFileRef } from "../history/resolveFileRef";
import type { Side } from "../model/changes";
import { problem } from "../model/errors";
import { isoTime } from "../model/isoTime";
import type {
  PlanRequest,
  RestorePlan,
  RestoreVerb,
} from "../model/restorePlan";
import type { Held } from "../model/version";
import { isSameHeld } from "../model/version";
import type { WorkspacePath } from "../model/workspacePath";
import { workspacePath } from "../model/workspacePath";
import type { Decision, OwnWrite } from "./decision";
import { decide } from "./decide";
import { withOtherSpellings } from "./caseInsensitive";
import type { ChangedPaths } from "./changedByOthers";
import { changedByOthers, pathsChangedBy } from "./changedByOthers";
import { captureUnseen } from "./unseenWrites";

/** Captures, compares the target with the current state, and decides. Changes no file. */
export function planRestore(
  context: Context,
  request: PlanRequest,
  run?: Run,
): RestorePlan {
  const paths = (request.paths ?? []).map((path) => workspacePath(path));
  if (request.to === "workspace" || request.to === "now")
    throw problem("restore-to-now");
  return asPlanner(context, run, () => {
    const point =
      paths.length === 1
        ? resolveFileRef(context, request.to, paths[0]!)
        : resolvePoint(context, request.to);
    const plan = makePlan(
      context,
      {
        verb: "restore",
        target: namedSideOf(point),
        moment: point.moment,
        paths: withOtherSpellings(context, point.moment, paths),
        source: request.source ?? null,
        as: request.as,
        withUnsaved: request.unsaved === true,
        unsavedAsFiles: request.unsaved === "as-files",
        editors: request.editors,
      },
      run,
    );
    if (request.source !== undefined)
      assertKnownSource(context, request.source);
    return plan;
  });
}

/** Runs the work under the lock, after retrying restores that could not be finished. */
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
  paths: WorkspacePath[];
  /** ...unless only messages are affected and no file at all. */
  isFileless?: boolean;
  /** Only these paths, and nothing below them. */
  isExact?: boolean;
  source: string | null;
  /** Paths for which this is false are left alone; called once everything is captured. */
  isOwn?: (path: WorkspacePath) => boolean;
  as?: string | undefined;
  withUnsaved: boolean;
  unsavedAsFiles?: boolean;
  editors?: PlanRequest["editors"];
  of?: string;
  /** What the restore being undone wrote. */
  undone?: readonly OwnWrite[];
  messages?: { thread: string; ids: string[] };
}

/** Makes the plan for a resolved target. The caller holds the lock. */
export function makePlan(context: Context, aim: Aim, run?: Run): RestorePlan {
  const request = {
    ...(aim.paths.length > 0 || aim.isFileless ? { paths: aim.paths } : {}),
    unsaved: aim.editors,
  };
  const { recorded } = whileKeeping(context, [aim.moment], () =>
    capture(context, request, run),
  );
  const { index } = context.store;
  // What this capture recorded was read just now.
  const compared = new Set([...recorded.added, ...recorded.modified]);
  let decision: Decision;
  let touched: WorkspacePath[];
  do {
    decision = aim.isFileless
      ? { writes: [], deletes: [], leftAlone: [], unsaved: [] }
      : decide(context, aim.moment, aim, onlyOf(context, aim), aim.undone);
    touched = [...decision.writes, ...decision.deletes].map((op) => op.path);
  } while (captureUnseen(context, [...aim.paths, ...touched], compared, run));
  assertIntact(
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
    changedByOthers: changedByOthers(index, touched, aim.moment, {
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
    : pathsChangedBy(store.index, aim.source, aim.moment);
}

const NONE: ReadonlySet<WorkspacePath> = new Set();

/** Of the files that an undo replaces, those that changed since the restore wrote them. */
function changedSince(
  { writes, deletes }: Pick<Decision, "writes" | "deletes">,
  undone: readonly OwnWrite[] | undefined,
): Pick<RestorePlan, "changedSince"> {
  if (!undone) return {};
  const left = new Map<string, Held>(
    undone.map(({ path, after }) => [path, after]),
  );
  const isOther = ({ path, before }: { path: string; before: Held | null }) =>
    before !== null && !isSameHeld(before, left.get(path) ?? null);
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

/** Throws if a content is lost, before anything is changed. */
export function assertContents(
  context: Context,
  writes: RestorePlan["writes"],
  held: ReadonlyMap<string, Uint8Array> = new Map(),
): void {
  const lost = writes.filter(
    ({ after }) =>
      !held.has(after.hash) && !context.store.contents.knows(after.hash),
  );
  if (lost.length === 0) return;
  throw problem("content-lost", {
    paths: lost.slice(0, 100).map((write) => write.path),
    count: lost.length,
  });
}
