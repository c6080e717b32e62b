import type { Source } from "../engine/model/checkpoint";
import { isAgent } from "../engine/model/sources";

/** How agents call themselves when they connect, and what everybody calls them. */
const KNOWN: readonly (readonly [RegExp, Source])[] = [
  [/^claude[\s_-]*code/, "claude-code"],
  [/^codex/, "codex"],
  [/^gemini[\s_-]*cli/, "gemini"],
  [/^cursor/, "cursor"],
  [/^(github[\s_-]*)?copilot|^visual studio code/, "copilot"],
];

/**
 * Returns the source of a client that gave this name. The name comes from
 * outside: it must not pass for a person or the editor, nor be long or odd.
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
