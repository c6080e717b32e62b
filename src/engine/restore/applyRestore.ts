import type { ApplyOptions, Run } from "../api";
import { capture } from "../capture/capture";
import type { Placed } from "../capture/readOutcome";
import type { Context } from "../context";
import { asWriter, whileKeeping } from "../context";
import { createCheckpoint } from "../history/checkpoints";
import { assertKept } from "../history/resolveRef";
import { problem } from "../model/errors";
import { leaveOut } from "../model/leaveOut";
import type { RestorePlan, RestoreReport } from "../model/restorePlan";
import type { WorkspacePath } from "../model/workspacePath";
import { workspacePath } from "../model/workspacePath";
import { parseSource } from "../model/checkpointOptions";
import type { BeginRecord } from "../store/journal/records";
import type { StoredContent } from "../store/packs/packs";
import { withDiskSpelling } from "./caseInsensitive";
import { checkPlan } from "./checkPlan";
import { decide } from "./decide";
import { guardName } from "../model/names";
import { isOnDiskAs, isRecordedAs } from "./fileOnDisk";
import { guardUnrecorded } from "./guardUnrecorded";
import type { Operation } from "./operations";
import { doOperations, operationsOf, reversed } from "./operations";
import { pathsChangedBy } from "./changedByOthers";
import { assertContents } from "./planRestore";
import { logRestore } from "./restoreLog";
import { latestChange } from "./settle";
import { assertStillToDo } from "../history/restores";
import { endSuperseded, markFailed, rollBack } from "./rollback";
import { assertMessagesThere, messageRecords } from "./restoreMessages";

/** See `Engine.applyRestore`. */
export function applyRestore(
  context: Context,
  given: string | RestorePlan,
  options: ApplyOptions = {},
  run?: Run,
): RestoreReport {
  const id = typeof given === "string" ? given : given.id;
  const known = context.plans.get(id);
  const whole = typeof given === "string" ? known?.plan : given;
  if (!whole) throw problem("unknown-plan", { plan: id.slice(0, 40) });
  const plan = leaveOut(whole, new Set(options.except));
  checkPlan(plan, context.ownData);
  const source = parseSource(options.source ?? "editor");
  const { moment } = plan.target;
  const report = asWriter(context, run, () => {
    assertStillToDo(context, plan);
    assertMessagesThere(context, plan);
    const operations = operationsOf(plan);
    whileKeeping(context, moment === null ? [] : [moment], () =>
      refuseIfChanged(context, plan, operations, options, run),
    );
    // While this waited for the lock, its point may have been pruned and the
    // contents collected.
    if (moment !== null) assertKept(context, moment);
    assertContents(context, plan.writes, known?.contents);
    if (operations.length === 0 && isOfFiles(plan))
      return nothingToDo(context, plan);
    const guard = makeGuard(context, plan, operations, source);
    const begin: BeginRecord = {
      t: "begin",
      id: plan.id,
      at: context.clock.now(),
      source,
      guard: guard.id,
      moment: guard.moment,
      plan,
      blobs: storeContents(context, known?.contents ?? new Map()),
      boot: context.boot,
    };
    context.store.append([...endSuperseded(context), begin]);
    return carryOut(
      context,
      begin,
      withDiskSpelling(context, operations),
      guard,
      run,
    );
  });
  context.plans.delete(plan.id);
  context.emit({ type: "restored", report });
  if (plan.messages)
    context.emit({ type: "thread", thread: plan.messages.thread });
  return report;
}

/** True if the plan affects nothing but files. */
function isOfFiles({ unsaved, messages, of }: RestorePlan): boolean {
  // An undo of something already back still has to be recorded, or it would be
  // offered forever.
  return unsaved.length === 0 && !messages?.ids.length && of === undefined;
}

/** Carries out a restore that has begun, or rolls it back. */
function carryOut(
  context: Context,
  begin: BeginRecord,
  operations: Operation[],
  guard: { id: string; number: number },
  run?: Run,
): RestoreReport {
  const { plan } = begin;
  let outcome;
  try {
    outcome = doOperations(context, plan.id, operations, run);
  } catch (error) {
    // Cancelled before anything was replaced.
    end(context, plan.id, "rolled-back");
    throw error;
  }
  const isDone = outcome.failures.length === 0;
  const isBack = isDone || rollBack(context, plan.id, outcome);
  if (!isBack) markFailed(context, begin);
  recordResult(
    context,
    isDone ? operations : reversed(operations),
    isDone ? outcome.placed : undefined,
  );
  const latest = latestChange(context, outcome.done);
  if (isDone) end(context, plan.id, "done", { plan, latest });
  else if (isBack) end(context, plan.id, "rolled-back", { latest });
  // The files are in neither state; the next process that opens the history
  // finishes it.
  else context.stuck.add(plan.id);
  const report: RestoreReport = {
    plan,
    applied: isDone,
    guard: { id: guard.id, number: guard.number },
    moment: context.store.index.lastMoment,
    failures: outcome.failures,
    restoreId: isDone ? plan.id : null,
    ...(isBack ? {} : { isHalfDone: true }),
  };
  logRestore(context, report);
  return report;
}

