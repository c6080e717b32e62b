import { filesText } from "./counts";
import { section, type Section } from "./plan";
import type { Voice } from "./voice";

/** Says that a search was stopped in some files: “not found” alone would be wrong. */
export function tooSlowText(files: number, voice: Voice): string {
  return voice.t(
    "The expression took too long on {0}, which may contain matches.",
    filesText(files, voice),
  );
}

/** Lists these files, and says what to do about it. */
export function tooSlowSection(
  paths: readonly string[],
  voice: Voice,
): Section[] {
  return section(
    tooSlowText(paths.length, voice),
    paths.map((path) => ({ path, note: "" })),
    voice.t("Search for plain text, or use a simpler expression."),
  );
}

/** Says whether the file still has the lines that were found in one of its versions. */
export function stillThereText(isCurrent: boolean, voice: Voice): string {
  return isCurrent ? voice.t("still there") : voice.t("no longer there");
}

/** Says that a list of checkpoints is empty because of how it was filtered. */
export function noMatchText(voice: Voice): string {
  return voice.t("No checkpoint matches.");
}
