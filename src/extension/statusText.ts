import type { ErrorJson } from "../engine/model/errors";

/** What the status bar is about, over all folders of the window. */
export interface StatusFacts {
  checkpoints: number;
  /** When the newest was made, in milliseconds; null when there is none. */
  lastAt: number | null;
  lastTitle: string | null;
  isBusy: boolean;
  isStarting: boolean;
  isPaused: boolean;
  /** What is wrong, and with which folder. */
  problems: { folder: string; problem: ErrorJson }[];
}

export interface StatusLook {
  text: string;
  tooltip: string;
  /** For a screen reader: the same in words. */
  label: string;
  isWarning: boolean;
}

/** Returns how the status bar item looks now. */
export function statusLook(facts: StatusFacts, now: number): StatusLook {
  const { problems, isBusy, isPaused, isStarting } = facts;
  const isWarning = problems.length > 0;
  const icon = isWarning
    ? "warning"
    : isBusy || isStarting
      ? "sync~spin"
      : isPaused
        ? "debug-pause"
        : "history";
  const age = facts.lastAt === null ? null : shortAge(now - facts.lastAt);
  const short = [age, facts.checkpoints > 0 ? `${facts.checkpoints}` : null]
    .filter((part) => part !== null)
    .join(" · ");
  return {
    text: `$(${icon}) ${short || "Checkpoint"}`,
    tooltip: lines(facts, now).join("\n\n"),
    label: `Checkpoint. ${lines(facts, now).join(" ")}`,
    isWarning,
  };
}

function lines(facts: StatusFacts, now: number): string[] {
  const said = facts.problems.map(
    ({ folder, problem }) =>
      `${folder}: ${[problem.message, problem.hint].filter(Boolean).join(" ")}`,
  );
  if (facts.isStarting) said.push("Recording the folder for the first time...");
  if (facts.isPaused) said.push("Automatic checkpoints are paused.");
  if (facts.lastAt === null) said.push("No checkpoint yet.");
  else
    said.push(
      `Last checkpoint: ${facts.lastTitle ?? "unnamed"}, ${longAge(now - facts.lastAt)}.`,
      `${count(facts.checkpoints, "checkpoint")} in all.`,
    );
  return said;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function shortAge(ms: number): string {
  if (ms < MINUTE) return "now";
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)}m`;
  if (ms < DAY) return `${Math.floor(ms / HOUR)}h`;
  return `${Math.floor(ms / DAY)}d`;
}

function longAge(ms: number): string {
  if (ms < MINUTE) return "less than a minute ago";
  if (ms < HOUR) return `${count(Math.floor(ms / MINUTE), "minute")} ago`;
  if (ms < DAY) return `${count(Math.floor(ms / HOUR), "hour")} ago`;
  return `${count(Math.floor(ms / DAY), "day")} ago`;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
