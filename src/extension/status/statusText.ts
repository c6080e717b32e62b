import { ageText } from "../../wording/times";
import type { SpokenError } from "../../wording/errors";
import { l10n } from "../text/l10n";
import { voice } from "../text/voice";

/** What the status bar shows, over all folders of the window. */
export interface StatusFacts {
  checkpoints: number;
  /** When the newest checkpoint was created, in milliseconds; null if there is none. */
  lastAt: number | null;
  lastTitle: string | null;
  /** Numbers of the checkpoints that the gutter compares with. */
  baselines: readonly number[];
  isBusy: boolean;
  isStarting: boolean;
  isPaused: boolean;
  /** False if no folder is recorded: turned off, a home folder, too large, ... */
  isRecording: boolean;
  /** Checks that fail, each in a sentence. */
  failing: readonly string[];
  /** What is wrong and in which folder; the folder is null if there is just one. */
  problems: { folder: string | null; problem: SpokenError }[];
}

export interface StatusLook {
  text: string;
  tooltip: string;
  /** The same in words, for screen readers. */
  label: string;
  isWarning: boolean;
}

/** Returns the status bar item's current appearance. */
export function statusLook(facts: StatusFacts, now: number): StatusLook {
  const { problems, isBusy, isPaused, isRecording, isStarting } = facts;
  // A folder that the user chose not to record is no cause for alarm.
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
  // An age would suggest that recording continues.
  const isGoingOn = isRecording || isStarting;
  const age =
    facts.lastAt === null || !isGoingOn
      ? null
      : ageText(now - facts.lastAt, voice);
  const compared = facts.baselines.map((number) => `#${number}`).join(", ");
  const text = [
    age === null ? "Checkpoint" : l10n.t("Checkpoint: {0}", age),
    compared === "" ? "" : `$(diff) ${compared}`,
  ];
  return {
    text: `$(${icon}) ${text.filter(Boolean).join(" ")}`,
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
  said.push(...facts.failing);
  if (facts.isStarting)
    said.push(l10n.t("Recording the folder for the first time..."));
  if (facts.isPaused) said.push(l10n.t("Automatic checkpoints are paused."));
  for (const number of facts.baselines)
    said.push(
      l10n.t("The gutter shows changes since #{0}, the baseline.", number),
    );
  if (facts.lastAt === null) {
    if (facts.isRecording) said.push(l10n.t("No checkpoint yet."));
  } else {
    const age = ageText(now - facts.lastAt, voice);
    const title = facts.lastTitle ?? l10n.t("unnamed");
    said.push(l10n.t("Last checkpoint: {0}, {1}.", title, age));
    said.push(l10n.t("Total checkpoints: {0}.", facts.checkpoints));
  }
  return said;
}
