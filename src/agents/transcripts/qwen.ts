import path from "node:path";
import { filesIn, folderName } from "./files";
import { readLinkedSteps } from "./linkedSteps";
import type { Transcripts } from "./transcript";

/** Qwen Code: like Claude Code's, in a folder `chats`. */
export const qwen: Transcripts = {
  files: ({ home, root }) =>
    filesIn(
      path.join(home, ".qwen", "projects", folderName(root), "chats"),
      /^[\w-]+\.jsonl$/,
    ),
  read(text, file, isHere) {
    const thread = path.basename(file, ".jsonl");
    return { thread, messages: readLinkedSteps(text, isHere) };
  },
};
