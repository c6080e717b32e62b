/** A problem found in the files of a history; `wording/` describes it. */
export type Finding =
  // Found by verify
  | { kind: "file-unreadable"; reason: string }
  | { kind: "file-missing-or-damaged" }
  | { kind: "record-unreadable" }
  | { kind: "wrong-hash"; slot: number }
  | { kind: "content-lost"; hash: string }
  | { kind: "bytes-unreadable"; bytes: number }
  | { kind: "records-missing"; from: number; to: number }
  | { kind: "shorter-than-index" }
  | { kind: "index-damaged" }
  | { kind: "moment-lost"; moment: number }
  // Found while the history is open
  | { kind: "records-unreadable"; file: string }
  | { kind: "record-unusable"; record: string; reason: string }
  | { kind: "format-rewritten" }
  | { kind: "journal-restarted" }
  | { kind: "journal-shorter"; file: string }
  | { kind: "files-deleted" }
  | { kind: "cut-off"; file: string };

/** Something that verify repaired. */
export type Repair =
  | { kind: "found-elsewhere"; what: string }
  | { kind: "stored-again"; path: string }
  | { kind: "format-written" }
  | { kind: "journal-rewritten" }
  | { kind: "index-rebuilt" };
