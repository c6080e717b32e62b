import type { ReferenceFault } from "../../engine/model/problems";
import type { Voice } from "../voice";
import type { Catalogue } from "./catalogue";

/** Bugs, cancelling, and arguments with the wrong shape. */
export const general = {
  unexpected: ({ reason }) => [reason],
  cancelled: (_, voice) => [voice.t("Cancelled. Nothing was changed.")],
  "cancelled-compacting": (_, voice) => [
    voice.t(
      "Cancelled before all space was freed. Everything that is kept is intact.",
    ),
  ],
  "engine-closed": (_, voice) => [voice.t("This history is closed.")],

  "bad-reference": ({ reference, fault, wanted }, voice) => [
    referenceText(reference, fault, voice),
    wanted === "reference"
      ? voice.t(
          "Use a number (12, #12, snapshot-12), an id or the start of one, a name (name:TEXT if it looks like another form), latest, latest~2, good, bad, a moment (@40), a time (10:30, 2026-11-16T10:30) or an age (90s, 10m, 2h, 3d, 1w).",
        )
      : voice.t(
          "Use a time (10:30, 2026-11-16, 2026-11-16T10:30, with Z or +02:00 for another time zone) or an age (90s, 10m, 2h, 3d, 1w).",
        ),
  ],
  "bad-setting": ({ setting, wanted }, voice) => [
    wanted === "patterns"
      ? voice.t("The setting {0} must be a list of glob patterns.", setting)
      : wanted === "texts"
        ? voice.t("The setting {0} must be a list of strings.", setting)
        : voice.t("The setting {0} must be a number of zero or more.", setting),
  ],
  "bad-pattern": ({ pattern }, voice) => [
    voice.t("The pattern “{0}” cannot be used.", pattern),
    voice.t("Shorten the pattern."),
  ],
  "bad-hash": (_, voice) => [voice.t("That is not a content hash.")],
  "bad-limit": (_, voice) => [
    voice.t("The limit must be a whole number above zero."),
  ],
  "bad-kind": ({ kind, kinds }, voice) => [
    voice.t("“{0}” is not a kind of checkpoint.", kind),
    voice.t("Kinds: {0}.", kinds.join(", ")),
  ],
  "bad-source": (_, voice) => [
    voice.t("A source must be a short name, such as editor or claude-code."),
    voice.t("Use up to 100 letters, digits, dots, dashes and spaces."),
  ],
  "bad-label": ({ most }, voice) => [
    voice.t("A label must be text of up to {0} characters.", most),
    voice.t("Use a short name of the command, such as npm test."),
  ],
  "not-text": ({ field }, voice) => [voice.t("The {0} must be text.", field)],
  "text-too-long": ({ field, length, most }, voice) => [
    voice.t(
      "The {0} is too long: {1} characters, the maximum is {2}.",
      field,
      length,
      most,
    ),
  ],
  "not-a-number": ({ field }, voice) => [
    voice.t("The {0} must be a number.", field),
  ],
  "bad-metadata": (_, voice) => [voice.t("Metadata must be a JSON object.")],
  "metadata-too-large": ({ most }, voice) => [
    voice.t(
      "Metadata is too large: the maximum is {0} characters of JSON.",
      most,
    ),
  ],
  "bad-completed-tasks": (_, voice) => [
    voice.t("The completed tasks must be a list of names."),
  ],
  "path-outside": ({ path }, voice) => [
    voice.t("“{0}” is not a path inside the workspace folder.", path),
    voice.t("Use a path relative to the workspace folder, without “..”."),
  ],
  "path-never-written": ({ path }, voice) => [
    voice.t("Checkpoint never writes to {0}.", path),
  ],
  "search-nothing": ({ why }, voice) => [
    why === "empty"
      ? voice.t("There is nothing to search for.")
      : voice.t("Search for either plain text or a regular expression."),
  ],
  "search-too-long": ({ most }, voice) => [
    voice.t("The text to search for is longer than {0} characters.", most),
    voice.t("Search for a shorter part of it."),
  ],
  "bad-expression": ({ reason }, voice) => [
    voice.t("The regular expression is not valid: {0}.", reason),
    voice.t(
      "Search for plain text, or correct the regular expression (JavaScript syntax).",
    ),
  ],
  "slow-expression": (_, voice) => [
    voice.t(
      "The regular expression takes too long: it tries too many ways to match.",
    ),
    voice.t(
      "Avoid a repetition inside a repetition, such as (a+)+, or search for plain text.",
    ),
  ],
} satisfies Partial<Catalogue>;

function referenceText(
  reference: string,
  fault: ReferenceFault,
  voice: Voice,
): string {
  switch (fault) {
    case "empty":
      return voice.t("The reference is empty.");
    case "not-text":
      return voice.t("A reference must be text, not {0}.", reference);
    case "too-long":
      return voice.t("“{0}” is too long for a reference.", reference);
    case "number-too-large":
      return voice.t("“{0}” is too large a number.", reference);
    case "no-name":
      return voice.t("“{0}” does not refer to a checkpoint.", reference);
    case "no-label":
      return voice.t("“{0}” is not the name of a command.", reference);
    case "unknown-form":
      return voice.t("“{0}” is not a reference.", reference);
    case "not-a-time":
      return voice.t("“{0}” is not a time.", reference);
    case "before-1970":
      return voice.t("“{0}” is too long ago.", reference);
    case "not-a-time-of-day":
      return voice.t("“{0}” is not a time of day.", reference);
    case "not-a-date":
      return voice.t("“{0}” is not a date that exists.", reference);
  }
}
