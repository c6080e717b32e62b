import type { Source } from "../engine/model/checkpoint";
import { isAgent } from "../engine/model/sources";

/** The names agents give when they connect, and the sources they are recorded as. */
const KNOWN: readonly (readonly [RegExp, Source])[] = [
  [/^claude[\s_-]*code/, "claude-code"],
  [/^codex/, "codex"],
  [/^gemini[\s_-]*cli/, "gemini"],
  [/^qwen/, "qwen"],
  [/^(@?cline\b|cline)/, "cline"],
  [/^cursor/, "cursor"],
  [/^(github[\s_-]*)?copilot|^visual studio code/, "copilot"],
];

/**
 * Returns the source for a client with this name. The name is untrusted: it must not pass
 * for a person or the editor, nor be long or contain unusual characters.
 */
export function agentSource(name: unknown): Source {
  const text = typeof name === "string" ? name.trim().toLowerCase() : "";
  const known = KNOWN.find(([pattern]) => pattern.test(text));
  if (known) return known[1];
  const clean = text
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, "")
    .slice(0, 40);
  if (clean === "") return "agent";
  return isAgent(clean) ? clean : `agent-${clean}`;
}
