import type { HookEvent } from "./readEvent";
import type { Agent } from "./identify";
import { writerOf } from "./toolUse";

/**
 * Cursor's answers by event that let it continue. It expects an answer to events that ask
 * for permission, and some versions block the tool without one; "allow" does not skip its
 * own confirmations (https://cursor.com/docs/hooks). It also runs the hooks in other
 * agents' settings, whose event names are capitalised, so the case of the first letter is
 * ignored.
 */
export const CURSOR_ANSWERS: readonly {
  events: readonly string[];
  answer: string;
}[] = [
  {
    events: [
      "preToolUse",
      "beforeShellExecution",
      "beforeMCPExecution",
      "beforeReadFile",
      "beforeTabFileRead",
      "subagentStart",
    ],
    answer: '{"permission":"allow"}',
  },
  {
    events: ["beforeSubmitPrompt", "userPromptSubmit"],
    answer: '{"continue":true}',
  },
];

/** The empty answer, for agents that expect JSON. */
export const EMPTY_ANSWER = "{}";
/** Agents that expect JSON as the answer to every event. */
export const ANSWERED: readonly Agent[] = ["gemini", "cline"];
/**
 * Antigravity denies a tool when its hook gives no decision; “allow” does not skip its own
 * confirmations.
 */
export const ALLOW_ANSWER = '{"decision":"allow"}';

/**
 * Returns what to print so that the agent continues as if there were no hook. For Claude
 * Code, Codex, Copilot and those like them that is nothing; text would become part of the
 * conversation.
 * Gemini documents `{}` as the empty answer (https://geminicli.com/docs/hooks/reference).
 */
export function answerFor(agent: Agent, eventName: string): string {
  if (ANSWERED.includes(agent)) return EMPTY_ANSWER;
  if (agent === "antigravity")
    return eventName === "PreToolUse" ? ALLOW_ANSWER : EMPTY_ANSWER;
  if (agent !== "cursor") return "";
  const event = eventName.charAt(0).toLowerCase() + eventName.slice(1);
  const found = CURSOR_ANSWERS.find(({ events }) => events.includes(event));
  return found?.answer ?? EMPTY_ANSWER;
}

/** True if the agent must wait until the event has been handled. */
export function mustWait({ kind, tool }: HookEvent): boolean {
  if (kind !== "before-tool" || tool === null) return false;
  if (tool.does === "shell") return writerOf(tool) !== null;
  return tool.does !== "other";
}

/** True if the event gets a guard checkpoint, for which the agent waits longer. */
export function wantsGuard(event: HookEvent): boolean {
  const { tool } = event;
  return mustWait(event) && (tool?.does === "shell" || tool?.does === "delete");
}
