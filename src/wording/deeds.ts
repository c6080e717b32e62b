import type { Deed, LineTotals } from "../answers/deed";
import type { Source } from "../engine/model/checkpoint";
import { FORMATTER } from "../engine/model/sources";
import { baseOf } from "../engine/model/workspacePath";
import { agentName } from "./agentNames";
import { filesText } from "./counts";
import type { Voice } from "./voice";

/** Returns an author's name as a heading shows it: “You”, “Claude Code”. */
export function authorName(author: Source, voice: Voice): string {
  switch (author) {
    case "editor":
    case "cli":
      return voice.t("You");
    case "outside":
      return voice.t("Outside the editor");
    case "git":
      return voice.t("Git");
    case "restore":
      return voice.t("A restore");
    case FORMATTER:
      return voice.t("Formatter");
    default:
      return agentName(author);
  }
}

/** Returns what happened, in a few words. */
export function deedTitle(deed: Deed, voice: Voice): string {
  const { title, files } = deed;
  switch (deed.kind) {
    case "turn":
      return title ?? voice.t("{0} turn", authorName(deed.author, voice));
    case "edits":
      return editsTitle(deed, voice);
    case "rename":
      return renameTitle(deed, voice);
    case "git":
      return gitTitle(title ?? "git", files, voice);
    case "restore":
      return restoreTitle(deed, voice);
    case "named":
      return title ?? pathsTitle(deed, voice);
    case "session":
      return title ?? voice.t("Session start");
    case "guard":
      return title ?? voice.t("Guard checkpoint");
  }
}

/** What git did and to how many files: “git stash pop (609 files)”. */
function gitTitle(title: string, files: number, voice: Voice): string {
  return files === 0 ? title : `${title} (${filesText(files, voice)})`;
}

function editsTitle(deed: Deed, voice: Voice): string {
  const { title, files } = deed;
  if (title?.startsWith("git")) return gitTitle(title, files, voice);
  if (title !== null) return `${title}: ${filesText(files, voice)}`;
  return pathsTitle(deed, voice);
}

function pathsTitle(deed: Deed, voice: Voice): string {
  const names = namesText(deed, voice);
  return isDeletion(deed) ? voice.t("Deleted {0}", names) : names;
}

/** True if it deleted files and changed no other. */
export function isDeletion({ files, deleted }: Deed): boolean {
  return files > 0 && deleted === files;
}

function namesText({ paths, files, checkpoint }: Deed, voice: Voice): string {
  const names = paths.map((path) => baseOf(path));
  const [first, second] = names;
  if (first === undefined)
    return checkpoint ? `#${checkpoint.number}` : voice.t("No files changed");
  if (files === 1) return first;
  if (files === 2 && second !== undefined) return `${first}, ${second}`;
  return voice.t("{0} and {1} more", first, files - 1);
}

function renameTitle({ rename, files }: Deed, voice: Voice): string {
  const { from = "", to = "" } = rename ?? {};
  // In the same folder the names say it.
  const above = from.slice(0, from.lastIndexOf("/") + 1);
  const isBeside =
    to.startsWith(above) && !to.slice(above.length).includes("/");
  const [before, after] = isBeside ? [baseOf(from), baseOf(to)] : [from, to];
  return files === 1
    ? voice.t("Renamed {0} → {1}", before, after)
    : voice.t(
        "Renamed {0} → {1} ({2})",
        before,
        after,
        filesText(files, voice),
      );
}

function restoreTitle({ restore }: Deed, voice: Voice): string {
  const target = restore?.target ?? "";
  const [path, ...others] = restore?.paths ?? [];
  switch (restore?.verb) {
    case "undo":
      return voice.t("Undid the restore");
    case "redo":
      return voice.t("Redid the restore");
    case "revert":
      return voice.t("Reverted {0}", target);
    case "thread":
      return voice.t("Went back to {0}", target);
    default:
      // Of a file or a folder, its name says more than the moment that it is from.
      if (path !== undefined)
        return voice.t(
          "Restored {0}",
          others.length === 0
            ? baseOf(path)
            : voice.t("{0} and {1} more", baseOf(path), others.length),
        );
      return restore?.before
        ? voice.t("Restored to before “{0}”", restore.before)
        : voice.t("Restored to {0}", target);
  }
}

/** Returns, for instance, “+12 −3”; empty if there is nothing to say. */
export function linesText(lines: LineTotals | null): string {
  if (lines === null) return "";
  return [
    lines.added ? `+${lines.added}` : "",
    lines.removed ? `−${lines.removed}` : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/** Returns the same for a screen reader: “12 lines added, 1 line removed”. */
export function linesSpoken(lines: LineTotals | null, voice: Voice): string {
  const { added, removed } = lines ?? { added: 0, removed: 0 };
  return [
    added === 1
      ? voice.t("1 line added")
      : added > 0
        ? voice.t("{0} lines added", added)
        : "",
    removed === 1
      ? voice.t("1 line removed")
      : removed > 0
        ? voice.t("{0} lines removed", removed)
        : "",
  ]
    .filter(Boolean)
    .join(", ");
}
