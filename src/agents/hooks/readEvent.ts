import { createHash } from "node:crypto";
import type { Source } from "../../engine/model/checkpoint";
import type { Env } from "../../host/dataDir";
import { agentSource } from "../sources";
import { identify, type Agent } from "./identify";
import { textOf, textsOf, type Payload } from "./payload";
import { readToolUse, type ToolUse } from "./toolUse";

/** Something that happened to an agent, in our words whoever it is. */
export interface HookEvent {
  agent: Agent;
  /** The name that its changes carry. */
  source: Source;
  kind: EventKind;
  /** The agent's own name of the event. */
  name: string;
  /** The conversation, and the turn in it; null when the agent does not tell. */
  session: string | null;
  turn: string | null;
  /** The prompt, or what the agent said last. */
  text: string;
  tool: ToolUse | null;
  /** Why a session started, how a turn ended. */
  reason: string | null;
  /** The folders of the agent's workspace when it tells them, and where it stands. */
  roots: string[];
  cwd: string | null;
  /** The same event told twice (two agents' settings name us) has the same key. */
  key: string;
}

export type EventKind =
  | "session-start"
  | "prompt"
  | "before-tool"
  | "after-tool"
  | "turn-end" // the agent has answered
  | "turn-cut" // it did not: interrupted, failed
  | "helper-end" // an agent that it had started has ended
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
  subagentstop: "helper-end",
  turncut: "turn-cut",
  sessionend: "session-end",
};

const MOST_TEXT = 10_000;

/** Returns the event, or null when it is none that we record. */
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
  const native = (given: string) => nativePath(given, platform);
  const tool =
    kind === "before-tool" || kind === "after-tool"
      ? readToolUse(payload, name, agent)
      : null;
  const cwd = textOf(payload, "cwd");
  const event = {
    agent,
    source: agent === "generic" ? agentSource(payload["agent"]) : agent,
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
      ),
    ),
    turn: idOf(
      textOf(
        payload,
        "prompt_id",
        "turn_id",
        "generation_id",
        "turn-id",
        "turn",
      ),
    ),
    text: textFor(kind, payload).slice(0, MOST_TEXT),
    tool: tool && { ...tool, paths: tool.paths.map(native) },
    reason: textOf(payload, "source", "reason", "status"),
    roots: textsOf(payload, "workspace_roots").map(native),
    cwd: cwd && native(cwd),
  };
  return { ...event, key: keyOf(event, payload, atMs) };
}

/** Returns the agent's own name of the event; null when there is none. */
export function nameOf(
  payload: Payload,
  eventArgument: string | null,
): string | null {
  return (
    textOf(payload, "hook_event_name", "hookEventName", "event", "type") ??
    eventArgument
  );
}

/** Cursor writes `/c:/folder` on Windows: the path of an address, which is no path. */
function nativePath(given: string, platform: NodeJS.Platform): string {
  return platform === "win32" ? given.replace(/^\/(?=[A-Za-z]:)/, "") : given;
}

function statusOf(payload: Payload): string {
  return textOf(payload, "status") ?? "";
}

function textFor(kind: EventKind, payload: Payload): string {
  if (kind === "prompt") return textOf(payload, "prompt", "text") ?? "";
  if (kind !== "turn-end") return "";
  return (
    textOf(
      payload,
      "last_assistant_message",
      "last-assistant-message",
      "prompt_response",
      "text",
    ) ?? ""
  );
}

/** An id goes into the history as it is, if it is one. */
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
  // Without a turn or a time of its own, the same words again are another event.
  const when = turn ?? payload["timestamp"] ?? atMs;
  const parts = [source, kind, session, when, text, tool, reason];
  return createHash("sha256")
    .update(JSON.stringify(parts))
    .digest("hex")
    .slice(0, 32);
}
