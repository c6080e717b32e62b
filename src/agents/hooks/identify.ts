import type { Env } from "../../host/dataDir";
import type { Payload } from "./payload";

/** The agents whose hook events we can read. */
export const AGENTS = [
  "claude-code",
  "codex",
  "gemini",
  "cursor",
  "copilot",
  "qwen",
  "opencode",
  "cline",
  "droid",
  "windsurf",
  "goose",
  "antigravity",
  "generic",
] as const;
export type Agent = (typeof AGENTS)[number];

/**
 * Agents whose settings another agent also runs, with payloads of its own. The settings of
 * all others are their own, so the argument in them says which agent it is.
 */
const SHARED: readonly Agent[] = ["claude-code", "codex", "cursor", "copilot"];

/** The argument of a hook of an unknown agent, with the name that it gave itself. */
export function genericArgument(name: string): string {
  return `generic:${name}`;
}

/** Returns the name in an argument made by `genericArgument`; null for any other argument. */
export function nameInArgument(argument: string | null): string | null {
  return /^generic:(.+)$/s.exec(argument ?? "")?.[1] ?? null;
}

/**
 * Returns which agent sent an event. The payload takes precedence over the argument:
 * Cursor runs hooks from Claude Code's settings with its own payload
 * (https://cursor.com/docs/reference/third-party-hooks), and so do Copilot's command line
 * and, if configured to, VS Code
 * (https://code.visualstudio.com/docs/agent-customization/hooks).
 */
export function identify(
  payload: Payload,
  argument: string | null,
  env: Env = {},
): Agent {
  if (nameInArgument(argument) !== null) return "generic";
  const named = AGENTS.find((agent) => agent === argument);
  // Qwen Code sets the variables of Gemini and Claude Code too.
  if (named && !SHARED.includes(named)) return named;
  if ("cursor_version" in payload || env["CURSOR_VERSION"]) return "cursor";
  if (payload["type"] === "agent-turn-complete") return "codex";
  const event = payload["hook_event_name"];
  if (typeof event === "string" && GEMINI_EVENT.test(event)) return "gemini";
  // Gemini's session events have the same names as Claude Code's.
  if (env["GEMINI_PROJECT_DIR"]) return "gemini";
  if ("hookEventName" in payload) return "copilot";
  if ("sessionId" in payload && event === undefined) return "copilot";
  if (typeof event === "string" && "timestamp" in payload) return "copilot";
  if ("turn_id" in payload) return "codex";
  return named ?? "claude-code";
}

/** Only Gemini capitalises these names; other agents start them in lower case. */
const GEMINI_EVENT = /^(Before|After)[A-Z]|^PreCompress$/;
