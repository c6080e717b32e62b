import type { EditMessage, Run } from "../api";
import type { Context } from "../context";
import { isKept } from "../history/resolveRef";
import { problem } from "../model/errors";
import { messageName } from "../model/names";
import type { RestorePlan } from "../model/restorePlan";
import { isAgent } from "../model/sources";
import type { Restoration, ThreadEdit, ThreadMessage } from "../model/thread";
import type { WorkspacePath } from "../model/workspacePath";
import { applyRestore } from "../restore/applyRestore";
import { changedByOthers } from "../restore/changedByOthers";
import { asPlanner, makePlan } from "../restore/planRestore";
import { authorsAfter } from "../store/index/queries/moments";
import { findMessage, sourceOfThread } from "../store/index/queries/threads";
import { threadDetail } from "./threads";

/**
 * Goes back to one of the user's messages: restores the files as they were then and
 * marks later messages deleted. Files that only other threads or agents changed
 * since are listed and left alone, unless the request includes them. Without
 * `apply`, only returns what would be done.
 */
export function editMessage(
  context: Context,
  request: EditMessage,
  run?: Run,
): ThreadEdit {
  return asPlanner(context, run, () => {
    const message = editable(context, request);
    const later = threadDetail(context, message.thread)
      .messages.filter((m) => m.index > message.index && !m.deleted)
      .map((m) => m.id);
    const left = new Set<WorkspacePath>();
    const plan = planFor(context, message, later, request, left, run);
    const edit: ThreadEdit = {
      thread: message.thread,
      message: message.id,
      requiresConfirmation:
        plan.writes.length + plan.deletes.length + later.length > 0,
      restorations: restorationsOf(plan),
      changedByOthers: plan.changedByOthers,
      leftToOthers: changedByOthers(
        context.store.index,
        [...left].sort(),
        message.moment,
        {
          as: sourceOfThread(context.store.index, message.thread),
          thread: message.thread,
        },
      ),
      deletedMessages: later,
      planId: plan.id,
      applied: false,
      guard: null,
      failures: [],
    };
    if (!request.apply) return edit;
    const report = applyRestore(
      context,
      plan,
      {
        source: request.as ?? "editor",
        rescan: false,
        editors: request.editors,
      },
      run,
    );
    const { applied, guard, failures, isHalfDone } = report;
    const half = isHalfDone ? { isHalfDone } : {};
    return { ...edit, applied, guard, failures, ...half };
  });
}

/** Adds to `left` the paths that differ but are left alone because others changed them. */
function planFor(
  context: Context,
  message: ThreadMessage,
  later: string[],
  request: EditMessage,
  left: Set<WorkspacePath>,
  run?: Run,
): RestorePlan {
  const { moment, thread } = message;
  assertKept(context, message);
  const isOthers = changedOnlyByOthers(context, thread, moment);
  const isOwn = (path: WorkspacePath) => {
    if (request.includeOthers || !isOthers(path)) return true;
    left.add(path);
    return false;
  };
  return makePlan(
    context,
    {
      verb: "thread",
      target: {
        label: messageName(message, thread),
        moment,
        checkpoint: null,
      },
      moment,
      paths: [],
      source: null,
      isOwn,
      as: sourceOfThread(context.store.index, thread),
      withUnsaved: false,
      editors: request.editors,
      messages: { thread, ids: later },
    },
    run,
  );
}

/** True for files that only another thread or agent has changed since. */
function changedOnlyByOthers(
  context: Context,
  thread: string,
  after: number,
): (path: WorkspacePath) => boolean {
  const { index } = context.store;
  const own = sourceOfThread(index, thread);
  return (path) => {
    const authors = authorsAfter(index, path, after);
    return (
      authors.length > 0 &&
      authors.every(({ source, thread: by }) =>
        by === null ? isAgent(source) && source !== own : by !== thread,
      )
    );
  };
}

function editable(context: Context, request: EditMessage): ThreadMessage {
  const message = findMessage(
    context.store.index,
    request.thread,
    request.message,
  );
  if (!message) {
    const { id } = threadDetail(context, String(request.thread));
    throw problem("unknown-message", {
      thread: id,
      message: String(request.message).slice(0, 100),
    });
  }
  if (message.role !== "user") throw problem("message-of-agent");
  if (message.deleted) throw problem("message-deleted");
  const owner = sourceOfThread(context.store.index, message.thread);
  if (
    request.as !== undefined &&
    isAgent(request.as) &&
    isAgent(owner) &&
    request.as !== owner
  )
    throw problem("thread-of-other", { owner, as: request.as });
  return message;
}

function assertKept(context: Context, { moment }: ThreadMessage): void {
  if (isKept(context, moment)) return;
  throw problem("message-not-kept");
}

function restorationsOf(plan: RestorePlan): Restoration[] {
  const writes = plan.writes.map(({ path, action }): Restoration => ({
    path,
    action,
  }));
  const deletes = plan.deletes.map(({ path }): Restoration => ({
    path,
    action: "delete",
  }));
  return [...writes, ...deletes].sort((a, b) => (a.path < b.path ? -1 : 1));
}
