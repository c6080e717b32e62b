import type { RefusalReason } from "../../engine/model/problems";
import { filesText, someOf, megabytes } from "../counts";
import type { Voice } from "../voice";
import type { Catalogue } from "./catalogue";

const MAX_FOLDERS = 5;

/** Opening a history, other processes, damage and space. */
export const stores = {
  "no-such-folder": ({ path }, voice) => [
    voice.t("There is no folder {0}.", path),
    voice.t(
      "Choose the folder to record with {0}.",
      voice.action("choose-folder"),
    ),
  ],
  "not-a-folder": ({ path }, voice) => [
    voice.t("{0} is not a folder.", path),
    voice.t(
      "Checkpoint records folders. Use the folder that contains the file.",
    ),
  ],
  "folder-gone": ({ root }, voice) => [
    voice.t("The folder {0} is no longer there.", root),
    voice.t("Nothing was recorded. Put the folder back, or open another one."),
  ],
  "folder-refused": ({ root, why, store }, voice) => [
    voice.t(
      "Checkpoint does not record {0}: {1}.",
      root,
      refusalText(why, store, voice),
    ),
    why === "holds-own-store"
      ? voice.t(
          "Open a project folder inside it, or keep histories elsewhere ({0}).",
          voice.action("store-elsewhere"),
        )
      : voice.t("Open a project folder instead."),
  ],
  "other-root": ({ root, recorded }, voice) => [
    voice.t(
      "This history belongs to another folder: {0}, not {1}.",
      recorded,
      root,
    ),
    voice.t(
      "Nothing was changed. If you moved the folder, use {0} in it to reattach its history.",
      voice.action("adopt"),
    ),
  ],
  "newer-format": ({ format, supported }, voice) => [
    voice.t(
      "This history was written by a newer version of Checkpoint (format {0}; this version reads up to {1}).",
      format,
      supported,
    ),
    voice.t("Update Checkpoint. Nothing was changed."),
  ],

  "lock-lost": (_, voice) => [
    voice.t(
      "Another process took over this history while this one was suspended. Only what was already reported as saved is recorded.",
    ),
    voice.t("Try again."),
  ],
  "written-by-others": (_, voice) => [
    voice.t(
      "Another process wrote to this history at the same time. Only what was already reported as saved is recorded.",
    ),
    voice.t("Try again."),
  ],
  locked: ({ pid, host, waitedMs, lockFile, isElsewhere }, voice) => [
    pid === null
      ? voice.t(
          "Another process has been writing to this history for over {0} seconds.",
          Math.round(waitedMs / 1000),
        )
      : voice.t(
          "Another process (PID {0} on {1}) has been writing to this history for over {2} seconds.",
          String(pid),
          host ?? "",
          Math.round(waitedMs / 1000),
        ),
    isElsewhere
      ? voice.t(
          "Wait for it to finish and try again. If nothing on {0} uses this history any more, or that was this machine's name when it was interrupted, delete {1}.",
          host ?? "",
          lockFile,
        )
      : voice.t(
          "Wait for it to finish and try again. If it hangs, end that process; its lock is then released.",
        ),
  ],

  "journal-gone": ({ folder }, voice) => [
    voice.t("The journal of this history is missing from {0}.", folder),
    voice.t("Open the folder again; Checkpoint will use what it can find."),
  ],
  "content-unreadable": ({ hash, reason }, voice) => [
    voice.t(
      "The stored content {0} cannot be read: {1}.",
      hash.slice(0, 12),
      reason,
    ),
    voice.t(
      "Use {0} to see what is affected, and {1} to save what can be saved.",
      voice.action("verify"),
      voice.action("repair"),
    ),
  ],
  "content-lost": ({ paths, count }, voice) => [
    voice.t(
      "The content of {0} is lost. Nothing was restored.",
      count === 1 ? (paths[0] ?? "") : filesText(count, voice),
    ),
    voice.t(
      "Restore the other files by naming them, or use {0}.",
      voice.action("repair"),
    ),
  ],
  "record-lost": ({ paths, count, lostMoment, moment }, voice) => [
    count === 0
      ? voice.t(
          "The record of moment @{0} is damaged, so the folder's state at @{1} is uncertain.",
          lostMoment,
          moment,
        )
      : voice.t(
          "The record of moment @{0} is damaged, so the content of {1} at @{2} is uncertain.",
          lostMoment,
          count === 1 ? (paths[0] ?? "") : filesText(count, voice),
          moment,
        ),
    voice.t(
      "Choose an earlier or a later checkpoint, or restore individual files from their history.",
    ),
  ],

  "folder-too-large": ({ files, bytes, largest, isCounted }, voice) => [
    isCounted
      ? voice.t(
          "This folder is larger than Checkpoint records without asking: {0}, {1} MB.",
          filesText(files, voice),
          megabytes(bytes),
        )
      : voice.t(
          "This folder is larger than Checkpoint records without asking: more than {0}, {1} MB.",
          filesText(files, voice),
          megabytes(bytes),
        ),
    voice.t(
      "Largest: {0}. Exclude what you don't need recorded ({1}), or record it anyway ({2}).",
      someOf(
        largest
          .slice(0, MAX_FOLDERS)
          .map((folder) =>
            voice.t(
              "{0} ({1}, {2} MB)",
              folder.path,
              filesText(folder.files, voice),
              megabytes(folder.bytes),
            ),
          ),
        MAX_FOLDERS,
        voice,
      ),
      voice.action("exclude"),
      voice.action("record-anyway"),
    ),
  ],
  "store-full": ({ sizeBytes, neededBytes, quotaBytes, lost }, voice) => [
    `${voice.t(
      "The history of this folder has reached its limit of {0} MB: {1} MB are in use and {2} MB more are needed.",
      megabytes(quotaBytes),
      megabytes(sizeBytes),
      megabytes(neededBytes),
    )} ${
      lost === "change"
        ? voice.t("The change was not recorded.")
        : voice.t("Nothing was imported.")
    }`,
    voice.t(
      "Delete checkpoints you no longer need ({0}), exclude large files, or raise the limit ({1}).",
      voice.action("free-space"),
      voice.action("store-limit"),
    ),
  ],

  "folder-closed": (_, voice) => [
    voice.t("This folder is no longer recorded."),
  ],
  "worker-stopping": (_, voice) => [voice.t("Checkpoint is shutting down.")],
  "worker-stopped": (_, voice) => [
    voice.t("Checkpoint's recorder stopped while it was doing this."),
    voice.t("It is being restarted. Try again."),
  ],
  "worker-keeps-stopping": (_, voice) => [
    voice.t(
      "Checkpoint's recorder keeps stopping, so nothing is being recorded.",
    ),
    voice.t("Reload the window to restart it. The log says why."),
  ],

  "empty-workspace-option": (_, voice) => [
    voice.t("--workspace needs the path of a folder."),
  ],
  "store-of-other-folder": ({ store, root }, voice) => [
    voice.t("{0} is the history of another folder, not of {1}.", store, root),
    voice.t("--store takes the folder that contains the histories."),
  ],
  "store-not-a-folder": ({ path }, voice) => [
    voice.t("{0} is not a folder.", path),
    voice.t(
      "--store and CHECKPOINT_STORE take the folder that contains the histories.",
    ),
  ],
  "temp-folder-inside": ({ path, root }, voice) => [
    voice.t(
      "{0} is inside {1}, so a copy there would not be separate from it.",
      path,
      root,
    ),
    voice.t(
      "Choose a folder outside it; for temporary copies, set TMPDIR (TEMP on Windows).",
    ),
  ],
  "folder-still-there": ({ path }, voice) => [
    voice.t("{0} still exists and has its own history.", path),
    voice.t(
      "A copy starts its own history. To bring old states along, use {0}.",
      voice.action("exchange"),
    ),
  ],
  "no-history-of": ({ path }, voice) => [
    voice.t("No history of {0} was found.", path),
    voice.t("Specify the full path that the folder had before it was moved."),
  ],
  "store-in-the-way": ({ path }, voice) => [
    voice.t("{0} is in the way.", path),
    voice.t(
      "It may contain another history of this folder. Nothing was changed. Rename it and try again.",
    ),
  ],
} satisfies Partial<Catalogue>;

function refusalText(why: RefusalReason, store: string, voice: Voice): string {
  switch (why) {
    case "file-system-root":
      return voice.t("it is the root of a file system");
    case "home":
      return voice.t("it is your home folder");
    case "holds-home":
      return voice.t("it contains your home folder");
    case "system":
      return voice.t("it belongs to the system");
    case "shared":
      return voice.t("it is shared by many users");
    case "own-store":
      return voice.t("it is part of Checkpoint's own store");
    case "holds-own-store":
      return voice.t("it contains Checkpoint's own store, {0}", store);
    case "own-data":
      return voice.t("it is part of Checkpoint's own data");
  }
}
