import type { DiskOperation, ProblemData } from "../../engine/model/problems";
import type { Voice } from "../voice";
import type { Catalogue, Words } from "./catalogue";

/** What the disk refuses. */
export const disks = {
  "store-unreachable": unreachableText,
  "disk-full": ({ path, doing }, voice) => [
    voice.t("The disk is full. {0}", couldNot(doing, path, voice)),
    voice.t(
      "Free some space and try again. Everything saved before is unaffected.",
    ),
  ],
  "disk-error": ({ path, doing, errno, reason }, voice) => [
    voice.t(
      "{0} Reason: {1}.",
      couldNot(doing, path, voice),
      errnoText(errno, voice) ?? (errno || reason),
    ),
    voice.t("Check the permissions of that path and the health of the disk."),
  ],
} satisfies Partial<Catalogue>;

function couldNot(doing: DiskOperation, path: string, voice: Voice): string {
  switch (doing) {
    case "read":
      return voice.t("Could not read {0}.", path);
    case "write":
      return voice.t("Could not write {0}.", path);
    case "open":
      return voice.t("Could not open {0}.", path);
    case "lock":
      return voice.t("Could not lock {0}.", path);
    case "unlock":
      return voice.t("Could not unlock {0}.", path);
    case "restore":
      return voice.t("Could not restore {0}.", path);
    case "unpack":
      return voice.t("Could not unpack {0}.", path);
    case "make-folder":
      return voice.t("Could not create the folder {0}.", path);
  }
}

/** Undefined if the code is clearer than a sentence would be. */
function errnoText(errno: string, voice: Voice): string | undefined {
  switch (errno) {
    case "EACCES":
    case "EPERM":
      return voice.t("permission denied");
    case "EROFS":
      return voice.t("the disk is read-only");
    case "ENOENT":
      return voice.t("it does not exist");
    case "ENOTDIR":
      return voice.t("a file is in the place of a folder");
    case "EISDIR":
      return voice.t("it is a folder");
    case "EBUSY":
      return voice.t("another program is using it, or it is a mount point");
    case "ENAMETOOLONG":
      return voice.t("its path is too long for this disk");
    case "EIO":
      return voice.t("the disk reports an error");
    default:
      return undefined;
  }
}

function unreachableText(
  { path, errno, end }: ProblemData<"store-unreachable">,
  voice: Voice,
): Words {
  const elsewhere = voice.action("store-elsewhere");
  switch (errno) {
    case "EACCES":
    case "EPERM":
      return [
        forbiddenText(path, end, voice),
        voice.t(
          "Nothing was recorded or changed. Give your account access (it may belong to another account, such as root after sudo), or keep histories elsewhere ({0}).",
          elsewhere,
        ),
      ];
    case "EROFS":
      return [
        voice.t(
          "Nothing can be recorded: {0}, which contains the history of this folder, is on a read-only disk.",
          path,
        ),
        voice.t(
          "Make the disk writable, or keep histories elsewhere ({0}).",
          elsewhere,
        ),
      ];
    case "ENOTDIR":
    case "EEXIST":
      return [
        voice.t(
          "The history of this folder cannot be stored: {0} is a file where a folder should be.",
          path,
        ),
        voice.t(
          "Move that file away, or keep histories elsewhere ({0}).",
          elsewhere,
        ),
      ];
    default:
      return [
        end === "link"
          ? voice.t(
              "The history of this folder cannot be reached: {0} is a broken link.",
              path,
            )
          : voice.t(
              "The history of this folder cannot be reached: it is no longer in {0}.",
              path,
            ),
        voice.t(
          "If it is on another disk, connect that disk. Otherwise put it back, or keep histories elsewhere ({0}).",
          elsewhere,
        ),
      ];
  }
}

function forbiddenText(
  path: string,
  end: ProblemData<"store-unreachable">["end"],
  voice: Voice,
): string {
  switch (end) {
    case "there":
    case "file":
      return voice.t(
        "Your account is not allowed to read and write {0}, which contains the history of this folder.",
        path,
      );
    case "link":
      return voice.t(
        "Your account is not allowed to follow {0}, which links to the history of this folder.",
        path,
      );
    case "missing":
      return voice.t(
        "Your account is not allowed to write to {0}, where the history of this folder would be stored.",
        path,
      );
    case "closed":
      return voice.t(
        "Your account is not allowed to open {0}, which contains the history of this folder.",
        path,
      );
  }
}
