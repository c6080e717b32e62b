import type { Env } from "../../host/dataDir";
import type { Payload } from "./payload";

/** The agents whose hook events we can read. */
export const AGENTS = [
  "claude-code",
  "codex",
  "gemini",
  "cursor",
  "copilot",
  "generic",
] as const;
export type Agent = (typeof AGENTS)[number];

/**
 * Returns which agent sent an event. The payload decides, not the argument:
 * Cursor runs the hooks of Claude Code's settings with its own payload
 * (https://cursor.com/docs/reference/third-party-hooks), and so do Copilot's
 * command line and, when told to, VS Code
 * (https://code.visualstudio.com/docs/agent-customization/hooks).
 */
export function identify(
  payload: Payload,
  argument: string | null,
  env: Env = {},
): Agent {
  const named = AGENTS.find((agent) => agent === argument);
  if (named === "generic") return "generic";
  if ("cursor_version" in payload || env["CURSOR_VERSION"]) return "cursor";
  if (payload["type"] === "agent-turn-complete") return "codex";
  const event = payload["hook_event_name"];
  if (typeof event === "string" && GEMINI_EVENT.test(event)) return "gemini";
  // Its session events are called as Claude Code's are.
  if (named === "gemini" || env["GEMINI_PROJECT_DIR"]) return "gemini";
  if ("hookEventName" in payload) return "copilot";
  if ("sessionId" in payload && event === undefined) return "copilot";
  if (typeof event === "string" && "timestamp" in payload) return "copilot";
  if ("turn_id" in payload) return "codex";
  return named ?? "claude-code";
}

/** Others write these names with a small letter. */
const GEMINI_EVENT = /^(Before|After)[A-Z]|^PreCompress$/;
