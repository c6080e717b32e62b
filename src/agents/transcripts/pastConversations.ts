import { leadsTo } from "../../host/stores";
import { claudeCode } from "./claudeCode";
import { codex } from "./codex";
import { copilot } from "./copilot";
import { readTranscript } from "./files";
import { gemini } from "./gemini";
import { qwen } from "./qwen";
import type { PastConversation, Place, Transcripts } from "./transcript";

/** The agents whose transcripts can be read. */
export const transcripts: Readonly<Record<string, Transcripts>> = {
  "claude-code": claudeCode,
  codex,
  copilot,
  gemini,
  qwen,
};

/** Returns the conversations that an agent had in a folder since a time, oldest first. */
export function pastConversations(
  agent: Transcripts,
  place: Place,
  sinceMs: number,
): PastConversation[] {
  const { root } = place;
  const isHere = (cwd: string) => cwd === root || leadsTo(cwd, root);
  return agent
    .files(place)
    .flatMap((file): PastConversation[] => {
      const text = readTranscript(file, sinceMs);
      const found = text === null ? null : agent.read(text, file, isHere);
      return found && found.messages.length > 0 ? [found] : [];
    })
    .sort((a, b) => (a.messages[0]!.at < b.messages[0]!.at ? -1 : 1));
}
