import * as z from "zod";
import { authors, blame } from "./blame";
import {
  checkpoint,
  checkpointDetail,
  checkpointPage,
  deletedCheckpoints,
  point,
  verdictResult,
} from "./checkpoint";
import { diff } from "./diff";
import { spokenError } from "./error";
import { restored, reverted, report, threadEdit } from "./restore";
import { flag, number, path, paths, shape, text, textOrNull } from "./shape";
import {
  compactResult,
  pruneResult,
  status,
  usage,
  verifyResult,
} from "./store";
import { thread, threadDetail, threadMessage } from "./thread";
import { timeline } from "./timeline";
import { deletedFile, fileVersion, searchResult, why } from "./version";

const list = (what: string) => z.array(z.string()).describe(what);
const commands = (what: string) => z.array(z.array(z.string())).describe(what);

const changed = z
  .object({ checkpoint: checkpoint.describe("The checkpoint") })
  .describe("The checkpoint, as it is now.");

const bisectTest = shape("BisectTest", {
  point: point.describe("What was tested"),
  exitCode: number("The exit code of the command"),
  outcome: z.enum(["good", "bad", "skip"]).describe("The result"),
});
export type BisectTest = z.infer<typeof bisectTest>;

const leftOut = shape("LeftOut", {
  path,
  reason: z
    .enum([
      "build-product",
      "too-large", // more than is copied without being asked for
      "no-space", // it would fill more than half of the temporary folder's disk
      "unreadable", // or neither a file, a folder nor a link
      "leads-back", // a symbolic link to the workspace or to a folder above it
      "name", // a recorded file whose name this system does not allow
      "link", // a recorded link where none can be made
    ])
    .describe("Why it was not copied"),
});
export type LeftOut = z.infer<typeof leftOut>;

const bisect = z
  .object({
    culprit: point
      .nullable()
      .describe("The first bad point; null if it is uncertain"),
    lastGood: point.describe("The last good point"),
    suspects: z
      .array(point)
      .describe("The points that may be the first bad one, after skips"),
    tests: z.array(bisectTest).describe("Every test, in order"),
    leftOut: z.array(leftOut).describe("Paths that the tests ran without"),
    diff: diff.describe("From the last good point to the first bad one"),
  })
  .describe("With exit code 1 if `culprit` is null.");
export type BisectAnswer = z.infer<typeof bisect>;

/** What bisect tells the program that started it, if that opened a channel for messages. */
export type BisectStep =
  | { type: "testing"; point: BisectTest["point"]; testsLeft: number | null }
  | { type: "tested"; test: BisectTest };

const run = z
  .object({
    point: point.describe("What the copy contains"),
    copy: textOrNull(
      "The copy that was kept, as an absolute path; null without --into",
    ),
    exitCode: number(
      "The exit code of the command; null if none ran",
    ).nullable(),
    leftOut: z.array(leftOut).describe("Paths that the copy lacks"),
  })
  .describe("Ends with the exit code of the command.");
export type RunAnswer = z.infer<typeof run>;

const gitCommit = shape("GitCommit", {
  repository: text("The repository, as an absolute path"),
  ref: text("The ref that was written"),
  commit: text("The commit"),
});

export type GitCommit = z.infer<typeof gitCommit>;

const exported = shape("Exported", {
  label: text("What was exported"),
  files: number("How many files"),
  to: textOrNull("The folder or file, as an absolute path; null for git"),
  git: gitCommit.nullable().describe("Null for a folder or file"),
});

const agent = shape("Agent", {
  name: text("Its name for connect"),
  title: text("Its display name"),
  connected: flag("It is connected"),
});

const settingsChange = shape("SettingsChange", {
  file: text("A settings file, as an absolute path"),
  action: z
    .enum(["create", "replace", "delete"])
    .describe("What happens to the file"),
  before: textOrNull("Its text now; null if there is no file"),
  after: textOrNull("Its new text; null if it is deleted"),
});

export type SettingsChange = z.infer<typeof settingsChange>;

const scope = z.enum(["user", "project"]).describe("Whose settings");
const connected = z.object({
  agent: text("The agent"),
  scope,
  applied: flag("Its settings were written"),
  changes: z.array(settingsChange).describe("Changes to its settings"),
  commands: commands("Commands of the agent's own CLI to run"),
  notes: list("Notes for the user"),
  written: list("Files that were written").exactOptional(),
  removed: list("Files that were removed").exactOptional(),
  ran: commands("Commands that were run").exactOptional(),
  toRun: commands("Commands for the user to run").exactOptional(),
});
const connectable = z.object({
  scope,
  agents: z.array(agent).describe("Without AGENT: those that can be connected"),
});

/** What connect answers, with or without AGENT. */
export type ConnectAnswer = Partial<
  z.infer<typeof connected> & z.infer<typeof connectable>
