/**
 * The names of all tools, for hosts that announce them long before one is
 * called: loading the tools themselves waits until then.
 */
export const TOOL_NAMES = [
  "checkpoint_create",
  "checkpoint_list",
  "checkpoint_get",
  "checkpoint_diff",
  "checkpoint_plan_restore",
  "checkpoint_restore",
  "checkpoint_undo",
  "checkpoint_revert",
  "checkpoint_delete",
  "checkpoint_search",
  "thread_record",
  "thread_list",
  "thread_edit",
] as const;
