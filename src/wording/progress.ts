import type { LockHolder, Progress } from "../engine/api";
import type { Voice } from "./voice";

/** How a host shows the time of day. */
export type ClockTime = (ms: number) => string;

/** Returns what is being done, and how much of it is done. */
export function progressText(
  { phase, done, total, holder }: Progress,
  clockTime: ClockTime,
  voice: Voice,
): string {
  if (phase === "wait") return waitText(holder ?? null, clockTime, voice);
  const what = phaseText(phase, voice);
  return total === null
    ? voice.t("{0}: {1}", what, done)
    : voice.t("{0}: {1} of {2}", what, done, total);
}

function phaseText(
  phase: Exclude<Progress["phase"], "wait">,
  voice: Voice,
): string {
  switch (phase) {
    case "scan":
      return voice.t("Scanning files");
    case "read":
      return voice.t("Recording files");
    case "write":
      return voice.t("Writing files");
    case "search":
      return voice.t("Searching");
    case "verify":
      return voice.t("Verifying");
    case "compact":
      return voice.t("Freeing space");
  }
}

/**
 * Returns which process is being waited for, and since when it has been writing.
 */
export function waitText(
  holder: LockHolder | null,
  clockTime: ClockTime,
  voice: Voice,
): string {
  if (!holder)
    return voice.t(
      "Waiting for another process that is writing to the history.",
    );
  return voice.t(
    "Waiting for process {0} on {1}, which has been writing to the history since {2}.",
    String(holder.pid),
    holder.host,
    clockTime(holder.sinceMs),
  );
}
