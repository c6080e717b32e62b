import path from "node:path";
import { filesIn, foldersIn } from "./files";
import {
  rowsOf,
  Said,
  textOfParts,
  timeOf,
  type Transcripts,
} from "./transcript";

/**
 * Codex: a file per conversation in `sessions/YEAR/MONTH/DAY`. Its first row has the folder.
 * Rolling back is a row of its own, with the number of turns.
 */
export const codex: Transcripts = {
  files({ env, home }) {
    const sessions = path.join(
      env["CODEX_HOME"] || path.join(home, ".codex"),
      "sessions",
    );
    return foldersIn(sessions)
      .flatMap(foldersIn)
      .flatMap(foldersIn)
      .flatMap((day) => filesIn(day, /^rollout-.*\.jsonl$/));
  },
  read(text, _file, isHere) {
    const said = new Said();
    let thread: string | null = null;
    for (const { type, timestamp, payload } of rowsOf(text)) {
      const row = (payload ?? {}) as Record<string, unknown>;
      if (type === "session_meta" && thread === null) {
        const { id, cwd, thread_source: from = "user" } = row;
        // A subagent has a transcript of its own.
        if (typeof cwd !== "string" || !isHere(cwd) || from !== "user")
          return null;
        thread = String(id);
      }
      if (type !== "event_msg") continue;
      if (row["type"] === "thread_rolled_back") rollBack(said, row);
      const at = timeOf(timestamp);
      const message = messageOf(row);
      if (message && at !== null)
        said.add({ ...message, at, isRewound: false });
    }
    return thread === null ? null : { thread, messages: said.messages };
  },
};

function messageOf(row: Record<string, unknown>) {
  const { type, item } = row;
  if (type !== "item_completed") return null;
  const { type: kind, id, content } = (item ?? {}) as Record<string, unknown>;
  const role =
    kind === "UserMessage" ? "user" : kind === "AgentMessage" ? "agent" : null;
  return (
    role && ({ role, id: String(id), text: textOfParts(content) } as const)
  );
}

function rollBack(said: Said, { num_turns: turns }: Record<string, unknown>) {
  const prompts = said.messages.flatMap(({ role, isRewound }, i) =>
    role === "user" && !isRewound ? [i] : [],
  );
  const first = prompts.at(-Number(turns));
  if (first !== undefined) said.rewindFrom(first);
}
