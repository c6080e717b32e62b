import type { ApplyOptions, Run } from "../api";
import { capture } from "../capture/capture";
import type { Placed } from "../capture/readFiles";
import type { Context } from "../context";
import { asWriter, whileKeeping } from "../context";
import { createCheckpoint } from "../history/checkpoints";
import { assertKept } from "../history/points";
import { CheckpointError } from "../model/errors";
import type { RestorePlan, RestoreReport } from "../model/restorePlan";
import { parseSource } from "../model/checkpointOptions";
import type { BeginRecord, BlobRow } from "../store/records";
import { asPlaced } from "./asPlaced";
import { checkPlan } from "./checkPlan";
import { decide } from "./decide";
import { deedOf } from "./deed";
import { holds, isRecordedAs } from "./current";
import { holdUnrecorded } from "./hold";
import type { Operation } from "./operations";
import { doOperations } from "./operations";
import { pathsChangedBy } from "./others";
import { assertContents } from "./planRestore";
import { logRestore } from "./restoreLog";
import { assertStillToDo } from "./restores";
import { endedBy, markFailed, takeBack } from "./takeBack";
import {
  assertMessagesThere,
  messageRecords,
} from "../threads/restoreMessages";

/** See `Engine.applyRestore`. */
export function applyRestore(
  context: Context,
  given: string | RestorePlan,
  options: ApplyOptions = {},
  run?: Run,
): RestoreReport {
  const known = context.plans.get(typeof given === "string" ? given : given.id);
  const plan = typeof given === "string" ? known?.plan : given;
  if (!plan)
    throw new CheckpointError(
      "not-found",
      `There is no plan ${typeof given === "string" ? given.slice(0, 40) : given.id}.`,
      {
        hint: "A plan is remembered for a while by the process that made it: make it again.",
      },
    );
  checkPlan(plan);
  const source = parseSource(options.source ?? "editor");
  const { moment } = plan.target;
  const report = asWriter(context, run, () => {
    assertStillToDo(context, plan);
    assertMessagesThere(context, plan);
    const operations = operationsOf(plan);
    whileKeeping(context, moment === null ? [] : [moment], () =>
      refuseIfChanged(context, plan, operations, options, run),
    );
    // It may have waited while its point was pruned and the contents collected.
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
    };
    context.store.append([...endedBy(context), begin]);
    return carryOut(context, begin, asPlaced(context, operations), guard, run);
  });
  context.plans.delete(plan.id);
  context.emit({ type: "restored", report });
  if (plan.messages)
    context.emit({ type: "thread", thread: plan.messages.thread });
  return report;
}

/** True for a plan that has nothing to do but what it does to files. */
function isOfFiles({ unsaved, messages, of }: RestorePlan): boolean {
  // An undo of what is back already still counts, or it would be offered for ever.
  return unsaved.length === 0 && !messages?.ids.length && of === undefined;
}

/** Ends a restore that has begun: does it, or takes back what was done of it. */
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
  const isBack = isDone || takeBack(context, plan.id, outcome);
  if (!isBack) markFailed(context, begin);
  settle(context, operations, isDone ? outcome.placed : undefined);
  if (isDone) end(context, plan.id, "done", plan);
  else if (isBack) end(context, plan.id, "rolled-back");
  // Neither as before nor as planned: whoever opens the history next ends it.
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

export function operationsOf(plan: RestorePlan): Operation[] {
  return [
    ...plan.writes.map(({ path, before, after }) => ({
      path,
      from: before,
      to: after,
    })),
    ...plan.deletes.map(({ path, before }) => ({
      path,
      from: before,
      to: null,
    })),
  ];
}

/** Records the files as they are after a restore. */
export function settle(
  context: Context,
  operations: readonly Operation[],
  placed?: ReadonlyMap<string, Placed>,
): void {
  if (operations.length === 0) return;
  const paths = operations.map((op) => op.path);
  capture(context, { paths, source: "restore" }, undefined, { placed });
}

export function end(
  context: Context,
  id: string,
  state: "done" | "recovered" | "rolled-back",
  plan?: RestorePlan,
): void {
  const messages = plan ? messageRecords(context, plan) : [];
  context.store.append([
    ...messages,
    { t: "end", id, at: context.clock.now(), state },
  ]);
}

const pathOf = ({ path }: { path: string }) => path;

/** Throws `plan-changed` when a path is no longer what the plan was made for. */
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
  // What lies in the way may be outside of the scope.
  const paths = [...scope, ...operations.map((op) => op.path)];
  const isAll = rescan && scope.length === 0;
  if (isAll || paths.length > 0 || options.editors)
    capture(
      context,
      { ...(isAll ? {} : { paths }), unsaved: options.editors },
      run,
      { replaces: new Set([...operations, ...plan.unsaved].map(pathOf)) },
    );
  // What was looked at just now need not be asked for again.
  const isAsPlanned = ({ path, from }: Operation) =>
    isRecordedAs(context, path, from) || holds(context, path, from);
  for (const op of operations) if (!isAsPlanned(op)) changed.add(op.path);
  if (rescan && plan.target.moment !== null) {
    const { source } = plan.scope;
    const only =
      source === null
        ? null
        : pathsChangedBy(context.store.index.sql, source, plan.target.moment);
    const now = decide(context, plan.target.moment, plan.scope, only);
    const planned = new Set(operations.map((op) => op.path));
    for (const op of [...now.writes, ...now.deletes])
      if (!planned.has(op.path)) changed.add(op.path);
  }
  if (changed.size === 0) return;
  const paths10 = [...changed].slice(0, 10).join(", ");
  throw new CheckpointError(
    "plan-changed",
    `The workspace has changed since this was planned: ${paths10}${changed.size > 10 ? `, and ${changed.size - 10} more` : ""}. Nothing was restored.`,
    {
      hint: "Look at the new plan and confirm again.",
      data: { paths: [...changed].slice(0, 1000) },
    },
  );
}

/** A checkpoint that holds everything the plan replaces or deletes. */
function makeGuard(
  context: Context,
  plan: RestorePlan,
  operations: readonly Operation[],
  source: string,
) {
  holdUnrecorded(context, operations);
  return createCheckpoint(context, {
    capture: false,
    kind: "guard",
    name: `Before ${deedOf(plan)}`.slice(0, 200),
    source,
    metadata: { restore: plan.id, verb: plan.verb },
  });
}

function storeContents(
  context: Context,
  contents: ReadonlyMap<string, Uint8Array>,
): BlobRow[] {
  const writer = context.store.packWriter();
  for (const [hash, bytes] of contents)
    if (!context.store.hasContent(hash)) writer.add({ hash, bytes });
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
