import type { Context } from "../context";
import { problem } from "../model/errors";
import type { RestorePlan } from "../model/restorePlan";
import type { MessagesRecord } from "../store/journal/records";
import { planOf } from "../store/index/queries/restores";
import { findMessage, hasThread } from "../store/index/queries/threads";

/**
 * The messages that change with a restore: rewinding a conversation marks later
 * messages deleted, undoing that brings them back, and redoing it deletes them
 * again.
 */
export function messageRecords(
  context: Context,
  plan: RestorePlan,
): MessagesRecord[] {
  if (plan.messages)
    return [
      { t: "messages", ...plan.messages, deleted: true, restore: plan.id },
    ];
  if (plan.of === undefined) return [];
  const root = rewindOf(context, plan.of);
  if (!root) return [];
  const { thread, ids } = root;
  const isUndo = plan.verb === "undo";
  return hasThread(context.store.index, thread)
    ? [{ t: "messages", thread, ids, deleted: !isUndo, restore: plan.id }]
    : [];
}

/**
 * Throws if messages that a plan marks deleted have been deleted by another plan
 * meanwhile.
 */
export function assertMessagesThere(
  context: Context,
  { messages }: RestorePlan,
): void {
  const isGone = (id: string) =>
    findMessage(context.store.index, messages!.thread, id)?.deleted;
  if (!messages?.ids.some(isGone)) return;
  throw problem("messages-deleted-since");
}

/** Follows undo and redo back to the original rewind. */
function rewindOf(
  context: Context,
  id: string,
): RestorePlan["messages"] | null {
  for (let at: string | null = id, i = 0; at !== null && i < 1000; i++) {
    const restore = planOf(context.store.index, at);
    if (!restore) return null;
    if (restore.plan.messages) return restore.plan.messages;
    at = restore.of;
  }
  return null;
}
