/**
 * Parts of what `--json` answers: names that programs rely on. A name ending in
 * `?` may be absent; a type that is a name of another part is that part.
 */
export type Fields = Readonly<
  Record<string, readonly [type: string, what: string]>
>;

const id: readonly [string, string] = ["text", "Unique; sorts by time"];
const time: readonly [string, string] = ["time", "ISO 8601, UTC"];
const path: readonly [string, string] = [
  "path",
  "Relative to the folder, with /",
];
const hash: readonly [string, string] = ["hash", "SHA-256 of the bytes"];
const mode: readonly [string, string] = ["mode", "644, 755; 120000 is a link"];
const source: readonly [string, string] = [
  "text",
  "editor, outside, git, restore, cli, or an agent's name",
];

const pathLists: Fields = {
  added: ["list of path", ""],
  modified: ["list of path", ""],
  deleted: ["list of path", ""],
};

const checkpoint: Fields = {
  id,
  number: ["number", "Counts up from 0, never given twice"],
  moment: ["number", "The moment it names"],
  kind: ["text", "automatic, guard, manual, feature or session"],
  name: ["text or null", ""],
  description: ["text or null", ""],
  createdAt: time,
  source,
  filesChanged: ["Counts", "Against the checkpoint before; in show: Paths"],
  unsaved: ["number", "Editors with unsaved text then"],
  skipped: ["list of Skipped", "Not recorded; in list the first 100"],
  skippedCount: ["number", ""],
  git: ["Git or null", ""],
  metadata: ["object", "What --meta gave"],
  task: ["object or null", "current?, completed?, session?, tokens?"],
  thread: ["text or null", ""],
  message: ["text or null", ""],
  pinned: ["yes/no", ""],
};

const thread: Fields = {
  id: ["text", ""],
  title: ["text", "Its first words"],
  source,
  folder: ["text", "The folder it belongs to"],
  createdAt: time,
  updatedAt: time,
  messages: ["number", "In thread show: list of Message"],
  deletedMessages: ["number", ""],
};

