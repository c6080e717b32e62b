import type { ProblemData } from "../../engine/model/problems";
import type { Voice } from "../voice";
import type { Catalogue } from "./catalogue";
import { megabytes } from "../counts";

/** Exports and imports: folders, archives, git. */
export const exchange = {
  "import-bad-time": (_, voice) => [voice.t("The import time is not valid.")],
  "import-bad-path": ({ path }, voice) => [
    voice.t(
      "“{0}” cannot be imported: it occurs twice or belongs to version control. Nothing was changed.",
      path,
    ),
  ],
  "target-taken": ({ path }, voice) => [
    voice.t("{0} already exists.", path),
    voice.t("Choose a name that is not taken. Nothing was written."),
  ],
  "no-longer-a-file": ({ path }, voice) => [
    voice.t("{0} is no longer a file.", path),
    voice.t("It changed while it was being imported. Try again."),
  ],
  "bad-archive": ({ offset, fault }, voice) => [
    voice.t(
      "The archive is damaged at byte {0}: {1}. Nothing was imported.",
      offset,
      archiveFault(fault, voice),
    ),
    offset === 0
      ? voice.t("Checkpoint reads .tar, .tar.gz and .tgz archives.")
      : voice.t("Get the archive again; it was truncated or changed."),
  ],
  "archive-unpacked": ({ file }, voice) => [
    voice.t("{0} cannot be unpacked. Nothing was imported.", file),
    voice.t("Get the archive again; it was truncated or changed."),
  ],
  "import-over-quota": ({ what, quotaBytes }, voice) => [
    voice.t(
      "{0} unpacks to more than {1} MB, the maximum size of this folder's history. Nothing was imported.",
      what,
      megabytes(quotaBytes),
    ),
    voice.t(
      "If you trust its origin, raise the limit ({0}).",
      voice.action("store-limit"),
    ),
  ],
  "import-over-disk": ({ what, path, freeBytes }, voice) => [
    voice.t(
      "{0} unpacks to more than the {1} MB available in {2}. Nothing was imported.",
      what,
      megabytes(freeBytes),
      path,
    ),
    voice.t(
      "Free some space there, or name a temporary folder on another disk (TMPDIR; TEMP on Windows).",
    ),
  ],
  "bad-manifest": ({ fault, field }, voice) => [
    voice.t(
      "The export's manifest cannot be read: {0}. Nothing was imported.",
      manifestFault(fault, field, voice),
    ),
    voice.t(
      "Remove the file .checkpoint-export.json to import only the files.",
    ),
  ],
  "hostile-path": ({ path, why }, voice) => [
    hostileText(path, why, voice),
    voice.t(
      "Import something that Checkpoint exported, or a folder, archive or commit without such paths.",
    ),
  ],
  "git-missing": (_, voice) => [
    voice.t("git cannot be started."),
    voice.t(
      "Install git, or export to a folder or an archive, which do not need it.",
    ),
  ],
  "git-failed": ({ command, reason, exitCode }, voice) => [
    reason === ""
      ? voice.t("git {0} failed with exit code {1}.", command, String(exitCode))
      : voice.t("git {0} failed: {1}", command, reason),
    voice.t("The repository, its branches and its index were not changed."),
  ],
  "no-such-repository": ({ path }, voice) => [
    voice.t("There is no folder {0}.", path),
    voice.t("Specify the folder of a git repository."),
  ],
  "not-a-repository": ({ path, reason }, voice) => [
    voice.t("{0} is not a git repository.", path),
    reason === "" ? "" : voice.t("git says: {0}", reason),
  ],
  "ref-outside": ({ ref, prefix }, voice) => [
    voice.t("“{0}” is not below {1}.", ref, prefix),
    voice.t(
      "Use a ref like {0}NAME: branches and tags are left alone.",
      prefix,
    ),
  ],
  "bad-ref": ({ ref, prefix }, voice) => [
    voice.t("git does not accept “{0}” as the name of a ref.", ref),
    voice.t("Use {0}NAME with letters, digits, - and /.", prefix),
  ],
  "ref-checked-out": ({ ref }, voice) => [
    voice.t("{0} is checked out in that repository.", ref),
    voice.t("Use another ref; the current branch is never written."),
  ],
  "no-commit-written": ({ ref }, voice) => [
    voice.t("git wrote no commit for {0}.", ref),
  ],
  "unknown-commit": ({ ref }, voice) => [
    voice.t("The repository has no commit “{0}”.", ref),
    voice.t(
      "Fetch it first: git fetch origin 'refs/checkpoints/*:refs/checkpoints/*'.",
    ),
  ],
  "commit-incomplete": ({ missing }, voice) => [
    voice.t(
      "The repository does not have all files of that commit ({0}). Nothing was imported.",
      missing,
    ),
    voice.t("Fetch the ref in full, without a filter, and try again."),
  ],
} satisfies Partial<Catalogue>;

function archiveFault(
  fault: ProblemData<"bad-archive">["fault"],
  voice: Voice,
): string {
  switch (fault) {
    case "size":
      return voice.t("a size is not valid");
    case "name-too-long":
      return voice.t("a name is too long");
    case "no-end":
      return voice.t("its end is missing");
    case "record":
      return voice.t("a record cannot be read");
    case "header":
      return voice.t("a header does not match its checksum");
  }
}

function manifestFault(
  fault: ProblemData<"bad-manifest">["fault"],
  field: string | null,
  voice: Voice,
): string {
  switch (fault) {
    case "not-json":
      return voice.t("it is not JSON");
    case "not-an-export":
      return voice.t("it is not an export of Checkpoint");
    case "newer":
      return voice.t("it was written by a newer version of Checkpoint");
    case "bad-time":
      return voice.t("its time is not valid");
    case "not-an-object":
      return field === null
        ? voice.t("it is not a JSON object")
        : voice.t("“{0}” is not an object", field);
    case "not-text":
      return voice.t("“{0}” has a value that is not text", field ?? "");
  }
}

function hostileText(
  path: string,
  why: ProblemData<"hostile-path">["why"],
  voice: Voice,
): string {
  switch (why) {
    case "protected":
      return voice.t(
        "“{0}” belongs to version control or to Checkpoint. Nothing was imported.",
        path,
      );
    case "twice":
      return voice.t("“{0}” occurs twice. Nothing was imported.", path);
    case "below-a-file":
      return voice.t(
        "“{0}” is below a path that is not a folder. Nothing was imported.",
        path,
      );
  }
}
