import type { EngineEvent } from "../engine/api";
import type { ErrorJson } from "../engine/model/errors";
import type { Finding } from "../engine/model/findings";
import { someOf } from "./counts";
import { spokenJson } from "./errors";
import { findingText } from "./findings";
import type { Voice } from "./voice";

/** What happened, and what to do about it. */
export interface Message {
  message: string;
  hint: string;
}

const MAX_LISTED = 5;

/** Returns the message that a history was found damaged. */
export function damagedText(
  folder: string,
  finding: Finding,
  voice: Voice,
): Message {
  return {
    message: voice.t(
      "The history of {0} is damaged: {1}.",
      folder,
      findingText(finding, voice),
    ),
    hint: voice.t(
      "Checkpoints may be missing. Your files are untouched, and recording continues. Use {0} to see what is affected and to repair it.",
      voice.action("verify"),
    ),
  };
}

/**
 * Returns the message that a restore could neither be finished nor rolled back yet.
 */
export function unendedText(
  folder: string,
  error: ErrorJson,
  voice: Voice,
): Message {
  return {
    message: voice.t(
      "A restore in {0} is only partly done. {1}",
      folder,
      spokenJson(error, voice).message,
    ),
    hint: voice.t(
      "The guard checkpoint created before it has everything. Checkpoint will finish or roll it back as soon as it can. Try again, or restore the version you want.",
    ),
  };
}

/** Returns the message about how an interrupted restore ended. */
export function recoveredText(
  { state, description, leftAlone }: Recovered,
  voice: Voice,
  /** How the host shows a path. */
  shown: (path: string) => string = (path) => path,
): string {
  const ended =
    state === "recovered"
      ? voice.t(
          "“{0}” was interrupted and has now been finished. To undo it, use {1}.",
          description,
          voice.action("undo"),
        )
      : voice.t(
          "“{0}” was interrupted and has been rolled back. Your files are unchanged.",
          description,
        );
  if (leftAlone.length === 0) return ended;
  const left = voice.t(
    "Changed since, and left alone: {0}.",
    someOf(leftAlone.map(shown), MAX_LISTED, voice),
  );
  return `${ended} ${left}`;
}

type Recovered = Pick<
  Extract<EngineEvent, { type: "recovered" }>,
  "state" | "description" | "leftAlone"
>;
