import { createHash } from "node:crypto";
import type { Source } from "../../engine/model/checkpoint";
import type { Env } from "../../host/dataDir";
import { agentSource } from "../sources";
import { durationIn, exitCodeIn } from "./exitCode";
import { identify, nameInArgument, type Agent } from "./identify";
import { objectOf, textOf, textsOf, type Payload } from "./payload";
import { readToolUse, type ToolUse } from "./toolUse";

/** An event of any agent, in a common form. */
export interface HookEvent {
  agent: Agent;
  /** The name that the agent's changes are attributed to. */
  source: Source;
  kind: EventKind;
  /** The agent's own name for the event. */
  name: string;
  /** The conversation and the turn in it; null if the agent does not send them. */
  session: string | null;
  turn: string | null;
  /** The prompt, or the agent's last message. */
  text: string;
  tool: ToolUse | null;
  /** After a shell command: its exit code, and how long it ran; null if the event does not say. */
  exitCode: number | null;
  durationMs: number | null;
  /** The model, and the subagent that acts for the agent; null if the event does not say. */
  model: string | null;
  subagent: string | null;
  /** The file with the conversation; null if the agent does not name it. */
  transcript: string | null;
  /** Why a session started, or how a turn ended. */
  reason: string | null;
  /** The folders of the agent's workspace; empty if it does not send them. */
  roots: string[];
  /** The agent's current directory. */
  cwd: string | null;
  /** When the agent reported it; 0 if that is unknown. */
  atMs: number;
  /** At the end of a turn: when its prompt was reported; null if that is unknown. */
  promptMs: number | null;
  /**
   * Identical for an event that arrives twice, because the settings of two agents have our
   * hook.
   */
  key: string;
}

export type EventKind =
  | "session-start"
  | "prompt"
  | "before-tool"
  | "after-tool"
  | "background-start" // a tool has started something that runs on in the background
  | "background-end" // that has ended
  | "answer" // the agent has said something, and may go on
  | "turn-end" // the agent has answered
  | "turn-cut" // the turn was interrupted or failed
  | "helper-end" // a subagent has finished
  | "session-end";

const KINDS: Readonly<Record<string, EventKind>> = {
  sessionstart: "session-start",
  userpromptsubmit: "prompt",
  userpromptsubmitted: "prompt",
  beforesubmitprompt: "prompt",
  beforeagent: "prompt",
  prompt: "prompt",
  pretooluse: "before-tool",
  beforetool: "before-tool",
  beforeshellexecution: "before-tool",
  posttooluse: "after-tool",
  posttoolusefailure: "after-tool",
  aftertool: "after-tool",
  aftershellexecution: "after-tool",
  afterfileedit: "after-tool",
  stop: "turn-end",
  agentstop: "turn-end",
  afteragent: "turn-end",
  agentturncomplete: "turn-end",
  turnend: "turn-end",
  stopfailure: "turn-cut",
  interrupt: "turn-cut",
  erroroccurred: "turn-cut",
  subagentstop: "helper-end",
  turncut: "turn-cut",
  sessionend: "session-end",
  // Cursor sends the answer before the end of the turn.
  afteragentresponse: "answer",
  // Cline
  taskstart: "session-start",
  taskresume: "session-start",
  taskcomplete: "turn-end",
  taskcancel: "turn-cut",
  taskerror: "turn-cut",
  sessionshutdown: "session-end",
  // Windsurf
  preuserprompt: "prompt",
  prewritecode: "before-tool",
  preruncommand: "before-tool",
  postwritecode: "after-tool",
  postruncommand: "after-tool",
  postcascaderesponse: "turn-end",
};

/** Longer texts are cut: the history is not the place for them. */
export const MOST_TEXT = 10_000;