>;

const helpOption = shape("HelpOption", {
  name: text("With its dashes"),
  short: textOrNull("Its short form; null if it has none"),
  value: textOrNull("The name of its value; null if it takes none"),
  help: text("What it does"),
  choices: list("The allowed values; null for any").nullable(),
});

const helpVerb = shape("HelpVerb", {
  verb: text("Its name"),
  group: text("The group it is listed in"),
  summary: text("What it does"),
  usage: text("Its usage"),
  options: z.array(helpOption).describe("Its own options"),
  examples: commands("Each a command and what it does"),
});

const suggestion = shape("Suggestion", {
  word: text("A word that can come next"),
  help: text("What it means"),
});

const tables = (what: string) =>
  z
    .record(z.string(), z.record(z.string(), z.array(z.string())))
    .describe(what);

/**
 * What each verb of the command answers with `--json`. The verbs that are not
 * here (`mcp`, `hook`) speak protocols of their own.
 */
export const verbs = {
  create: changed,
  watch: z
    .object({
      workspace: text("The folder, as an absolute path"),
      moments: number("Moments that were recorded"),
      checkpoints: z
        .array(checkpoint)
        .describe("Checkpoints that were created"),
    })
    .describe("Printed when it ends."),
  guard: z
    .object({
      guard: checkpoint.describe("The checkpoint before the command"),
      command: list("The command"),
      exitCode: number("The exit code of the command"),
      restored: report
        .nullable()
        .describe("The restore after it failed; null if there was none"),
    })
    .describe("Ends with the exit code of the command."),
  check: verdictResult
    .extend({
      restored: report
        .nullable()
        .describe("The restore after it failed; null if there was none"),
    })
    .describe("Ends with the exit code of the command."),
  list: checkpointPage,
  timeline,
  show: z.object({ checkpoint: checkpointDetail.describe("The checkpoint") }),
  diff,
  cat: z.object({
    ref: text("The reference, as given"),
    path,
    sizeBytes: number("Its size"),
    encoding: z.enum(["utf8", "base64"]).describe("The encoding of content"),
    content: text("The file"),
  }),
  history: z.object({
    path,
    versions: z.array(fileVersion).describe("Newest first"),
  }),
  blame,
  authors,
  deleted: z.object({
    deleted: z.array(deletedFile).describe("Most recently deleted first"),
  }),
  search: searchResult,
  run,
  bisect,
  status,
  why,
  restore: restored,
  undo: restored,
  redo: restored,
  revert: reverted.describe("With conflicts the exit code is 3."),
  rename: changed,
  describe: changed,
  pin: changed,
  unpin: changed,
  delete: deletedCheckpoints,
  prune: pruneResult,
  compact: compactResult,
  usage,
  verify: verifyResult.describe("With exit code 1 if there is damage."),
  adopt: status,
  "thread record": z.object({
    message: threadMessage.describe("The message"),
  }),
  "thread list": z.object({
    threads: z.array(thread).describe("Most recently changed first"),
  }),
  "thread show": z.object({
    thread: threadDetail.describe("The conversation"),
  }),
  "thread edit": threadEdit.describe(
    "If `requiresConfirmation`, nothing is changed without `--yes`.",
  ),
  "import-conversations": z.object({
    threads: list("The conversations that were imported"),
    messages: number("How many messages were imported"),
    leftOut: number("How many messages are older than this history"),
  }),
  export: z.object({
    exported: exported.describe("What was written"),
    leftOut: paths("Files that a folder on this system cannot represent"),
  }),
  import: z.object({
    checkpoint: checkpoint.describe("The checkpoint that was created"),
    skipped: paths("Files that were not imported"),
  }),
  connect: z
    .union([connected, connectable])
    .describe(
      "Without AGENT only `scope` and `agents`; with `--dry-run` nothing after `notes`.",
    ),
  completion: z
    .union([
      z.object({
        shell: text("The shell"),
        script: text("The script for its profile"),
      }),
      z.object({
        words: z.array(suggestion).describe("With `--`: what can come next"),
        files: z
          .enum(["file", "folder"])
          .nullable()
          .describe(
            "With `--`: files can come next, or folders; null if neither",
          ),
      }),
    ])
    .describe("With words after `--`, only what can come next."),
  help: z
    .union([
      z.object({ verb: helpVerb.describe("With VERB") }),
      z.object({ verbs: z.array(helpVerb).describe("Without VERB: all") }),
      z.object({
        answers: tables("With json: each verb's fields, as type and meaning"),
        shapes: tables("With json: each value's fields, as type and meaning"),
      }),
    ])
    .describe("One of them."),
};

/** What a verb answers instead when it fails. */
export const failure = z.object({
  error: spokenError.describe("What happened"),
});
