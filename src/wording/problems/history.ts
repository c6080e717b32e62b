import { localTime } from "../../engine/model/localTime";
import { linesCount, sizeText, someOf } from "../counts";
import type { Voice } from "../voice";
import { whyText } from "../why";
import type { Catalogue } from "./catalogue";

const MAX_SOURCES = 10;

/** Checkpoints, moments and files that do not exist, or no longer. */
export const history = {
  "unknown-checkpoint": ({ reference, first, last }, voice) => [
    voice.t("There is no checkpoint {0}.", reference),
    knownText(first, last, voice),
  ],
  "unknown-name": ({ name, first, last }, voice) => [
    voice.t("There is no checkpoint called “{0}”.", name),
    knownText(first, last, voice),
  ],
  "only-a-moment": ({ reference, first, last }, voice) => [
    voice.t("There is no checkpoint at {0}, only a moment.", reference),
    knownText(first, last, voice),
  ],
  "no-verdict": ({ outcome, label, found }, voice) => [
    noVerdictText(outcome, label, found, voice),
    voice.t("To record one, use {0}.", voice.action("check")),
  ],
  "unknown-moment": ({ moment, first, last }, voice) => [
    voice.t("There is no moment @{0}.", moment),
    knownText(first, last, voice),
  ],
  "no-history": (_, voice) => [
    voice.t("This folder has no history yet."),
    knownText(null, null, voice),
  ],
  "time-in-future": ({ at, now }, voice) => [
    voice.t("{0} is in the future: it is {1} now.", timeOf(at), timeOf(now)),
    voice.t(
      "Use a time in the past. The current state of the folder is called “workspace”.",
    ),
  ],
  "time-before-history": ({ at, begins }, voice) => [
    voice.t(
      "{0} is before the history of this folder, which begins at {1}.",
      timeOf(at),
      timeOf(begins),
    ),
    voice.t(
      "Use that time or a later one. To see the checkpoints, use {0}.",
      voice.action("list"),
    ),
  ],
  "several-checkpoints": ({ reference, numbers, times }, voice) => [
    voice.t(
      "“{0}” matches several checkpoints: {1}.",
      reference,
      numbers.map((n, i) => `#${n} (${timeOf(times[i] ?? "")})`).join(", "),
    ),
    voice.t("Use the number of the one you mean."),
  ],
  "moment-not-kept": ({ moment, nearest, nearestAt }, voice) => [
    voice.t("The exact state at moment @{0} is no longer kept.", moment),
    nearest === null
      ? voice.t("To choose a checkpoint, use {0}.", voice.action("list"))
      : voice.t(
          "The nearest earlier checkpoint is #{0}, {1}.",
          nearest,
          timeOf(nearestAt ?? ""),
        ),
  ],
  "earlier-kind": ({ kind }, voice) => [
    voice.t(
      "A checkpoint of an earlier moment can be manual or feature, not {0}.",
      kind,
    ),
    voice.t("Leave out the kind."),
  ],
  "earlier-option": ({ field }, voice) => [
    voice.t(
      "“{0}” describes the folder as it is now, not an earlier moment.",
      field,
    ),
    voice.t("Leave it out."),
  ],
  "earlier-import": ({ moment, number }, voice) => [
    voice.t(
      "Moment @{0} is an imported state, which was never in this folder.",
      moment,
    ),
    number === null
      ? voice.t("To choose a checkpoint, use {0}.", voice.action("list"))
      : voice.t("Use its own checkpoint, #{0}.", number),
  ],
  "file-not-there": ({ path, label }, voice) => [
    voice.t("{0} is not in {1}.", path, label),
    voice.t(
      "To see when it was recorded, use {0}.",
      voice.action("history", path),
    ),
  ],
  "binary-blame": ({ path }, voice) => [
    voice.t("{0} is not a text file, so it has no lines.", path),
    voice.t(
      "To see who changed it and when, use {0}.",
      voice.action("history", path),
    ),
  ],
  "folder-blame": ({ path }, voice) => [
    voice.t("{0} is a folder, so it has no lines.", path),
  ],
  "unrecorded-blame": ({ why }, voice) => [whyText(why, voice)],
  "too-large-to-blame": ({ path, sizeBytes, most }, voice) => [
    voice.t(
      "{0} has {1}, which is too large to compare all of its versions (at most {2}).",
      path,
      sizeText(sizeBytes, voice),
      sizeText(most, voice),
    ),
    voice.t(
      "To see who changed it and when, use {0}.",
      voice.action("history", path),
    ),
  ],
  "bad-line-range": (_, voice) => [
    voice.t("The first line must be 1 or more, and the last not before it."),
    "",
  ],
  "no-such-line": ({ path, line, count }, voice) => [
    voice.t(
      "{0} has no line {1}: it has {2}.",
      path,
      line,
      linesCount(count, voice),
    ),
    "",
  ],
  "unknown-path": ({ path, labels: [one = "", other] }, voice) => [
    other === undefined
      ? voice.t("{0} is neither in {1} nor in the folder.", path, one)
      : voice.t(
          "{0} is neither in {1} nor in {2} nor in the folder.",
          path,
          one,
          other,
        ),
    voice.t("Check the path. Nothing was changed."),
  ],
  "unknown-source": ({ source, known }, voice) => [
    voice.t("Nothing in this history was changed by “{0}”.", source),
    voice.t(
      "Known sources: {0}. To see who changed what, use {1}.",
      known.length > MAX_SOURCES
        ? `${known.slice(0, MAX_SOURCES).join(", ")}, ...`
        : someOf(known, MAX_SOURCES, voice),
      voice.action("list"),
    ),
  ],
  "checkpoint-protected": ({ number, why }, voice) =>
    why === "pinned"
      ? [
          voice.t("Checkpoint #{0} is pinned.", number),
          voice.t(
            "Unpin it ({0}), or use {1} to delete it.",
            voice.action("unpin"),
            voice.action("force-delete"),
          ),
        ]
      : [
          voice.t("Checkpoint #{0} is a feature checkpoint.", number),
          voice.t("Use {0} to delete it.", voice.action("force-delete")),
        ],
} satisfies Partial<Catalogue>;

function timeOf(iso: string): string {
  return localTime(Date.parse(iso));
}

function knownText(
  first: number | null,
  last: number | null,
  voice: Voice,
): string {
  if (first === null || last === null)
    return voice.t(
      "This folder has no checkpoints yet. To create one, use {0}.",
      voice.action("create"),
    );
  return first === last
    ? voice.t("The only checkpoint of this folder is #{0}.", first)
    : voice.t(
        "This folder has checkpoints #{0} to #{1}. To list them, use {2}.",
        first,
        last,
        voice.action("list"),
      );
}

function noVerdictText(
  outcome: "good" | "bad",
  label: string | null,
  found: number,
  voice: Voice,
): string {
  if (found > 0)
    return outcome === "good"
      ? voice.t("Only {0} states are known to be good.", found)
      : voice.t("Only {0} states are known to be bad.", found);
  if (label === null)
    return outcome === "good"
      ? voice.t("No state is known to be good.")
      : voice.t("No state is known to be bad.");
  return outcome === "good"
    ? voice.t("“{0}” has not passed on any recorded state.", label)
    : voice.t("“{0}” has not failed on any recorded state.", label);
}
