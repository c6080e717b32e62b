import fs from "node:fs";
import path from "node:path";
import { filesIn, foldersIn } from "./files";
import {
  rowsOf,
  Said,
  textOfParts,
  timeOf,
  type Transcripts,
} from "./transcript";

/** What Gemini CLI says to its model in the person's place. */
const NOT_SAID = /^\s*<(session_context|system-reminder)/;

/**
 * Gemini CLI: a file per conversation, in a folder that names the project's in
 * `.project_root`. A message is written again when its tools have run; rewinding is a row
 * with the first message that no longer counts.
 */
export const gemini: Transcripts = {
  files({ env, home }) {
    const folder = path.join(env["GEMINI_CLI_HOME"] || home, ".gemini", "tmp");
    return foldersIn(folder).flatMap((project) =>
      filesIn(path.join(project, "chats"), /^session-.*\.jsonl$/),
    );
  },
  read(text, file, isHere) {
    if (!isHere(rootOf(file))) return null;
    const said = new Said();
    const seen = new Set<string>();
    let thread: string | null = null;
    for (const row of rowsOf(text)) {
      const { sessionId, kind = "main", id, type, timestamp } = row;
      if (typeof sessionId === "string" && kind === "main")
        thread ??= sessionId;
      const rewindTo = row["$rewindTo"];
      if (rewindTo !== undefined)
        // An unknown message means the beginning.
        said.rewindFrom(said.messages.findIndex((one) => one.id === rewindTo));
      const at = timeOf(timestamp);
      if (typeof id !== "string" || at === null || seen.has(id)) continue;
      if (type !== "user" && type !== "gemini") continue;
      seen.add(id);
      const words = textOfParts(row["content"]);
      const role = type === "user" ? "user" : "agent";
      if (role === "agent" || !NOT_SAID.test(words))
        said.add({ id, role, text: words, at, isRewound: false });
    }
    return thread === null ? null : { thread, messages: said.messages };
  },
};

function rootOf(file: string): string {
  const project = path.dirname(path.dirname(file));
  try {
    return fs.readFileSync(path.join(project, ".project_root"), "utf8").trim();
  } catch {
    return ""; // an older version's, whose folder is not known
  }
}
