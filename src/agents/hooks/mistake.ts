import type { Log } from "../../base/log";
import { AGENTS, nameInArgument } from "./identify";
import type { Envelope } from "./inbox";
import type { Payload } from "./payload";
import { nameOf, type HookEvent } from "./readEvent";

/** An event as it was received: the agent, the event's name, and the payload text. */
export type Told = Pick<Envelope, "agent" | "event" | "payload">;

const MOST_SHOWN = 200;

/** Logs an event that cannot be understood, which would otherwise go unnoticed. */
export function logMistake(
  log: Log,
  received: Told,
  payload: Payload | null,
  event: HookEvent | null,
): void {
  const mistake = mistakeIn(received, payload, event);
  if (mistake === null) return;
  log.warn(`An event was not understood: ${mistake}`, {
    agent: shown(received.agent),
    event: shown(received.event),
    text: shown(received.payload),
  });
}

/** Returns what is wrong with an event; null if nothing is, or if we ignore it on purpose. */
function mistakeIn(
  received: Told,
  payload: Payload | null,
  event: HookEvent | null,
): string | null {
  if (received.payload.trim() === "") return "it is empty";
  if (payload === null) return "it is no JSON object";
  const isKnown =
    received.agent === null ||
    nameInArgument(received.agent) !== null ||
    AGENTS.some((one) => one === received.agent);
  if (!isKnown) return "it is of an unknown agent";
  if (event === null) {
    if (nameOf(payload, received.event) === null) return "it names no event";
    // Known agents send events that we do not need.
    return /^generic\b/.test(received.agent ?? "")
      ? "it names an unknown event"
      : null;
  }
  if (event.kind === "prompt" && event.session === null)
    return "it names no session";
  if (event.kind === "before-tool" && event.tool === null)
    return "it names no tool";
  return null;
}

function shown(text: string | null): string | null {
  return text?.slice(0, MOST_SHOWN) ?? null;
}
