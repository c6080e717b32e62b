import type { Source } from "../../engine/model/checkpoint";

/** How an author looks: a codicon and a colour that the manifest contributes. */
export interface AuthorLook {
  icon: string;
  color: string;
}

const LOOKS: Readonly<Record<string, AuthorLook>> = {
  editor: { icon: "edit", color: "checkpoint.author.you" },
  cli: { icon: "terminal", color: "checkpoint.author.you" },
  "claude-code": { icon: "sparkle", color: "checkpoint.author.claudeCode" },
  codex: { icon: "circuit-board", color: "checkpoint.author.codex" },
  gemini: { icon: "star-full", color: "checkpoint.author.gemini" },
  cursor: { icon: "symbol-event", color: "checkpoint.author.cursor" },
  copilot: { icon: "copilot", color: "checkpoint.author.copilot" },
  git: { icon: "git-branch", color: "checkpoint.author.git" },
  restore: { icon: "discard", color: "checkpoint.author.restore" },
  formatter: { icon: "symbol-ruler", color: "checkpoint.author.outside" },
  outside: { icon: "link-external", color: "checkpoint.author.outside" },
};
const AGENT: AuthorLook = { icon: "hubot", color: "checkpoint.author.agent" };

export function authorLook(author: Source): AuthorLook {
  return LOOKS[author] ?? AGENT;
}
