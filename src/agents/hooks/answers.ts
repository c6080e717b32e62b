import { riskyCommand } from "../../host/riskyCommand";
import type { HookEvent } from "./readEvent";
import type { Agent } from "./identify";

/**
 * Returns what to print for an agent, so that it goes on as if we were not
 * there. Claude Code, Codex and Copilot take silence for that; text would become
 * part of the conversation. Gemini documents `{}` as the empty answer
 * (https://geminicli.com/docs/hooks/reference). Cursor wants an answer to events
 * that ask for permission, and in some versions blocks the tool without one;
 * "allow" does not skip its own questions (https://cursor.com/docs/hooks).
 */
export function answerFor(agent: Agent, eventName: string): string {
  if (agent === "gemini") return "{}";
  if (agent !== "cursor") return "";
  if (
    /^(preToolUse|beforeShellExecution|beforeMCPExecution|beforeReadFile|beforeTabFileRead|subagentStart)$/i.test(
      eventName,
    )
  )
    return '{"permission":"allow"}';
  if (/^(beforeSubmitPrompt|UserPromptSubmit)$/i.test(eventName))
    return '{"continue":true}';
  return "{}";
}

/** True when the agent must not go on before the event is dealt with. */
export function mustWait({ kind, tool }: HookEvent): boolean {
  if (kind !== "before-tool" || tool === null) return false;
  if (tool.does === "shell") return riskyCommand(tool.command ?? "") !== null;
  return tool.does !== "other";
}
