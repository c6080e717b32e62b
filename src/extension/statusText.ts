import type { ErrorJson } from "../engine/model/errors";
import { l10n } from "./views/l10n";

/** What the status bar is about, over all folders of the window. */
export interface StatusFacts {
  checkpoints: number;
  /** When the newest was made, in milliseconds; null when there is none. */
  lastAt: number | null;
  lastTitle: string | null;
  isBusy: boolean;
  isStarting: boolean;
  isPaused: boolean;
  /** False when no folder is recorded: turned off, a home folder, too large, ... */
  isRecording: boolean;
  /** What is wrong, and with which folder; null where there is just one. */
  problems: { folder: string | null; problem: ErrorJson }[];
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
  const { problems, isBusy, isPaused, isRecording, isStarting } = facts;
  // What is not recorded because somebody chose so is no cause for alarm.
  const isWarning = problems.some(({ problem }) => problem.code !== "refused");
  const icon = isWarning
    ? "warning"
    : isBusy || isStarting
      ? "sync~spin"
      : !isRecording
        ? "circle-slash"
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
  const said = facts.problems.map(({ folder, problem }) => {
    const text = [problem.message, problem.hint].filter(Boolean).join(" ");
    return folder === null ? text : `${folder}: ${text}`;
  });
  if (facts.isStarting) said.push(l10n.t("Recording the folder as it is..."));
  if (facts.isPaused) said.push(l10n.t("Automatic checkpoints are paused."));
  if (facts.lastAt === null) {
    if (facts.isRecording) said.push(l10n.t("No checkpoint yet."));
  } else {
    const age = longAge(now - facts.lastAt);
    const title = facts.lastTitle ?? l10n.t("unnamed");
    said.push(l10n.t("Last checkpoint: {0}, {1}.", title, age));
    said.push(l10n.t("Checkpoints in all: {0}.", facts.checkpoints));
  }
  return said;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function shortAge(ms: number): string {
  if (ms < MINUTE) return l10n.t("now");
  if (ms < HOUR) return l10n.t("{0}m", Math.floor(ms / MINUTE));
  if (ms < DAY) return l10n.t("{0}h", Math.floor(ms / HOUR));
  return l10n.t("{0}d", Math.floor(ms / DAY));
}

function longAge(ms: number): string {
  if (ms < MINUTE) return l10n.t("less than a minute ago");
  if (ms < 2 * MINUTE) return l10n.t("a minute ago");
  if (ms < HOUR) return l10n.t("{0} minutes ago", Math.floor(ms / MINUTE));
  if (ms < 2 * HOUR) return l10n.t("an hour ago");
  if (ms < DAY) return l10n.t("{0} hours ago", Math.floor(ms / HOUR));
  if (ms < 2 * DAY) return l10n.t("a day ago");
  return l10n.t("{0} days ago", Math.floor(ms / DAY));
}
