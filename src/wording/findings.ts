import type * as answers from "../answers/store";
import type { VerifyResult } from "../engine/api";
import type { Finding, Repair } from "../engine/model/findings";
import type { Voice } from "./voice";

/** Returns what is wrong, as the end of a sentence after the name of the file. */
export function findingText(finding: Finding, voice: Voice): string {
  switch (finding.kind) {
    case "file-unreadable":
      return voice.t("it cannot be read: {0}", finding.reason);
    case "file-missing-or-damaged":
      return voice.t("it is missing or damaged");
    case "record-unreadable":
      return voice.t("the record here cannot be read");
    case "wrong-hash":
      return voice.t("content {0} does not match its hash", finding.slot);
    case "content-lost":
      return voice.t(
        "the content {0} is damaged or missing",
        finding.hash.slice(0, 12),
      );
    case "bytes-unreadable":
      return voice.t("{0} bytes cannot be read", finding.bytes);
    case "records-missing":
      return voice.t(
        "records {0} to {1} are missing",
        finding.from,
        finding.to,
      );
    case "shorter-than-index":
      return voice.t("it is shorter than the index says");
    case "index-damaged":
      return voice.t(
        "its checksum does not match; it will be rebuilt from the journal",
      );
    case "moment-lost":
      return voice.t("the record of moment @{0} is lost", finding.moment);
    case "records-unreadable":
      return voice.t("records of {0} cannot be read", finding.file);
    case "record-unusable":
      return voice.t(
        "a record of type {0} cannot be used: {1}",
        finding.record,
        finding.reason,
      );
    case "format-rewritten":
      return voice.t("format.json was missing and has been rewritten");
    case "journal-restarted":
      return voice.t("the journal is missing and a new one was started");
    case "journal-shorter":
      return voice.t(
        "{0} has become shorter; Checkpoint uses the rest of what it has recorded",
        finding.file,
      );
    case "files-deleted":
      return voice.t("its files were deleted while it was open");
    case "cut-off":
      return voice.t("{0} was truncated while it was open", finding.file);
  }
}

/** Returns what verify repaired. */
export function repairText(repair: Repair, voice: Voice): string {
  switch (repair.kind) {
    case "found-elsewhere":
      return voice.t("found {0} in another record", repair.what);
    case "stored-again":
      return voice.t("stored {0} again from the workspace", repair.path);
    case "format-written":
      return voice.t("rewrote format.json");
    case "journal-rewritten":
      return voice.t("rewrote the journal from the recorded state");
    case "index-rebuilt":
      return voice.t("rebuilt the index from the journal");
  }
}

/** Returns the result of verify with texts, as a host returns it. */
export function spokenVerification(
  { damaged, repaired, ...rest }: VerifyResult,
  voice: Voice,
): answers.VerifyResult {
  return {
    ...rest,
    damaged: damaged.map(({ finding, ...place }) => ({
      ...place,
      detail: findingText(finding, voice),
    })),
    repaired: repaired.map((repair) => repairText(repair, voice)),
  };
}
