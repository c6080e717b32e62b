import type { Context } from "../context";
import { CheckpointError } from "../model/errors";
import type { RestorePlan } from "../model/restorePlan";
import type { MessagesRecord } from "../store/records";
import { find } from "./threads";

/**
 * The messages that go (or come back) with a restore: rewinding a conversation
 * marks later messages deleted, its undo brings them back, its redo not again.
 */
export function messageRecords(
  context: Context,
  plan: RestorePlan,
): MessagesRecord[] {
  const { sql } = context.store.index;
  if (plan.messages)
    return [
      { t: "messages", ...plan.messages, deleted: true, restore: plan.id },
    ];
  if (plan.of === undefined) return [];
  const root = rewindOf(context, plan.of);
  if (root === null) return [];
  const [thread, ids] = root;
  const isUndo = plan.verb === "undo";
  const known = sql.first("SELECT 1 FROM message WHERE thread = ?", thread);
  return known
    ? [{ t: "messages", thread, ids, deleted: !isUndo, restore: plan.id }]
    : [];
}

/** Throws when messages that a plan marks deleted were so meanwhile, by another one. */
export function assertMessagesThere(
  context: Context,
  { messages }: RestorePlan,
): void {
  const isGone = (id: string) => find(context, messages!.thread, id)?.deleted;
  if (!messages?.ids.some(isGone)) return;
  throw new CheckpointError(
    "plan-changed",
    "Messages of this conversation were taken back since this was planned. Nothing was restored.",
    { hint: "Look at the new plan and confirm again." },
  );
}

/** Follows undo and redo back to the rewinding they began with. */
function rewindOf(context: Context, id: string): [string, string[]] | null {
  for (let at: string | null = id, i = 0; at !== null && i < 1000; i++) {
    const row = context.store.index.sql.first(
      "SELECT plan, of FROM restore WHERE id = ?",
      at,
    );
    if (!row) return null;
    const plan = JSON.parse(row[0] as string) as RestorePlan;
    if (plan.messages) return [plan.messages.thread, plan.messages.ids];
    at = row[1] as string | null;
  }
  return null;
}
