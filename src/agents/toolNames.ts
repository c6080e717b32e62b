/**
 * The names of all tools, for hosts that announce them before any is called and load the
 * tools themselves only then.
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
  "checkpoint_blame",
  "checkpoint_verdict",
  "thread_record",
  "thread_list",
  "thread_edit",
] as const;

/** Returns the name by which a prompt refers to a tool: `checkpoint_create` becomes `#checkpointCreate`. */
export function referenceName(tool: string): string {
  return tool.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Those that change nothing, which an agent may call without asking. */
export const READING_TOOLS: readonly (typeof TOOL_NAMES)[number][] = [
  "checkpoint_list",
  "checkpoint_get",
  "checkpoint_diff",
  "checkpoint_search",
  "checkpoint_blame",
  "thread_list",
];
