import type { Agent } from "./identify";
import { asObject, objectOf, objectsOf, textOf, type Payload } from "./payload";

/**
 * Returns the exit code of a shell command from the event after it, or null if the agent
 * does not say it. What a command printed is never taken for it: agents that put both into
 * one text write the exit code at the end.
 */
export function exitCodeIn(
  payload: Payload,
  eventName: string,
  agent: Agent,
): number | null {
  const response = objectOf(
    payload,
    ...["tool_response", "toolResult", "tool_result", "tool_output"],
  );
  if (payload["is_interrupt"] === true || response?.["interrupted"] === true)
    return null;
  const said = [
    ...[response, objectOf(payload, "tool", "tool_info"), payload],
    objectOf(response, "metadata"),
  ]
    .flatMap((one) => [one?.["exitCode"], one?.["exit_code"]])
    .find((value) => Number.isInteger(value));
  if (said !== undefined) return said as number;
  switch (agent) {
    case "claude-code":
      return claudeCode(payload, eventName, response);
    case "copilot":
      return lastNumber(
        /<(?:shellId: \S+ completed|exited) with exit code (\d+)>\s*$/,
        textOf(response, "textResultForLlm", "text_result_for_llm"),
      );
    case "gemini":
    case "qwen":
      return geminiOrQwen(
        textOf(response, "llmContent") ?? textOf(payload, "error"),
      );
    case "cline":
      return cline(response);
    default:
      return null;
  }
}

/**
 * Claude Code sends PostToolUse only if the command succeeded. Some exit codes of `grep` and
 * its like are no failure to it; then it says what they mean.
 */
function claudeCode(
  payload: Payload,
  eventName: string,
  response: Payload | null,
): number | null {
  if (eventName === "PostToolUseFailure")
    return lastNumber(
      /^(?:Exit code|Command exited with non-zero status code) (\d+)/,
      textOf(payload, "error"),
    );
  const isPlain =
    response !== null &&
    "stdout" in response &&
    textOf(response, "returnCodeInterpretation", "backgroundTaskId") === null;
  return isPlain ? 0 : null;
}

/** Lines after the output; Gemini omits those that say nothing, such as the exit code 0. */
const TAIL =
  /^(?:Error: \(none\)|Signal: \(none\)|Background PIDs: .*|Process Group PGID: .*|<\/untrusted_context>|)$/;

function geminiOrQwen(text: string | null): number | null {
  if (
    text === null ||
    !/^(?:<untrusted_context>\n)?(?:Command|Output): /.test(text)
  )
    return null;
  const lines = text.split("\n");
  while (TAIL.test(lines.at(-1) ?? "-")) lines.pop();
  const last = lines.at(-1) ?? "";
  const code = lastNumber(/^Exit Code: (\d+)$/, last);
  if (code !== null) return code;
  // A signal ended it, or it was not started.
  if (/^(?:Signal|Error): /.test(last)) return null;
  // Qwen Code always says the exit code.
  return /^(?:<untrusted_context>\n)?Output: /.test(text) ? 0 : null;
}

/** Cline reports each command of a call; with several, their exit codes do not matter here. */
function cline(response: Payload | null): number | null {
  const [only, ...more] = objectsOf(response, "output");
  if (!only || more.length > 0) return null;
  if (only["success"] === true) return 0;
  return lastNumber(/^Command exited with code (\d+)$/, textOf(only, "error"));
}

function lastNumber(pattern: RegExp, text: string | null): number | null {
  const found = pattern.exec(text ?? "")?.[1];
  return found === undefined ? null : Number(found);
}

/** How long the tool ran, in milliseconds; null if the agent does not say. */
export function durationIn(payload: Payload): number | null {
  const result = asObject(payload["tool_result"]);
  const said = [
    ...[payload["duration_ms"], payload["duration"], result?.["durationMs"]],
  ].find((value) => typeof value === "number" && value >= 0);
  return (said as number | undefined) ?? null;
}
