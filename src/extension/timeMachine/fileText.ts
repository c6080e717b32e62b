import { baseOf, parentOf } from "../../engine/model/workspacePath";
import { linesSpoken } from "../../wording/deeds";
import { l10n } from "../text/l10n";
import { voice } from "../text/voice";
import type { Comparison, StopFile } from "./protocol";

/** What the row of a file shows. */
export interface FileText {
  name: string;
  folder: string;
  /** What became of it, unless it only changed. */
  status: string;
  /** What it is, if it is not text. */
  kind: string;
  added: string;
  removed: string;
  /** The same for a screen reader. */
  lines: string;
}

export function fileText(
  file: StopFile,
  against: Comparison,
  folderName: string | null,
): FileText {
  const { path, added, removed } = file;
  const name = baseOf(path);
  const folder = [folderName ?? "", parentOf(path)].filter(Boolean).join("/");
  const status = statusText(file, against);
  const kind = kindText(file);
  const lines = added === null || removed === null ? null : { added, removed };
  return {
    ...{ name, folder, status, kind },
    added: added ? `+${added.toLocaleString("en")}` : "",
    removed: removed ? `−${removed.toLocaleString("en")}` : "",
    lines: linesSpoken(lines, voice),
  };
}

/** Compared with now, the list says what happened since then. */
function statusText({ status, from }: StopFile, against: Comparison): string {
  const isNow = against === "now";
  switch (status) {
    case "added":
      return isNow ? l10n.t("added since") : l10n.t("added");
    case "deleted":
      return isNow ? l10n.t("deleted since") : l10n.t("deleted");
    case "renamed":
      return l10n.t("was {0}", baseOf(from ?? ""));
    case "modified":
      return "";
  }
}

function kindText({ content }: StopFile): string {
  switch (content) {
    case "image":
      return l10n.t("image");
    case "binary":
      return l10n.t("binary");
    case "large":
      return l10n.t("large");
    case "link":
      return l10n.t("link");
    case "text":
    case null:
      return "";
  }
}
