import type { Damage, VerifyResult } from "../../engine/api";
import { contentsText, filesText, sizeText } from "../views/counts";
import { l10n } from "../views/l10n";
import { shorten } from "../views/markdown";

const MAX_LISTED = 4;

/** `wasDamaged`: records of it are gone, which a look at the rest cannot tell. */
export function soundText(
  folder: string,
  { contents, bytes }: Pick<VerifyResult, "contents" | "bytes">,
  wasDamaged: boolean,
): string {
  const size = sizeText(bytes);
  return wasDamaged
    ? l10n.t(
        "What is left of the history of {0} is sound: {1}, {2}.",
        folder,
        contentsText(contents),
        size,
      )
    : l10n.t(
        "The history of {0} is sound: {1}, {2}.",
        folder,
        contentsText(contents),
        size,
      );
}

/** What a person decides on before a repair: what is affected, and what is not. */
export function damagedText(folder: string, { damaged }: VerifyResult): string {
  return [
    l10n.t("The history of {0} is damaged.", folder),
    ...affectedText(damaged),
    l10n.t(
      "Everything else in it is sound. Repair saves what can be saved, and changes none of your files.",
    ),
  ].join(" ");
}

/** What a repair came to; `now` is what a look after it found. */
export function repairedText(
  folder: string,
  { lost }: VerifyResult,
  now: VerifyResult,
): string {
  if (now.ok)
    return l10n.t(
      "The history of {0} is repaired and sound: nothing is lost.",
      folder,
    );
  const versions = lost.map(({ path, checkpoints }) =>
    checkpoints.length === 0 ? path : `${path} (${numbers(checkpoints)})`,
  );
  const gone =
    versions.length === 0
      ? uncertainText(now.damaged)
      : [l10n.t("Lost for good: {0}.", listed(versions))];
  return [
    l10n.t("The history of {0} is repaired as far as possible.", folder),
    ...gone,
    l10n.t("Everything else in it is sound, and your files are untouched."),
  ].join(" ");
}

function affectedText(damaged: readonly Damage[]): string[] {
  const paths = [...new Set(damaged.flatMap((each) => each.paths))];
  if (paths.length > 0)
    return [
      l10n.t(
        "Stored versions of {0} cannot be read: {1}.",
        filesText(paths.length),
        listed(paths),
      ),
    ];
  const uncertain = uncertainText(damaged);
  if (uncertain.length > 0) return uncertain;
  return damaged
    .slice(0, 1)
    .map(({ file, detail }) => `${file}: ${detail.replace(/[.]$/, "")}.`);
}

function uncertainText(damaged: readonly Damage[]): string[] {
  const checkpoints = [
    ...new Set(damaged.flatMap((each) => each.checkpoints)),
  ].sort((a, b) => a - b);
  if (checkpoints.length === 0) return [];
  return [
    l10n.t(
      "A record is lost, so what these checkpoints held is uncertain: {0}.",
      numbers(checkpoints),
    ),
  ];
}

function numbers(all: readonly number[]): string {
  return listed(all.map((number) => `#${number}`));
}

function listed(all: readonly string[]): string {
  const shown = all.slice(0, MAX_LISTED).map((each) => shorten(each, 90));
  const more = all.length - shown.length;
  if (more > 0) shown.push(l10n.t("and {0} more", more));
  return shown.join(", ");
}
