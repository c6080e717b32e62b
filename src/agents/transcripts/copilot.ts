import path from "node:path";
import { filesIn, foldersIn } from "./files";
import { rowsOf, Said, timeOf, type Transcripts } from "./transcript";

/**
 * Copilot's command line: a folder per conversation, with its events. Rewinding removes events
 * from the file, and the event that says so is never written, so a transcript does not show it.
 */
export const copilot: Transcripts = {
  files({ env, home }) {
    const folder = env["COPILOT_HOME"] || path.join(home, ".copilot");
    return foldersIn(path.join(folder, "session-state")).flatMap((session) =>
      filesIn(session, /^events\.jsonl$/),
    );
  },
  read(text, _file, isHere) {
    const said = new Said();
    let thread: string | null = null;
    for (const { type, id, timestamp, data } of rowsOf(text)) {
      const row = (data ?? {}) as Record<string, unknown>;
      if (type === "session.start") {
        const { cwd } = (row["context"] ?? {}) as Record<string, unknown>;
        if (typeof cwd !== "string" || !isHere(cwd)) return null;
        thread = String(row["sessionId"]);
      }
      const at = timeOf(timestamp);
      const role =
        type === "user.message"
          ? "user"
          : type === "assistant.message"
            ? "agent"
            : null;
      if (role === null || at === null) continue;
      const words = typeof row["content"] === "string" ? row["content"] : "";
      said.add({ id: String(id), role, text: words, at, isRewound: false });
    }
    return thread === null ? null : { thread, messages: said.messages };
  },
};