/** Records the files as they are after the operations that were done. */
export function recordResult(
  context: Context,
  operations: readonly Operation[],
  placed?: ReadonlyMap<WorkspacePath, Placed>,
): void {
  if (operations.length === 0) return;
  const paths = operations.map((op) => op.path);
  const planned = new Map(
    operations.flatMap(({ path, to }) => (to ? [[path, to]] : [])),
  );
  const restore = { placed, planned };
  capture(context, { paths, source: "restore" }, undefined, restore);
}

export function end(
  context: Context,
  id: string,
  state: "done" | "recovered" | "rolled-back",
  /** The plan whose messages change with the files, and when files were last changed. */
  { plan, latest }: { plan?: RestorePlan; latest?: number | null } = {},
): void {
  const messages = plan ? messageRecords(context, plan) : [];
  const { boot } = context;
  const open = typeof latest === "number" ? { boot, latest } : {};
  context.store.append([
    ...messages,
    { t: "end", id, at: context.clock.now(), state, ...open },
  ]);
}

/** Throws `plan-changed` if a path no longer matches the state the plan was made for. */
function refuseIfChanged(
  context: Context,
  plan: RestorePlan,
  operations: readonly Operation[],
  options: ApplyOptions,
  run?: Run,
): void {
  const changed = new Set<string>();
  const rescan = options.rescan !== false && plan.verb === "restore";
  const scope = rescan ? plan.scope.paths : [];
  // Obstacles may be outside the scope.
  const paths = [...scope, ...operations.map((op) => op.path)];
  const isAll = rescan && scope.length === 0;
  if (isAll || paths.length > 0 || options.editors)
    capture(
      context,
      { ...(isAll ? {} : { paths }), unsaved: options.editors },
      run,
      {
        replaces: new Set([
          ...operations.map(({ path }) => path),
          ...plan.unsaved.map(({ path }) => workspacePath(path)),
        ]),
      },
    );
  // Paths that were just scanned need not be checked again.
  const isAsPlanned = ({ path, from }: Operation) =>
    isRecordedAs(context, path, from) || isOnDiskAs(context, path, from);
  for (const op of operations) if (!isAsPlanned(op)) changed.add(op.path);
  if (rescan && plan.target.moment !== null) {
    const { source } = plan.scope;
    const only =
      source === null
        ? null
        : pathsChangedBy(context.store.index, source, plan.target.moment);
    const now = decide(
      context,
      plan.target.moment,
      { ...plan.scope, paths: plan.scope.paths.map(workspacePath) },
      only,
    );
    const planned = new Set<string>(operations.map((op) => op.path));
    for (const op of [...now.writes, ...now.deletes])
      if (!planned.has(op.path)) changed.add(op.path);
  }
  if (changed.size === 0) return;
  throw problem("plan-outdated", {
    paths: [...changed].slice(0, 1000),
    count: changed.size,
  });
}

/** Creates a checkpoint of everything the plan replaces or deletes. */
function makeGuard(
  context: Context,
  plan: RestorePlan,
  operations: readonly Operation[],
  source: string,
) {
  guardUnrecorded(context, operations);
  return createCheckpoint(context, {
    capture: false,
    kind: "guard",
    name: guardName(plan),
    source,
    metadata: { restore: plan.id, verb: plan.verb },
  });
}

function storeContents(
  context: Context,
  contents: ReadonlyMap<string, Uint8Array>,
): StoredContent[] {
  const writer = context.store.contents.writer();
  for (const [hash, bytes] of contents)
    if (!context.store.contents.has(hash)) writer.add({ hash, bytes });
  return writer.finish();
}

function nothingToDo(context: Context, plan: RestorePlan): RestoreReport {
  return {
    plan,
    applied: true,
    guard: null,
    moment: context.store.index.lastMoment,
    failures: [],
    restoreId: null,
  };
}