/** Returns the event, or null if it is not one that we record. */
export function readEvent(
  payload: Payload,
  argument: string | null,
  eventArgument: string | null,
  env: Env = {},
  atMs = 0,
  platform: NodeJS.Platform = process.platform,
): HookEvent | null {
  const agent = identify(payload, argument, env);
  const name = nameOf(payload, eventArgument);
  if (name === null) return null;
  let kind = KINDS[name.toLowerCase().replace(/[^a-z]/g, "")];
  if (kind === undefined) return null;
  if (kind === "turn-end" && /^(aborted|error)$/.test(statusOf(payload)))
    kind = "turn-cut";
  // Copilot continues the turn after an error that it can recover from.
  if (kind === "turn-cut" && payload["recoverable"] === true) return null;
  const ended = kind === "prompt" ? endedTask(payload) : null;
  if (ended !== null) kind = "background-end";
  const native = (given: string) => nativePath(given, platform);
  const tool =
    kind === "before-tool" || kind === "after-tool"
      ? readToolUse(payload, name, agent)
      : ended;
  if (kind === "after-tool" && isInBackground(payload))
    kind = "background-start";
  const cwd = textOf(payload, "cwd");
  const event = {
    agent,
    source:
      agent === "generic"
        ? agentSource(payload["agent"] ?? nameInArgument(argument))
        : agent,
    kind,
    name,
    session: idOf(
      textOf(
        payload,
        "conversation_id",
        "session_id",
        "sessionId",
        "thread-id",
        "session",
        "trajectory_id",
        "conversationId",
      ) ??
        textOf(objectOf(payload, "sessionContext"), "rootSessionId") ??
        textOf(payload, "taskId"),
    ),
    turn: idOf(
      textOf(
        payload,
        "prompt_id",
        "turn_id",
        "generation_id",
        "turn-id",
        "turn",
        "execution_id",
      ),
    ),
    text: textFor(kind, payload).slice(0, MOST_TEXT),
    tool: tool && { ...tool, paths: tool.paths.map(native) },
    exitCode:
      kind === "after-tool" && tool?.does === "shell"
        ? exitCodeIn(payload, name, agent)
        : null,
    durationMs: kind === "after-tool" ? durationIn(payload) : null,
    model: idOf(textOf(payload, "model", "model_name")),
    subagent: idOf(subagentIn(payload)),
    transcript: textOf(payload, "transcript_path", "transcriptPath"),
    reason: textOf(payload, "source", "reason", "status"),
    roots: ["workspace_roots", "workspaceRoots", "workspacePaths"]
      .flatMap((field) => textsOf(payload, field))
      .map(native),
    cwd: cwd && native(cwd),
    atMs,
    promptMs: null,
  };
  return { ...event, key: keyOf(event, payload, atMs) };
}

/** Returns the agent's own name for the event, or null if there is none. */
export function nameOf(
  payload: Payload,
  eventArgument: string | null,
): string | null {
  return (
    textOf(
      payload,
      "hook_event_name",
      "hookEventName",
      "agent_action_name",
      "event",
      "type",
    ) ?? eventArgument
  );
}

/** Converts `/c:/folder`, the URI path that Cursor sends on Windows, to a file path. */
function nativePath(given: string, platform: NodeJS.Platform): string {
  return platform === "win32" ? given.replace(/^\/(?=[A-Za-z]:)/, "") : given;
}

function statusOf(payload: Payload): string {
  return textOf(payload, "status") ?? "";
}

function textFor(kind: EventKind, payload: Payload): string {
  // Windsurf has its texts here.
  const info = objectOf(payload, "tool_info");
  if (kind === "prompt")
    return (
      textOf(payload, "prompt", "text") ??
      textOf(objectOf(payload, "userPromptSubmit"), "prompt") ??
      textOf(info, "user_prompt") ??
      ""
    );
  if (kind !== "turn-end" && kind !== "answer") return "";
  return (
    textOf(
      payload,
      "last_assistant_message",
      "last-assistant-message",
      "prompt_response",
      "text",
    ) ??
    textOf(objectOf(payload, "turn"), "outputText") ??
    textOf(info, "response") ??
    ""
  );
}

/**
 * Claude Code tells its model of the end of a background task with a prompt that the user
 * did not write. Returns the tool use that started the task; null for other prompts.
 */
function endedTask(payload: Payload): ToolUse | null {
  const prompt = textOf(payload, "prompt") ?? "";
  if (!/^\s*<task-notification>/.test(prompt)) return null;
  const id = /<tool-use-id>([^<]+)<\/tool-use-id>/.exec(prompt)?.[1] ?? null;
  return { name: "", id, does: "shell", command: null, paths: [] };
}

/** True if a tool has returned although its command still runs. */
function isInBackground(payload: Payload): boolean {
  const response = objectOf(payload, "tool_response", "toolResult");
  return textOf(response, "backgroundTaskId") !== null;
}

/** Claude Code also sends a type without an id, for a session that has a role of its own. */
function subagentIn(payload: Payload): string | null {
  const isSubagent =
    textOf(payload, "agent_id") !== null && payload["parent_agent_id"] !== null;
  return (
    (isSubagent ? textOf(payload, "agent_type", "agent_id") : null) ??
    textOf(payload, "subagent_type")
  );
}

/** Strips control characters from an id and limits its length, since it goes into the history. */
function idOf(text: string | null): string | null {
  const clean = text?.replace(/[\0-\x1f]/g, "").slice(0, 150) ?? "";
  return clean === "" ? null : clean;
}

function keyOf(
  event: Omit<HookEvent, "key">,
  payload: Payload,
  atMs: number,
): string {
  const { source, kind, session, turn, text, tool, reason } = event;
  // Without a turn or a timestamp, the same text at another time is a different event.
  const when = turn ?? instantOf(payload["timestamp"]) ?? atMs;
  const parts = [source, kind, session, when, text, tool, reason];
  return createHash("sha256")
    .update(JSON.stringify(parts))
    .digest("hex")
    .slice(0, 32);
}

/** Copilot sends the same instant as a number to its own hooks and as a date to others'. */
function instantOf(timestamp: unknown): unknown {
  if (typeof timestamp !== "string") return timestamp;
  const ms = Date.parse(timestamp);
  return Number.isNaN(ms) ? timestamp : ms;
}
