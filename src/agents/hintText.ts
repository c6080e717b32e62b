/** What our hints call by the command's words, and what an agent has instead. */
const INSTEAD: readonly (readonly [RegExp, string])[] = [
  [/“checkpoint list”/g, "checkpoint_list"],
  [/“checkpoint thread (list|show)”/g, "thread_list"],
  [/“checkpoint history [^”]*”/g, "checkpoint_list and its path"],
  [/“Checkpoint: Create” \(checkpoint create\)/g, "checkpoint_create"],
  [/ \(--force\)/g, ""],
  [/--source NAME --since (@\d+)/g, "source with since $1"],
  [
    /Look at the new plan and confirm again\./g,
    "Plan it again with checkpoint_plan_restore (an undo or a revert is planned anew when it is called again), and look at what it says now.",
  ],
];

/** Returns a hint for an agent, which has tools and perhaps no command. */
export function hintText(hint: string): string {
  return INSTEAD.reduce(
    (text, [words, tool]) => text.replace(words, tool),
    hint,
  );
}
