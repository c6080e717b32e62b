import type { ThreadMessage } from "../../engine/model/thread";
import type { PastMessage } from "./transcript";

/**
 * Returns the ids of the recorded messages that a transcript shows as rewound: prompts, and
 * the answers to them. Prompts are recognised by their text, in order, because hooks and
 * transcripts give them different ids; one that the transcript does not have is not rewound.
 */
export function rewoundMessages(
  past: readonly PastMessage[],
  recorded: readonly ThreadMessage[],
): string[] {
  const prompts = past.filter(({ role }) => role === "user");
  const ids: string[] = [];
  let next = 0;
  let isRewound = false;
  for (const { id, role, text, deleted } of recorded) {
    if (role === "user") {
      const at = prompts.findIndex(
        (prompt, i) => i >= next && prompt.text.trim() === text.trim(),
      );
      isRewound = at >= 0 && prompts[at]!.isRewound;
      if (at >= 0) next = at + 1;
    }
    if (isRewound && !deleted) ids.push(id);
  }
  return ids;
}