export const SHAPES: Readonly<Record<string, Fields>> = {
  Checkpoint: checkpoint,
  CheckpointInFull: { ...checkpoint, filesChanged: ["Paths", ""] },
  Counts: {
    added: ["number", ""],
    modified: ["number", ""],
    deleted: ["number", ""],
  },
  Paths: pathLists,
  Skipped: {
    path,
    reason: ["text", "too-large, unreadable, special, changing or name"],
  },
  Git: {
    commit: ["text or null", ""],
    branch: ["text or null", "Null when detached"],
    dirtyFiles: [
      "list of path",
      "Changed since this history first saw the commit; at most 1,000, in list 100",
    ],
    dirtyCount: ["number", "How many there are"],
  },
  Named: {
    id,
    number: ["number", ""],
    name: ["text or null", ""],
  },
  Guard: { id, number: ["number", ""] },
  Side: {
    label: ["text", "#12 name, @40, a time or workspace"],
    moment: ["number or null", ""],
    checkpoint: ["Named or null", ""],
  },
  Point: {
    moment: ["number", ""],
    at: time,
    checkpoint: ["Checkpoint or null", ""],
    label: ["text", ""],
  },
  Change: {
    path,
    "from?": ["path", "Where a renamed file came from"],
    layer: ["text", "disk or unsaved"],
    binary: ["yes/no", ""],
    linesAdded: ["number or null", "Null for binary files and links"],
    linesRemoved: ["number or null", ""],
    "mode?": ["object", "from and to, when it changed: 644, 755"],
    oldHash: ["hash or null", ""],
    newHash: ["hash or null", ""],
  },
  Diff: {
    from: ["Side", ""],
    to: ["Side", ""],
    added: ["list of Change", ""],
    modified: ["list of Change", ""],
    deleted: ["list of Change", ""],
    renamed: ["list of Change", ""],
    "patch?": ["text", "With --patch: unified"],
  },
  Plan: {
    id,
    verb: ["text", "restore, undo, redo, revert or thread"],
    target: ["Side", ""],
    scope: ["Scope", ""],
    base: ["number", "The moment it was made against"],
    createdAt: time,
    writes: ["list of Write", ""],
    deletes: ["list of Delete", ""],
    leftAlone: ["list of LeftAlone", ""],
    unsaved: ["list of object", "Unsaved texts to bring back: path, hash"],
    changedByOthers: ["list of ByOthers", ""],
    "changedSince?": ["list of path", "Of an undo or redo: changed since then"],
    "of?": ["text", "The restore that is undone or redone"],
    "messages?": ["object", "Messages marked deleted with it: thread, ids"],
  },
  Scope: {
    paths: ["list of path", "Empty: everything"],
    source: ["text or null", "Only what this one changed"],
    "isExact?": ["yes/no", "Just these paths, and nothing below them"],
    "unsavedAsFiles?": ["yes/no", "With --unsaved"],
  },
  Write: {
    path,
    action: ["text", "create or replace"],
    before: ["State or null", ""],
    after: ["State", ""],
  },
  Delete: { path, before: ["State", ""] },
  State: {
    hash,
    mode,
    sizeBytes: ["number", ""],
  },
  LeftAlone: {
    path,
    reason: [
      "text",
      "ignored-then, not-ours, too-large, unreadable, special, changing, name, blocked or protected",
    ],
  },
  ByOthers: { path, sources: ["list of text", ""] },
  Failure: { path, code: ["text", ""], message: ["text", ""] },
  Restored: {
    plan: ["Plan", ""],
    applied: ["yes/no", "False after --dry-run"],
    guard: ["Guard or null", "Holds what was replaced"],
    failures: ["list of Failure", ""],
    "moment?": ["number", "After it, when it was applied"],
    "restoreId?": ["text or null", "What to undo it by"],
    "isHalfDone?": ["yes/no", "It failed and could not be taken back yet"],
  },
  Restore: {
    id,
    verb: ["text", ""],
    at: time,
    target: ["text", ""],
    guard: ["number or null", ""],
    writes: ["number", ""],
    deletes: ["number", ""],
    state: ["text", "done, undone, recovered or rolled-back"],
    source,
  },
  Version: {
    path,
    born: ["number", "From this moment"],
    died: ["number or null", "To, not including, this one"],
    at: time,
    source,
    hash: ["hash or null", ""],
    sizeBytes: ["number", ""],
    mode,
    change: ["text", "added, modified, deleted, released or skipped"],
    reason: ["text or null", ""],
    unsaved: ["yes/no", ""],
    checkpoint: ["Named or null", "The first that has it"],
  },
  Deleted: {
    path,
    lastMoment: ["number", "The last that holds it"],
    deletedAt: time,
    sizeBytes: ["number", ""],
    hash,
    source,
  },
  Hit: {
    path,
    born: ["number", ""],
    died: ["number or null", ""],
    at: time,
    lastMoment: ["number", "The last that has it, as in lines"],
    lastAt: time,
    unsaved: ["yes/no", ""],
    hash,
    lines: ["list of Line", ""],
    firstCheckpoint: ["Named or null", ""],
    lastCheckpoint: ["Named or null", ""],
    current: ["yes/no", "The file still has it"],
  },
  Line: { line: ["number", "From 1"], text: ["text", ""] },
  Conflict: {
    path,
    base: ["text or null", "What the reverted change made of it"],
    ours: ["text or null", "What is there now"],
    theirs: ["text or null", "What it was before"],
    merged: ["text or null", "With markers; null for binary files"],
    binary: ["yes/no", ""],
  },
  Thread: thread,
  ThreadInFull: { ...thread, messages: ["list of Message", ""] },
  Message: {
    id: ["text", ""],
    thread: ["text", ""],
    index: ["number", "From 0, deleted ones too"],
    role: ["text", "user or agent"],
    text: ["text", ""],
    at: time,
    moment: ["number", ""],
    checkpoint: ["Guard or null", ""],
    deleted: ["yes/no", ""],
  },
  Error: {
    code: ["text", "For programs; message and hint are for people"],
    message: ["text", ""],
    hint: ["text or null", "What to do"],
    data: ["object", ""],
  },
};
