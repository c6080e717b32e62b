import type { EditMessage, Run } from "../api";
import type { Context } from "../context";
import { isKept } from "../history/points";
import { CheckpointError } from "../model/errors";
import type { RestorePlan } from "../model/restorePlan";
import { isAgent } from "../model/sources";
import type { Restoration, ThreadEdit, ThreadMessage } from "../model/thread";
import { applyRestore } from "../restore/applyRestore";
import { asPlanner, makePlan } from "../restore/planRestore";
import { find, sourceOf, threadDetail } from "./threads";

/**
 * Goes back to a message of the user's: the files as they were then, later
 * messages marked deleted. Files that only other threads or agents changed since
 * are not touched. Without `apply` it only says what that would take.
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
    const plan = planFor(context, message, later, request, run);
    const edit: ThreadEdit = {
      thread: message.thread,
      message: message.id,
      requiresConfirmation:
        plan.writes.length + plan.deletes.length + later.length > 0,
      restorations: restorationsOf(plan),
      changedByOthers: plan.changedByOthers,
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

function planFor(
  context: Context,
  message: ThreadMessage,
  later: string[],
  request: EditMessage,
  run?: Run,
): RestorePlan {
  const { moment, thread } = message;
  assertKept(context, message);
  const isOthers = changedOnlyByOthers(context, thread, moment);
  return makePlan(
    context,
    {
      verb: "thread",
      target: {
        label: `message ${message.index + 1} of ${thread}`,
        moment,
        checkpoint: null,
      },
      moment,
      paths: [],
      source: null,
      isOwn: (path) => !isOthers(path),
      as: sourceOf(context, thread),
      withUnsaved: false,
      editors: request.editors,
      messages: { thread, ids: later },
    },
    run,
  );
}

/** True for files that since then only another thread or another agent changed. */
function changedOnlyByOthers(
  context: Context,
  thread: string,
  after: number,
): (path: string) => boolean {
  const { sql } = context.store.index;
  const own = sourceOf(context, thread);
  return (path) => {
    const rows = sql.all(
      `SELECT DISTINCT m.source, m.thread FROM path p JOIN version v ON v.path = p.id
         JOIN moment m ON m.n = v.born OR m.n = v.died
       WHERE p.path = ? AND v.layer = 0 AND m.n > ? AND m.source <> 'restore'`,
      path,
      after,
    );
    return (
      rows.length > 0 &&
      rows.every(([source, by]) =>
        by === null
          ? isAgent(source as string) && source !== own
          : by !== thread,
      )
    );
  };
}

function editable(context: Context, request: EditMessage): ThreadMessage {
  const message = find(context, request.thread, request.message);
  if (!message) {
    const { id } = threadDetail(context, String(request.thread));
    throw new CheckpointError(
      "not-found",
      `There is no message ${String(request.message).slice(0, 100)} in the thread ${id}.`,
      { hint: "See its messages with “checkpoint thread show”." },
    );
  }
  if (message.role !== "user")
    throw notAllowed(
      "Only your own messages can be edited, not an agent's.",
      "Choose the message before it.",
    );
  if (message.deleted)
    throw notAllowed(
      "That message was deleted by an earlier edit.",
      "Undo that edit first.",
    );
  const owner = sourceOf(context, message.thread);
  if (
    request.as !== undefined &&
    isAgent(request.as) &&
    isAgent(owner) &&
    request.as !== owner
  )
    throw notAllowed(
      `The thread belongs to ${owner}; ${request.as} may not edit it.`,
    );
  return message;
}

function assertKept(context: Context, { moment }: ThreadMessage): void {
  if (isKept(context, moment)) return;
  throw new CheckpointError(
    "not-kept",
    "The files as they were at that message are no longer kept.",
    {
      hint: "Choose a later message.",
    },
  );
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

function notAllowed(message: string, hint?: string): CheckpointError {
  return new CheckpointError(
    "not-allowed",
    message,
    hint === undefined ? {} : { hint },
  );
}
