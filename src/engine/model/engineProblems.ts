import type { Why } from "../../answers/version";
import type { CheckpointKind } from "./checkpoint";
import {
  kind,
  type ChangesOf,
  type DiskOperation,
  type Obstacle,
  type PathEnd,
  type ReferenceFault,
  type RefusalReason,
} from "./problemData";

/** The problems of the engine and of the thread that runs it. */
export const engineProblems = {
  unexpected: kind<{ reason: string }>("internal"),
  cancelled: kind("cancelled"),
  "cancelled-compacting": kind("cancelled"),
  "engine-closed": kind("internal"),

  // Arguments
  "bad-reference": kind<{
    reference: string;
    fault: ReferenceFault;
    wanted: "reference" | "time";
  }>("bad-input"),
  "bad-setting": kind<{
    setting: string;
    wanted: "patterns" | "texts" | "number";
  }>("bad-input"),
  "bad-pattern": kind<{ pattern: string }>("bad-input"),
  "bad-hash": kind("bad-input"),
  "bad-limit": kind("bad-input"),
  "bad-kind": kind<{ kind: string; kinds: readonly CheckpointKind[] }>(
    "bad-input",
  ),
  "bad-source": kind("bad-input"),
  "not-text": kind<{ field: string }>("bad-input"),
  "text-too-long": kind<{ field: string; length: number; most: number }>(
    "bad-input",
  ),
  "not-a-number": kind<{ field: string }>("bad-input"),
  "bad-metadata": kind("bad-input"),
  "metadata-too-large": kind<{ most: number }>("bad-input"),
  "bad-completed-tasks": kind("bad-input"),
  "path-outside": kind<{ path: string }>("bad-path"),
  "path-never-written": kind<{ path: string }>("bad-path"),

  // Opening a history
  "no-such-folder": kind<{ path: string }>("not-found"),
  "not-a-folder": kind<{ path: string }>("bad-input"),
  "folder-gone": kind<{ root: string }>("not-found"),
  "folder-refused": kind<{
    root: string;
    why: RefusalReason;
    store: string;
  }>("refused"),
  "other-root": kind<{ root: string; recorded: string }>("wrong-root"),
  "newer-format": kind<{ format: number; supported: number }>("newer-format"),
  "store-unreachable": kind<{ path: string; errno: string; end: PathEnd }>(
    "io",
  ),

  // Other processes
  "lock-lost": kind("store-locked"),
  "written-by-others": kind("store-locked"),
  locked: kind<{
    pid: number | null;
    host: string | null;
    sinceMs: number | null;
    nothingDone: boolean;
    waitedMs: number;
    lockFile: string;
    isElsewhere: boolean;
  }>("store-locked"),

  // The disk
  "disk-full": kind<{ path: string; errno: string; doing: DiskOperation }>(
    "disk-full",
  ),
  "disk-error": kind<{
    path: string;
    errno: string;
    doing: DiskOperation;
    reason: string;
  }>("io"),

  // Damage
  "journal-gone": kind<{ folder: string }>("damaged"),
  "content-unreadable": kind<{ hash: string; reason: string }>("damaged"),
  "content-lost": kind<{ paths: string[]; count: number }>("damaged"),
  "record-lost": kind<{
    paths: string[];
    lostMoment: number;
    moment: number;
    count: number;
  }>("damaged"),

  // Recording
  "folder-too-large": kind<{
    files: number;
    bytes: number;
    largest: { path: string; files: number; bytes: number }[];
    isCounted: boolean;
  }>("over-budget"),
  "store-full": kind<{
    sizeBytes: number;
    neededBytes: number;
    quotaBytes: number;
    lost: "change" | "import";
  }>("quota"),
  "import-bad-time": kind<{ createdAt: string }>("bad-input"),
  "import-bad-path": kind<{ path: string }>("bad-path"),

  // Looking things up
  "unknown-checkpoint": kind<{
    reference: string;
    first: number | null;
    last: number | null;
  }>("not-found"),
  "unknown-name": kind<{
    name: string;
    first: number | null;
    last: number | null;
  }>("not-found"),
  "no-verdict": kind<{
    outcome: "good" | "bad";
    label: string | null;
    /** How many such states there are. */
    found: number;
  }>("not-found"),
  "bad-label": kind<{ most: number }>("bad-input"),
  "only-a-moment": kind<{
    reference: string;
    first: number | null;
    last: number | null;
  }>("not-found"),
  "unknown-moment": kind<{
    moment: number;
    first: number | null;
    last: number | null;
  }>("not-found"),
  "no-history": kind("not-found"),
  "time-in-future": kind<{ at: string; now: string }>("bad-input"),
  "time-before-history": kind<{ at: string; begins: string }>("not-found"),
  "several-checkpoints": kind<{
    reference: string;
    numbers: number[];
    times: string[];
  }>("ambiguous"),
  "moment-not-kept": kind<{
    moment: number;
    nearest: number | null;
    nearestAt: string | null;
  }>("not-kept"),
  "earlier-kind": kind<{ kind: string }>("bad-input"),
  "earlier-option": kind<{ field: string }>("bad-input"),
  "earlier-import": kind<{ moment: number; number: number | null }>(
    "bad-input",
  ),
  "file-not-there": kind<{ path: string; moment: number; label: string }>(
    "not-found",
  ),
  "binary-blame": kind<{ path: string }>("bad-input"),
  "folder-blame": kind<{ path: string }>("bad-input"),
  "unrecorded-blame": kind<{ path: string; why: Why }>("not-found"),
  "too-large-to-blame": kind<{ path: string; sizeBytes: number; most: number }>(
    "bad-input",
  ),
  "bad-line-range": kind<{ from: number; to: number }>("bad-input"),
  "no-such-line": kind<{ path: string; line: number; count: number }>(
    "not-found",
  ),
  "unknown-path": kind<{ path: string; labels: string[] }>("not-found"),
  "unknown-source": kind<{ source: string; known: string[] }>("not-found"),
  "checkpoint-protected": kind<{ number: number; why: "pinned" | "feature" }>(
    "protected",
  ),
  "search-nothing": kind<{ why: "none" | "both" | "empty" }>("bad-input"),
  "search-too-long": kind<{ most: number }>("bad-input"),
  "bad-expression": kind<{ reason: string }>("bad-input"),
  "slow-expression": kind("bad-input"),

  // Restoring
  "restore-to-now": kind("bad-input"),
  "bad-plan": kind<{ part: "id" | "operations" | "states" }>("bad-input"),
  "unknown-plan": kind<{ plan: string }>("not-found"),
  "plan-outdated": kind<{ paths: string[]; count: number }>("plan-changed"),
  "changed-while-saved": kind<{ paths: string[] }>("plan-changed"),
  "changed-while-restoring": kind<{ path: string }>("plan-changed"),
  "messages-deleted-since": kind("plan-changed"),
  "nothing-to-undo": kind<{ verb: "undo" | "redo" }>("nothing-to-undo"),
  "unknown-restore": kind<{ restore: string; verb: "undo" | "redo" }>(
    "not-found",
  ),
  "guard-not-kept": kind("not-kept"),
  "way-blocked": kind<{ path: string; blockedBy: string }>("io"),
  "written-differently": kind<{ path: string }>("io"),
  "file-unreadable": kind<{ path: string }>("io"),
  "left-as-changed": kind<{ path: string }>("plan-changed"),

  // Reverting
  "revert-what": kind("bad-input"),
  "revert-first": kind<{ number: number }>("bad-input"),
  "changed-nothing": kind<{ of: ChangesOf; since: string | null }>("not-found"),
  "changes-not-kept": kind<{
    moment: number;
    of: ChangesOf;
    at: string | null;
  }>("not-kept"),
  "no-conflict": kind<{ path: string }>("bad-input"),
  "cannot-come-back": kind<{ path: string; canDecide: boolean } & Obstacle>(
    "bad-input",
  ),
  conflicts: kind<{ path: string }>("conflicts"),

  // Threads
  "unknown-deed": kind<{ deed: string }>("not-found"),
  "unknown-thread": kind<{ thread: string }>("not-found"),
  "unknown-message": kind<{ thread: string; message: string }>("not-found"),
  "message-known": kind<{ thread: string; message: string }>("bad-input"),
  "bad-id": kind<{ field: "thread" | "message"; most: number }>("bad-input"),
  "bad-role": kind("bad-input"),
  "bad-message-text": kind<{ most: number }>("bad-input"),
  "thread-elsewhere": kind<{ thread: string; folder: string; root: string }>(
    "wrong-root",
  ),
  "message-of-agent": kind("not-allowed"),
  "message-deleted": kind("not-allowed"),
  "thread-of-other": kind<{ owner: string; as: string }>("not-allowed"),
  "message-not-kept": kind("not-kept"),

  // The worker
  "folder-closed": kind("not-found"),
  "worker-stopping": kind("cancelled"),
  "worker-stopped": kind("internal"),
  "worker-keeps-stopping": kind("internal"),
} as const;
