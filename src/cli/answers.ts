import { SHAPES, type Fields } from "./answerShapes";

const made: Fields = { checkpoint: ["Checkpoint", ""] };
const restored = SHAPES["Restored"]!;
const status: Fields = {
  workspace: ["text", "The folder"],
  store: ["text", "Where its history is"],
  sizeBytes: ["number", ""],
  checkpoints: ["number", ""],
  moments: ["number", ""],
  files: ["number", "Recorded now"],
  last: ["Checkpoint or null", ""],
  changed: ["Paths", "Since the last checkpoint"],
  skipped: ["list of Skipped", ""],
  undo: ["Restore or null", "What undo would take back"],
  redo: ["Restore or null", ""],
};

/**
 * What `--json` answers, verb by verb; mcp and hook speak protocols of their
 * own. `checkpoint help json` shows it, and a test compares it with what the
 * verbs print.
 */
export const ANSWERS: Readonly<Record<string, Fields>> = {
  create: made,
  watch: {
    workspace: ["text", ""],
    moments: ["number", "Recorded while it ran"],
    checkpoints: ["list of Checkpoint", "Made while it ran"],
  },
  guard: {
    guard: ["Checkpoint", ""],
    command: ["list of text", ""],
    exitCode: ["number", ""],
    restored: ["Restored or null", ""],
  },
  list: {
    checkpoints: ["list of Checkpoint", "Newest first"],
    next: ["number or null", "For --before: the next page"],
    total: ["number", "On all pages"],
  },
  show: { checkpoint: ["CheckpointInFull", ""] },
  diff: SHAPES["Diff"]!,
  cat: {
    ref: ["text", ""],
    path: ["path", ""],
    sizeBytes: ["number", ""],
    encoding: ["text", "utf8 or base64"],
    content: ["text", ""],
  },
  history: {
    path: ["path", ""],
    versions: ["list of Version", "Newest first"],
  },
  deleted: { deleted: ["list of Deleted", ""] },
  search: {
    hits: ["list of Hit", ""],
    searchedContents: ["number", ""],
    truncated: ["yes/no", "There are more than --limit"],
    "tooSlow?": ["list of path", "Given up: --regex takes too long on them"],
  },
  bisect: {
    culprit: ["Point or null", "The first bad one"],
    lastGood: ["Point", ""],
    suspects: ["list of Point", "When skipped ones may be it"],
    tests: ["list of object", "point, exitCode, outcome"],
    diff: ["Diff", ""],
  },
  status,
  restore: restored,
  undo: restored,
  redo: restored,
  revert: { ...restored, conflicts: ["list of Conflict", "With exit code 3"] },
  rename: made,
  describe: made,
  pin: made,
  unpin: made,
  delete: { deleted: ["list of number", ""] },
  prune: {
    dryRun: ["yes/no", ""],
    removed: ["list of object", "id, number, kind, name"],
    versions: ["number", "Forgotten"],
    freedBytes: ["number", ""],
    sizeBytes: ["number", "Of the store now"],
  },
  compact: {
    packsRewritten: ["number", ""],
    freedBytes: ["number", ""],
    sizeBytes: ["number", ""],
  },
  usage: {
    sizeBytes: ["number", ""],
    quotaBytes: ["number", ""],
    packBytes: ["number", ""],
    journalBytes: ["number", ""],
    indexBytes: ["number", ""],
    garbageBytes: ["number", ""],
    byKind: ["list of object", "kind, checkpoints, freeableBytes"],
    byFolder: ["list of object", "path, bytes, versions"],
    largest: ["list of object", "path, bytes, versions"],
  },
  verify: {
    ok: ["yes/no", ""],
    damaged: [
      "list of object",
      "what, file, offset, detail, paths, checkpoints",
    ],
    contents: ["number", "Checked"],
    bytes: ["number", ""],
    repaired: ["list of text", "With --repair"],
    lost: ["list of object", "path, checkpoints"],
  },
  adopt: status,
  "thread record": { message: ["Message", ""] },
  "thread list": { threads: ["list of Thread", ""] },
  "thread show": { thread: ["ThreadInFull", ""] },
  "thread edit": {
    thread: ["text", ""],
    message: ["text", ""],
    requiresConfirmation: ["yes/no", "Files would change: ask, then --yes"],
    restorations: ["list of object", "path, action"],
    changedByOthers: ["list of ByOthers", ""],
    deletedMessages: ["list of text", ""],
    planId: ["text", ""],
    applied: ["yes/no", ""],
    guard: ["Guard or null", ""],
    failures: ["list of Failure", ""],
    "isHalfDone?": ["yes/no", "It failed and could not be taken back yet"],
  },
  export: {
    exported: ["object", "label, files, to, and git: repository, ref, commit"],
  },
  import: { ...made, skipped: ["list of path", "What was not imported"] },
  connect: {
    agent: ["text", ""],
    scope: ["text", "user or project"],
    "agents?": [
      "list of object",
      "Without AGENT, beside scope alone: name, title, connected",
    ],
    applied: ["yes/no", ""],
    changes: ["list of object", "file, action, before, after"],
    commands: ["list of list", "Of the agent, to be run"],
    notes: ["list of text", ""],
    "written?": ["list of text", "Once applied, as are the next"],
    "removed?": ["list of text", ""],
    "ran?": ["list of list", ""],
    "toRun?": ["list of list", ""],
  },
  completion: { shell: ["text", ""], script: ["text", ""] },
  help: { verb: ["object", "Without VERB: verbs, a list"] },
};
