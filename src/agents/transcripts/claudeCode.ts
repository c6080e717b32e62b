import path from "node:path";
import { filesIn, folderName } from "./files";
import { readLinkedSteps } from "./linkedSteps";
import type { Transcripts } from "./transcript";

/** Claude Code: a file per conversation, in a folder named after the project's path. */
export const claudeCode: Transcripts = {
  files({ env, home, root }) {
    const config = env["CLAUDE_CONFIG_DIR"] || path.join(home, ".claude");
    const folder = path.join(config, "projects", folderName(root));
    return filesIn(folder, /^[\w-]+\.jsonl$/);
  },
  read(text, file, isHere) {
    const thread = path.basename(file, ".jsonl");
    return { thread, messages: readLinkedSteps(text, isHere) };
  },
};
