import type { EngineEvent } from "../engine/api";
import type { ErrorJson } from "../engine/model/errors";
import { l10n } from "./views/l10n";
import { shorten } from "./views/markdown";

const MAX_LISTED = 5;

/** What a person is told of a history that was found damaged. */
export function damageText(folder: string, detail: string): ErrorJson {
  return {
    code: "damaged",
    message: l10n.t(
      "The history of {0} is damaged: {1}.",
      folder,
      withoutStop(detail),
    ),
    hint: l10n.t(
      "Checkpoints may be missing; your files are untouched, and recording goes on. Verify the store to see what is affected and to repair it.",
    ),
    data: {},
  };
}

/** What a person is told of a restore that is neither done nor taken back. */
export function unendedText(folder: string, detail: string): ErrorJson {
  return {
    code: "io",
    message: l10n.t(
      "A restore in {0} is only partly done: {1}.",
      folder,
      withoutStop(detail),
    ),
    hint: l10n.t(
      "The guard checkpoint made before it holds everything. It is ended once that is possible: try again, or restore what you want to have.",
    ),
    data: {},
  };
}

/** How a restore ended that had been cut off. */
export function recoveredText(
  folder: string,
  {
    state,
    deed,
    leftAlone,
  }: Pick<
    Extract<EngineEvent, { type: "recovered" }>,
    "state" | "deed" | "leftAlone"
  >,
): string {
  const said =
    state === "recovered"
      ? l10n.t(
          "{0}: “{1}” was cut off, and has been finished now.",
          folder,
          deed,
        )
      : l10n.t(
          "{0}: “{1}” was cut off, and has been taken back: your files are as they were before it.",
          folder,
          deed,
        );
  if (leftAlone.length === 0) return said;
  const listed = leftAlone
    .slice(0, MAX_LISTED)
    .map((path) => shorten(path, 90));
  const more = leftAlone.length - listed.length;
  if (more > 0) listed.push(l10n.t("and {0} more", more));
  const left = l10n.t("Changed since, and left alone: {0}.", listed.join(", "));
  return `${said} ${left}`;
}

function withoutStop(text: string): string {
  return text.replace(/[.]$/, "");
}
