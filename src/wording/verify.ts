import type { Damage, VerifyResult } from "../engine/api";
import { contentsText, filesText, sizeText, someOf } from "./counts";
import { findingText } from "./findings";
import type { Voice } from "./voice";

const MAX_LISTED = 4;

/** How the host shows a path. */
type Shown = (path: string) => string;
const asIs: Shown = (path) => path;

/** `wasDamaged`: some records are lost, which checking the rest cannot detect. */
export function intactText(
  folder: string,
  { contents, bytes }: Pick<VerifyResult, "contents" | "bytes">,
  voice: Voice,
  wasDamaged = false,
): string {
  const checked = [
    folder,
    contentsText(contents, voice),
    sizeText(bytes, voice),
  ] as const;
  return wasDamaged
    ? voice.t("The remaining history of {0} is intact: {1}, {2}.", ...checked)
    : voice.t("The history of {0} is intact: {1}, {2}.", ...checked);
}

/** What the user needs to know before a repair: what is affected, and what is not. */
export function damageFoundText(
  folder: string,
  { damaged }: VerifyResult,
  voice: Voice,
  shown = asIs,
): string {
  return [
    voice.t("The history of {0} is damaged.", folder),
    ...affectedText(damaged, voice, shown),
    voice.t(
      "Everything else in it is intact. A repair saves what can be saved and does not touch your files.",
    ),
  ].join(" ");
}

/**
 * Returns what a repair achieved; `now` is the result of verifying again after it.
 */
export function repairedText(
  folder: string,
  { lost }: VerifyResult,
  now: VerifyResult,
  voice: Voice,
  shown = asIs,
): string {
  if (now.ok)
    return voice.t(
      "The history of {0} has been repaired. Nothing was lost.",
      folder,
    );
  const versions = lost.map(({ path, checkpoints }) =>
    checkpoints.length === 0
      ? shown(path)
      : `${shown(path)} (${numbersText(checkpoints, voice)})`,
  );
  const gone =
    versions.length === 0
      ? uncertainText(now.damaged, voice)
      : [
          voice.t(
            "Permanently lost: {0}.",
            someOf(versions, MAX_LISTED, voice),
          ),
        ];
  return [
    voice.t("The history of {0} has been repaired as far as possible.", folder),
    ...gone,
    voice.t("Everything else in it is intact, and your files are untouched."),
  ].join(" ");
}

function affectedText(
  damaged: readonly Damage[],
  voice: Voice,
  shown: Shown,
): string[] {
  const paths = [...new Set(damaged.flatMap((each) => each.paths))];
  if (paths.length > 0)
    return [
      voice.t(
        "Stored versions of {0} cannot be read: {1}.",
        filesText(paths.length, voice),
        someOf(paths.map(shown), MAX_LISTED, voice),
      ),
    ];
  const uncertain = uncertainText(damaged, voice);
  if (uncertain.length > 0) return uncertain;
  return damaged
    .slice(0, 1)
    .map(({ file, finding }) => `${file}: ${findingText(finding, voice)}.`);
}

function uncertainText(damaged: readonly Damage[], voice: Voice): string[] {
  const checkpoints = [
    ...new Set(damaged.flatMap((each) => each.checkpoints)),
  ].sort((a, b) => a - b);
  if (checkpoints.length === 0) return [];
  return [
    voice.t(
      "A record is lost, so the contents of these checkpoints are uncertain: {0}.",
      numbersText(checkpoints, voice),
    ),
  ];
}

function numbersText(all: readonly number[], voice: Voice): string {
  return someOf(
    all.map((number) => `#${number}`),
    MAX_LISTED,
    voice,
  );
}
