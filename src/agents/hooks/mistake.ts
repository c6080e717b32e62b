import type { Log } from "../../base/log";
import { AGENTS } from "./identify";
import type { Envelope } from "./inbox";
import type { Payload } from "./payload";
import { nameOf, type HookEvent } from "./readEvent";

/** An event as it was told: who, what, and the text that came with it. */
export type Told = Pick<Envelope, "agent" | "event" | "payload">;

const MOST_SHOWN = 200;

/** Tells the log of an event that cannot be understood: nobody else would hear of it. */
export function logMistake(
  log: Log,
  told: Told,
  payload: Payload | null,
  event: HookEvent | null,
): void {
  const mistake = mistakeIn(told, payload, event);
  if (mistake === null) return;
  log.warn(`An event was not understood: ${mistake}`, {
    agent: shown(told.agent),
    event: shown(told.event),
    text: shown(told.payload),
  });
}

/** Returns what is wrong; null also for an event that we leave out on purpose. */
function mistakeIn(
  told: Told,
  payload: Payload | null,
  event: HookEvent | null,
): string | null {
  if (told.payload.trim() === "") return "it is empty";
  if (payload === null) return "it is no JSON object";
  if (told.agent !== null && !AGENTS.some((one) => one === told.agent))
    return "it is of an unknown agent";
  if (event === null) {
    if (nameOf(payload, told.event) === null) return "it names no event";
    // The others have more events than we care about.
    return told.agent === "generic" ? "it names an unknown event" : null;
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
