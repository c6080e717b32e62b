import { kind, type InnerError } from "./problemData";

/**
 * The problems of what surrounds the engine: where histories are, exports and imports, agents and
 * other callers. They are here because all errors are of one class.
 */
export const hostProblems = {
  // Locating histories
  "empty-workspace-option": kind("bad-input"),
  "store-of-other-folder": kind<{ store: string; root: string }>("bad-input"),
  "store-not-a-folder": kind<{ path: string }>("bad-input"),
  "temp-folder-inside": kind<{ path: string; root: string }>("bad-input"),
  "settings-unreadable": kind<
    { file: string } & (
      | { fault: "unknown-setting"; setting: string; settings: string[] }
      | { fault: "invalid"; error: InnerError }
      | { fault: "not-json"; reason: string }
      | { fault: "not-an-object" }
    )
  >("bad-input"),
  "folder-still-there": kind<{ path: string }>("refused"),
  "no-history-of": kind<{ path: string }>("not-found"),
  "store-in-the-way": kind<{ path: string }>("refused"),

  // Connecting agents
  "unknown-agent": kind<{ agent: string; known: string[] }>("bad-input"),
  "agent-settings-outside": kind<{ file: string; target: string }>(
    "not-allowed",
  ),
  "agent-settings-not-text": kind<{ file: string }>("io"),
  "agent-settings-not-json": kind<{ file: string }>("bad-input"),
  "agent-settings-wrong-type": kind<{
    file: string;
    key: string;
    wanted: "list" | "object";
  }>("bad-input"),
  "agent-settings-not-toml": kind<{ file: string }>("bad-input"),
  "agent-settings-inline": kind<{ file: string; table: string }>("bad-input"),
  "agent-table-taken": kind<{ file: string; table: string }>("bad-input"),
  /** `where` is the file, or the name of an agent whose own command was asked. */
  "agent-server-taken": kind<{ where: string; file?: string }>("bad-input"),
  "agent-file-taken": kind<{ file: string }>("bad-input"),
  "agent-settings-changed": kind<{ file: string }>("plan-changed"),
  /** `file` is the backup. */
  "agent-backup-failed": kind<{ file: string; original: string }>("io"),
  "agent-settings-not-written": kind<{ file: string }>("io"),
  "launcher-not-written": kind<{ file: string }>("io"),

  // How agents, other extensions and programs call Checkpoint
  "bad-tool-call": kind<{
    fault:
      | "plan-and-more"
      | "restore-without-target"
      | "restore-without-scope"
      | "restore-everything-limited"
      | "revert-subject"
      | "since-without-source"
      | "message-without-thread"
      | "maybe-without-author";
  }>("bad-input"),
  "unknown-tool": kind<{ tool: string }>("internal"),
  "not-confirmed": kind("cancelled"),
  "too-large-to-send": kind("bad-input"),
  "nothing-recorded-yet": kind("not-found"),
  "folder-not-recorded": kind("refused"),
  "folder-not-open": kind<{ path: string | null }>("not-found"),
  "recording-ended": kind("cancelled"),
  "which-folder": kind<{ names: string[] }>("ambiguous"),
  "unknown-folder": kind<{ name: string; names: string[] }>("not-found"),
  "unknown-option": kind<{ option: string; options: string[] }>("bad-input"),
  "bad-option": kind<{
    option: string;
    wanted: "folder" | "boolean" | "count" | "globs";
  }>("bad-input"),
  "service-closed": kind("internal"),
  "agent-settings-not-planned": kind("internal"),

  // Export and import
  "target-taken": kind<{ path: string }>("refused"),
  "no-longer-a-file": kind<{ path: string }>("io"),
  "bad-archive": kind<{
    offset: number;
    fault: "size" | "name-too-long" | "no-end" | "record" | "header";
  }>("damaged"),
  "archive-unpacked": kind<{ file: string }>("damaged"),
  "import-over-quota": kind<{ what: string; quotaBytes: number }>("quota"),
  "import-over-disk": kind<{ what: string; path: string; freeBytes: number }>(
    "disk-full",
  ),
  "bad-manifest": kind<{
    fault:
      | "not-json"
      | "not-an-export"
      | "newer"
      | "bad-time"
      | "not-an-object"
      | "not-text";
    field: string | null;
  }>("bad-input"),
  "hostile-path": kind<{
    path: string;
    why: "protected" | "twice" | "below-a-file";
  }>("bad-path"),
  "git-missing": kind("not-found"),
  "git-failed": kind<{
    exitCode: number | null;
    command: string;
    reason: string;
  }>("io"),
  "no-such-repository": kind<{ path: string }>("not-found"),
  "not-a-repository": kind<{ path: string; reason: string }>("not-found"),
  "ref-outside": kind<{ ref: string; prefix: string }>("bad-input"),
  "bad-ref": kind<{ ref: string; prefix: string }>("bad-input"),
  "ref-checked-out": kind<{ ref: string }>("refused"),
  "no-commit-written": kind<{ ref: string }>("io"),
  "unknown-commit": kind<{ ref: string }>("not-found"),
  "commit-incomplete": kind<{ missing: string }>("damaged"),
} as const;
