import type { Source } from "../engine/model/checkpoint";

const NAMES: Readonly<Record<string, string>> = {
  "claude-code": "Claude Code",
  codex: "Codex",
  gemini: "Gemini",
  cursor: "Cursor",
  copilot: "Copilot",
  qwen: "Qwen Code",
  cline: "Cline",
  droid: "Droid",
  windsurf: "Windsurf",
  goose: "Goose",
  antigravity: "Antigravity",
};

/** Returns an agent's name as people know it; an agent that is not known here goes by its source. */
export function agentName(source: Source): string {
  return NAMES[source] ?? source;
}
