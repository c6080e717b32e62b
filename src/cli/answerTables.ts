// Generated from src/answers: see test/answers/pages.test.ts.

/** Fields by name: the type as text, and the meaning. */
export type Fields = Readonly<
  Record<string, readonly [type: string, what: string]>
>;

export const answers: Readonly<Record<string, Fields>> = {
  create: { checkpoint: ["Checkpoint", "The checkpoint"] },
  watch: {
    workspace: ["text", "The folder, as an absolute path"],
    moments: ["number", "Moments that were recorded"],
    checkpoints: ["list of Checkpoint", "Checkpoints that were created"],
  },
  guard: {
    guard: ["Checkpoint", "The checkpoint before the command"],
    command: ["list of text", "The command"],
    exitCode: ["number", "The exit code of the command"],
    restored: [
      "Report or null",
      "The restore after it failed; null if there was none",
    ],
  },
  check: {
    verdict: ["Verdict", "The verdict"],
    checkpoint: [
      "Checkpoint or null",
      "The checkpoint that has the state; null if there is none",
    ],
    lastGood: [
      "SinceGood or null",
      "The last state on which this command passed; null if none",
    ],
    restored: [
      "Report or null",
      "The restore after it failed; null if there was none",
    ],
  },
  list: {
    checkpoints: ["list of Checkpoint", "The newest state first"],
    next: [
      "number or null",
      "Pass this as before to get the next page; null on the last page",
    ],
    total: ["number", "The total number on all pages"],
  },
  timeline: {
    from: ["time", "The start of the first bucket"],
    to: ["time", "The end of the last bucket"],
    buckets: ["number", "How many buckets of equal length there are"],
    start: ["time or null", "When the history began; null if it is empty"],
    end: ["time or null", "When something last changed"],
    moments: ["number", "How many moments match, in the whole history"],
    thinnedUntil: [
      "time or null",
      "Before this time retention kept only the states of checkpoints; null if every state is kept",
    ],
    lanes: [
      "list of TimelineLane",
      "Who changed something, the one with the most moments first",
    ],
    marks: [
      "list of TimelineMark",
      "At most one of a kind for each bucket, oldest first",
    ],
  },
  show: { checkpoint: ["CheckpointDetail", "The checkpoint"] },
  diff: {
    from: ["Side", "The older side"],
    to: ["Side", "The newer side"],
    added: ["list of FileChange", "Files that only the newer side has"],
    modified: ["list of FileChange", "Files that differ"],
    deleted: ["list of FileChange", "Files that only the older side has"],
    renamed: ["list of FileChange", "Files with a new path"],
    "patch?": ["text", "A unified patch, if requested"],
  },
  cat: {
    ref: ["text", "The reference, as given"],
    path: ["path", "Relative to the workspace folder, with / between names"],
    sizeBytes: ["number", "Its size"],
    encoding: ["text", "The encoding of content (utf8, base64)"],
    content: ["text", "The file"],
  },
  history: {
    path: ["path", "Relative to the workspace folder, with / between names"],
    versions: ["list of FileVersion", "Newest first"],
  },
  blame: {
    path: ["path", "Relative to the workspace folder, with / between names"],
    at: ["number", "The moment whose state this is"],
    lines: ["list of BlameLine", "In order"],
  },
  authors: {
    at: ["number", "The moment whose state this is"],
    since: [
      "number or null",
      "The moment since which authors are named; null for all",
    ],
    authors: [
      "list of AuthorLines",
      "The one with most lines first, then older lines",
    ],
    skipped: [
      "list of path",
      "Changed files without lines: binary or too large",
    ],
  },
  deleted: { deleted: ["list of DeletedFile", "Most recently deleted first"] },
  search: {
    hits: ["list of SearchHit", "Versions that match"],
    searchedContents: ["number", "File contents that were searched"],
    truncated: ["yes/no", "There are more results than the limit"],
    "tooSlow?": [
      "list of path",
      "Files whose search was stopped because the regular expression takes too long",
    ],
  },
  run: {
    point: ["Point", "What the copy contains"],
    copy: [
      "text or null",
      "The copy that was kept, as an absolute path; null without --into",
    ],
    exitCode: [
      "number or null",
      "The exit code of the command; null if none ran",
    ],
    leftOut: ["list of LeftOut", "Paths that the copy lacks"],
  },
  bisect: {
    culprit: ["Point or null", "The first bad point; null if it is uncertain"],
    lastGood: ["Point", "The last good point"],
    suspects: [
      "list of Point",
      "The points that may be the first bad one, after skips",
    ],
    tests: ["list of BisectTest", "Every test, in order"],
    leftOut: ["list of LeftOut", "Paths that the tests ran without"],
    diff: ["Diff", "From the last good point to the first bad one"],
  },
  status: {
    workspace: ["text", "The folder, as an absolute path"],
    store: ["text", "Where its history is, as an absolute path"],
    sizeBytes: ["number", "The size of the store"],
    checkpoints: ["number", "How many checkpoints there are"],
    moments: ["number", "How many moments there are"],
    files: ["number", "How many files are recorded now"],
    last: [
      "Checkpoint or null",
      "The newest checkpoint; null if there is none",
    ],
    changed: ["ChangePaths", "Since the last checkpoint"],
    skipped: ["list of Skipped", "Files that are not recorded"],
    checks: [
      "list of CheckSeries",
      "What was checked, the most recent first; at most 20",
    ],
    undo: ["RestoreEntry or null", "What undo would undo"],
    redo: ["RestoreEntry or null", "What redo would redo"],
  },
  why: {
    path: ["path", "Relative to the workspace folder, with / between names"],
    recorded: ["yes/no", "True if it is recorded"],
    reason: [
      "text",
      "Why, or why not (recorded, tracked, included, gitignore, exclude, version-control, temporary, behind-link, absent, not-yet, too-large, unreadable, special, changing, name, own-data)",
    ],
    matched: [
      "path",
      "What the reason applies to: the path or a folder above it",
    ],
    rule: ["IgnoreRule or null", "The rule that decides; null if none does"],
  },
  restore: {
    plan: ["Plan", "What was planned"],
    applied: ["yes/no", "The files were restored; false after a dry run"],
    guard: [
      "CheckpointNumber or null",
      "The guard checkpoint that has what was replaced; null if nothing was",
    ],
    failures: [
      "list of RestoreFailure",
      "What went wrong; if anything did, the files were rolled back",
    ],
    "moment?": ["number", "The moment after the restore"],
    "restoreId?": [
      "text or null",
      "The id for undoing it; null if nothing was done",
    ],
    "isHalfDone?": [
      "yes/no",
      "It failed and could not be rolled back yet; Checkpoint tries again whenever it opens the history",
    ],
  },
  undo: {
    plan: ["Plan", "What was planned"],
    applied: ["yes/no", "The files were restored; false after a dry run"],
    guard: [
      "CheckpointNumber or null",
      "The guard checkpoint that has what was replaced; null if nothing was",
    ],
    failures: [
      "list of RestoreFailure",
      "What went wrong; if anything did, the files were rolled back",
    ],
    "moment?": ["number", "The moment after the restore"],
    "restoreId?": [
      "text or null",
      "The id for undoing it; null if nothing was done",
    ],
    "isHalfDone?": [
      "yes/no",
      "It failed and could not be rolled back yet; Checkpoint tries again whenever it opens the history",
    ],
  },
  redo: {
    plan: ["Plan", "What was planned"],
    applied: ["yes/no", "The files were restored; false after a dry run"],
    guard: [
      "CheckpointNumber or null",
      "The guard checkpoint that has what was replaced; null if nothing was",
    ],
    failures: [
      "list of RestoreFailure",
      "What went wrong; if anything did, the files were rolled back",
    ],
    "moment?": ["number", "The moment after the restore"],
    "restoreId?": [
      "text or null",
      "The id for undoing it; null if nothing was done",
    ],
    "isHalfDone?": [
      "yes/no",
      "It failed and could not be rolled back yet; Checkpoint tries again whenever it opens the history",
    ],
  },
  revert: {
    plan: ["Plan", "What was planned"],
    applied: ["yes/no", "The files were restored; false after a dry run"],
    guard: [
      "CheckpointNumber or null",
      "The guard checkpoint that has what was replaced; null if nothing was",
    ],
    failures: [
      "list of RestoreFailure",
      "What went wrong; if anything did, the files were rolled back",
    ],
    "moment?": ["number", "The moment after the restore"],
    "restoreId?": [
      "text or null",
      "The id for undoing it; null if nothing was done",
    ],
    "isHalfDone?": [
      "yes/no",
      "It failed and could not be rolled back yet; Checkpoint tries again whenever it opens the history",
    ],
    conflicts: [
      "list of Conflict",
      "Conflicts to resolve; if there are any, nothing was written",
    ],
    maybe: [
      "list of UncertainChange",
      "Files left alone because several writers were at work when they changed, so their author is unknown",
    ],
  },
  rename: { checkpoint: ["Checkpoint", "The checkpoint"] },
  describe: { checkpoint: ["Checkpoint", "The checkpoint"] },
  pin: { checkpoint: ["Checkpoint", "The checkpoint"] },
  unpin: { checkpoint: ["Checkpoint", "The checkpoint"] },
  delete: { deleted: ["list of number", "The numbers of deleted checkpoints"] },
  prune: {
    dryRun: [
      "yes/no",
      "True if nothing was removed and this is only a preview",
    ],
    removed: ["list of PrunedCheckpoint", "Checkpoints that were removed"],
    versions: ["number", "File versions that were removed"],
    freedBytes: ["number", "Space that was freed"],
    sizeBytes: ["number", "The size of the store now"],
  },
  compact: {
    packsRewritten: ["number", "Pack files that were rewritten"],
    freedBytes: ["number", "Space that was freed"],
    sizeBytes: ["number", "The size of the store now"],
  },
  usage: {
    sizeBytes: ["number", "The size of the store"],
    quotaBytes: ["number", "The maximum size that the settings allow"],
    packBytes: ["number", "Contents"],
    journalBytes: ["number", "The journal"],
    indexBytes: ["number", "The index, which can be rebuilt"],
    garbageBytes: ["number", "What compact would free"],
    byKind: ["list of UsageOfKind", "By kind of checkpoint"],
    byFolder: ["list of UsageOfPath", "By top-level folder"],
    largest: ["list of UsageOfPath", "The files that use the most space"],
  },
  verify: {
    ok: ["yes/no", "No damage was found"],
    damaged: ["list of Damage", "What is damaged"],
    contents: ["number", "File contents that were checked"],
    bytes: ["number", "Their size"],
    repaired: ["list of text", "What was repaired, with --repair"],
    lost: ["list of LostFile", "Versions that cannot be recovered"],
  },
  adopt: {
    workspace: ["text", "The folder, as an absolute path"],
    store: ["text", "Where its history is, as an absolute path"],
    sizeBytes: ["number", "The size of the store"],
    checkpoints: ["number", "How many checkpoints there are"],
    moments: ["number", "How many moments there are"],
    files: ["number", "How many files are recorded now"],
    last: [
      "Checkpoint or null",
      "The newest checkpoint; null if there is none",
    ],
    changed: ["ChangePaths", "Since the last checkpoint"],
    skipped: ["list of Skipped", "Files that are not recorded"],
    checks: [
      "list of CheckSeries",
      "What was checked, the most recent first; at most 20",
    ],
    undo: ["RestoreEntry or null", "What undo would undo"],
    redo: ["RestoreEntry or null", "What redo would redo"],
  },
  "thread record": { message: ["ThreadMessage", "The message"] },
  "thread list": { threads: ["list of Thread", "Most recently changed first"] },
  "thread show": { thread: ["ThreadDetail", "The conversation"] },
  "thread edit": {
    thread: ["text", "The conversation"],
    message: ["text", "The message"],
    requiresConfirmation: [
      "yes/no",
      "Files would change, so ask the user first",
    ],
    restorations: ["list of Restoration", "Files that change"],
    changedByOthers: [
      "list of ChangedByOthers",
      "Those files that someone else has changed since the target",
    ],
    leftToOthers: [
      "list of ChangedByOthers",
      "Files that are not changed because only others changed them",
    ],
    deletedMessages: [
      "list of text",
      "Messages that are marked as deleted, or would be",
    ],
    planId: ["text", "The plan's id"],
    applied: ["yes/no", "The files were restored and the messages marked"],
    guard: [
      "CheckpointNumber or null",
      "The guard checkpoint that has what was replaced; null if nothing was",
    ],
    failures: [
      "list of RestoreFailure",
      "What went wrong; if anything did, the files were rolled back",
    ],
    "isHalfDone?": [
      "yes/no",
      "It failed and could not be rolled back yet; Checkpoint tries again whenever it opens the history",
    ],
  },
  "import-conversations": {
    threads: ["list of text", "The conversations that were imported"],
    messages: ["number", "How many messages were imported"],
    leftOut: ["number", "How many messages are older than this history"],
  },
  export: {
    exported: ["Exported", "What was written"],
    leftOut: [
      "list of path",
      "Files that a folder on this system cannot represent",
    ],
  },
  import: {
    checkpoint: ["Checkpoint", "The checkpoint that was created"],
    skipped: ["list of path", "Files that were not imported"],
  },
  connect: {
    "agent?": ["text", "The agent"],
    scope: ["text", "Whose settings (user, project)"],
    "applied?": ["yes/no", "Its settings were written"],
    "changes?": ["list of SettingsChange", "Changes to its settings"],
    "commands?": [
      "list of list of text",
      "Commands of the agent's own CLI to run",
    ],
    "notes?": ["list of text", "Notes for the user"],
    "written?": ["list of text", "Files that were written"],
    "removed?": ["list of text", "Files that were removed"],
    "ran?": ["list of list of text", "Commands that were run"],
    "toRun?": ["list of list of text", "Commands for the user to run"],
    "agents?": ["list of Agent", "Without AGENT: those that can be connected"],
  },
  completion: {
    "shell?": ["text", "The shell"],
    "script?": ["text", "The script for its profile"],
    "words?": ["list of Suggestion", "With `--`: what can come next"],
    "files?": [
      "text or null",
      "With `--`: files can come next, or folders; null if neither (file, folder)",
    ],
  },
  help: {
    "verb?": ["HelpVerb", "With VERB"],
    "verbs?": ["list of HelpVerb", "Without VERB: all"],
    "answers?": [
      "object",
      "With json: each verb's fields, as type and meaning",
    ],
    "shapes?": [
      "object",
      "With json: each value's fields, as type and meaning",
    ],
  },
};

export const shapes: Readonly<Record<string, Fields>> = {
  Agent: {
    name: ["text", "Its name for connect"],
    title: ["text", "Its display name"],
    connected: ["yes/no", "It is connected"],
  },
  AuthorLines: {
    source: [
      "text or null",
      "Who wrote them, or formatter; null for lines older than the history or since",
    ],
    thread: ["text or null", "The conversation in which they were written"],
    title: ["text or null", "Its first words"],
    lines: ["number", "How many lines"],
    files: ["list of LinesInFile", "In which files, in order of path"],
  },
  BisectTest: {
    point: ["Point", "What was tested"],
    exitCode: ["number", "The exit code of the command"],
    outcome: ["text", "The result (good, bad, skip)"],
  },
  BlameLine: {
    line: ["number", "Counts from 1"],
    text: ["text", "The line, without its line ending"],
    moment: ["number", "The moment that has it first"],
    checkpoint: [
      "number or null",
      "The number of the first checkpoint with that version; null if none has it",
    ],
    source: [
      "text or null",
      "Who wrote it; formatter for what changed while the editor saved it; null if that is not known: see age",
    ],
    model: ["text or null", "The agent's model; null if it is not known"],
    subagent: ["text or null", "The subagent that wrote it; null if none did"],
    thread: ["text or null", "The conversation in which it was written"],
    message: ["text or null", "The id of the prompt before it"],
    prompt: ["text or null", "What the user had asked the agent"],
    recordedAt: ["time", "When that version was recorded"],
    path: ["path", "The file's path then"],
    age: [
      "text",
      "Whether the history has the change that brought it (recorded, older, thinned)",
    ],
    unsaved: ["yes/no", "In the unsaved text of an editor, not in the file"],
  },
  ChangeCounts: {
    added: ["number", "Files that were added"],
    modified: ["number", "Files that were modified"],
    deleted: ["number", "Files that were deleted"],
  },
  ChangePaths: {
    added: ["list of path", "Files that were added"],
    modified: ["list of path", "Files that were modified"],
    deleted: ["list of path", "Files that were deleted"],
  },
  ChangedBy: {
    source: [
      "text",
      "editor, outside (author unknown), git, restore, cli, or an agent's name",
    ],
    files: ["number", "How many of the files it changed"],
  },
  ChangedByOthers: {
    path: ["path", "Relative to the workspace folder, with / between names"],
    sources: ["list of text", "Who changed it"],
  },
  CheckSeries: {
    label: ["text", "What is run"],
    last: ["Verdict", "The latest verdict"],
    failingSince: [
      "time or null",
      "When it first failed after it last passed; null if it passes",
    ],
    lastGood: [
      "SinceGood or null",
      "The last state on which it passed; null if there is none",
    ],
  },
  Checkpoint: {
    id: ["text", "Unique; sorts by time"],
    number: ["number", "Counts up from 0; a number is never used again"],
    moment: ["number", "The moment that it names"],
    kind: [
      "text",
      "Its kind, which decides how long it is kept (automatic, guard, manual, feature, session)",
    ],
    name: ["text or null", "Null if it has no name"],
    description: ["text or null", "Its description; null if there is none"],
    createdAt: ["time", "ISO 8601, in UTC"],
    "stateAt?": [
      "time",
      "When its state was recorded, if it was created later, of an earlier moment; otherwise absent",
    ],
    source: [
      "text",
      "editor, outside (author unknown), git, restore, cli, or an agent's name",
    ],
    filesChanged: ["ChangeCounts", "Compared with the checkpoint before it"],
    unsaved: ["number", "Editors that had unsaved text"],
    skipped: [
      "list of Skipped",
      "Files that were not recorded; in lists of checkpoints the first 100",
    ],
    skippedCount: ["number", "How many files were not recorded"],
    git: [
      "GitState or null",
      "Null if the folder is not in a repository, or if stateAt is present: what git had then is not known",
    ],
    metadata: ["object", "Additional data from its creator"],
    task: ["TaskState or null", "The agent's task list, if it provided one"],
    thread: ["text or null", "The conversation that it belongs to"],
    message: ["text or null", "The message that it belongs to"],
    pinned: ["yes/no", "Never removed automatically"],
    "models?": [
      "list of text",
      "Models of the agents that made its changes; absent if none is known",
    ],
    "subagents?": [
      "list of text",
      "Subagents that made some of its changes; absent if none did",
    ],
    verdicts: [
      "list of Verdict",
      "Which commands passed or failed on this state, oldest first",
    ],
  },
  CheckpointDetail: {
    id: ["text", "Unique; sorts by time"],
    number: ["number", "Counts up from 0; a number is never used again"],
    moment: ["number", "The moment that it names"],
    kind: [
      "text",
      "Its kind, which decides how long it is kept (automatic, guard, manual, feature, session)",
    ],
    name: ["text or null", "Null if it has no name"],
    description: ["text or null", "Its description; null if there is none"],
    createdAt: ["time", "ISO 8601, in UTC"],
    "stateAt?": [
      "time",
      "When its state was recorded, if it was created later, of an earlier moment; otherwise absent",
    ],
    source: [
      "text",
      "editor, outside (author unknown), git, restore, cli, or an agent's name",
    ],
    filesChanged: ["ChangePaths", "Compared with the checkpoint before it"],
    unsaved: ["number", "Editors that had unsaved text"],
    skipped: [
      "list of Skipped",
      "Files that were not recorded; in lists of checkpoints the first 100",
    ],
    skippedCount: ["number", "How many files were not recorded"],
    git: [
      "GitState or null",
      "Null if the folder is not in a repository, or if stateAt is present: what git had then is not known",
    ],
    metadata: ["object", "Additional data from its creator"],
    task: ["TaskState or null", "The agent's task list, if it provided one"],
    thread: ["text or null", "The conversation that it belongs to"],
    message: ["text or null", "The message that it belongs to"],
    pinned: ["yes/no", "Never removed automatically"],
    "models?": [
      "list of text",
      "Models of the agents that made its changes; absent if none is known",
    ],
    "subagents?": [
      "list of text",
      "Subagents that made some of its changes; absent if none did",
    ],
    verdicts: [
      "list of Verdict",
      "Which commands passed or failed on this state, oldest first",
    ],
  },
  CheckpointName: {
    id: ["text", "Unique; sorts by time"],
    number: ["number", "The checkpoint's number"],
    name: ["text or null", "Its name; null if it has none"],
  },
  CheckpointNumber: {
    id: ["text", "Unique; sorts by time"],
    number: ["number", "The checkpoint's number"],
  },
  Conflict: {
    path: ["path", "Relative to the workspace folder, with / between names"],
    base: [
      "text or null",
      "The text that the reverted change made; null if there is no file or it is binary",
    ],
    ours: [
      "text or null",
      "The text now; null if there is no file or it is binary",
    ],
    theirs: [
      "text or null",
      "The text before the reverted change; null if there is no file or it is binary",
    ],
    merged: ["text or null", "With conflict markers; null for binary files"],
    binary: ["yes/no", "Not text"],
  },
  Damage: {
    what: ["text", "What is damaged (pack, journal, index, content)"],
    file: ["text", "The file in the store"],
    offset: ["number or null", "Its offset in the file; null if unknown"],
    detail: ["text", "What is wrong"],
    paths: [
      "list of path",
      "Files of the workspace whose versions are damaged",
    ],
    checkpoints: [
      "list of number",
      "The numbers of the checkpoints that need it",
    ],
  },
  DeletedFile: {
    path: ["path", "Relative to the workspace folder, with / between names"],
    lastMoment: [
      "number",
      "The last moment that has it: restore it from there",
    ],
    deletedAt: ["time", "ISO 8601, in UTC"],
    sizeBytes: ["number", "Its size"],
    hash: ["hash", "SHA-256 of the bytes, in hexadecimal"],
    source: ["text", "Who deleted it"],
  },
  Diff: {
    from: ["Side", "The older side"],
    to: ["Side", "The newer side"],
    added: ["list of FileChange", "Files that only the newer side has"],
    modified: ["list of FileChange", "Files that differ"],
    deleted: ["list of FileChange", "Files that only the older side has"],
    renamed: ["list of FileChange", "Files with a new path"],
    "patch?": ["text", "A unified patch, if requested"],
  },
  Error: {
    code: [
      "text",
      "For programs (bad-input, bad-path, not-found, ambiguous, not-kept, refused, over-budget, wrong-root, newer-format, store-locked, damaged, disk-full, quota, io, plan-changed, conflicts, nothing-to-undo, protected, cancelled, not-allowed, internal)",
    ],
    message: ["text", "What happened, for people"],
    hint: [
      "text or null",
      "What to do about it, for people; null if there is no advice",
    ],
    data: ["object", "Details for programs: path, reference and so on"],
  },
  Exported: {
    label: ["text", "What was exported"],
    files: ["number", "How many files"],
    to: [
      "text or null",
      "The folder or file, as an absolute path; null for git",
    ],
    git: ["GitCommit or null", "Null for a folder or file"],
  },
  FileChange: {
    path: ["path", "Relative to the workspace folder, with / between names"],
    "from?": ["path", "The old path of a renamed file"],
    layer: [
      "text",
      "The file, or the unsaved text of its editor (disk, unsaved)",
    ],
    binary: ["yes/no", "Not text"],
    linesAdded: ["number or null", "Null for binary files and symbolic links"],
    linesRemoved: [
      "number or null",
      "Null for binary files and symbolic links",
    ],
    "mode?": ["ModeChange", "Present if the mode changed"],
    oldHash: ["hash or null", "Null if there was no file"],
    newHash: ["hash or null", "Null if there is no file"],
  },
  FileState: {
    hash: ["hash", "SHA-256 of the bytes, in hexadecimal"],
    mode: ["mode", "644 or 755; 120000 for a symbolic link"],
    sizeBytes: ["number", "Its size"],
  },
  FileVersion: {
    path: ["path", "Relative to the workspace folder, with / between names"],
    born: ["number", "The first moment that has this version"],
    died: [
      "number or null",
      "The first moment that no longer has it; null if it is current",
    ],
    at: ["time", "ISO 8601, in UTC"],
    source: [
      "text",
      "editor, outside (author unknown), git, restore, cli, or an agent's name",
    ],
    "model?": ["text", "The agent's model; absent if it is not known"],
    "subagent?": ["text", "The subagent that made it; absent if none did"],
    hash: ["hash or null", "Null if there is no content"],
    sizeBytes: ["number", "Its size"],
    mode: ["mode", "644 or 755; 120000 for a symbolic link"],
    change: [
      "text",
      "What happened to the file (added, modified, deleted, released, skipped)",
    ],
    reason: [
      "text or null",
      "Why it was skipped; otherwise null (too-large, unreadable, special, changing, name, own-data)",
    ],
    unsaved: ["yes/no", "The unsaved text of an editor, not the file"],
    checkpoint: [
      "CheckpointName or null",
      "The first checkpoint that has this version; null if none does",
    ],
    verdicts: [
      "list of Verdict",
      "Which commands passed or failed on that checkpoint, or without one on the moment born; oldest first",
    ],
    prompt: [
      "text or null",
      "What the user had asked the agent that made it; null if unknown",
    ],
    "linesAdded?": [
      "number or null",
      "Compared with the version before; null if not counted. Only if requested",
    ],
    "linesRemoved?": ["number or null", "Likewise"],
  },
  GitCommit: {
    repository: ["text", "The repository, as an absolute path"],
    ref: ["text", "The ref that was written"],
    commit: ["text", "The commit"],
  },
  GitState: {
    commit: [
      "text or null",
      "The commit of HEAD; null before the first commit",
    ],
    branch: ["text or null", "The branch; null if HEAD is detached"],
    dirtyFiles: [
      "list of path",
      "Files that changed since Checkpoint first saw this commit, which is not the same as git's list; the first 1,000, in lists of checkpoints the first 100",
    ],
    dirtyCount: ["number", "How many such files there are"],
  },
  HelpOption: {
    name: ["text", "With its dashes"],
    short: ["text or null", "Its short form; null if it has none"],
    value: ["text or null", "The name of its value; null if it takes none"],
    help: ["text", "What it does"],
    choices: ["list of text or null", "The allowed values; null for any"],
  },
  HelpVerb: {
    verb: ["text", "Its name"],
    group: ["text", "The group it is listed in"],
    summary: ["text", "What it does"],
    usage: ["text", "Its usage"],
    options: ["list of HelpOption", "Its own options"],
    examples: ["list of list of text", "Each a command and what it does"],
  },
  IgnoreRule: {
    file: [
      "text or null",
      "The file that has the rule, absolute or in the workspace folder; null for the settings",
    ],
    line: ["number or null", "Its line; null for the settings"],
    pattern: ["text", "The pattern"],
  },
  LeftAlone: {
    path: ["path", "Relative to the workspace folder, with / between names"],
    reason: [
      "text",
      "Why it is not changed (ignored-then, not-ours, too-large, unreadable, special, changing, name, link, blocked, protected, own-data)",
    ],
  },
  LeftOut: {
    path: ["path", "Relative to the workspace folder, with / between names"],
    reason: [
      "text",
      "Why it was not copied (build-product, too-large, no-space, unreadable, leads-back, name, link)",
    ],
  },
  LineTotals: {
    added: ["number", "Lines that were added"],
    removed: ["number", "Lines that were removed"],
  },
  LinesInFile: {
    path: ["path", "Relative to the workspace folder, with / between names"],
    lines: ["number", "How many of its lines are theirs"],
  },
  LostFile: {
    path: ["path", "Relative to the workspace folder, with / between names"],
    checkpoints: [
      "list of number",
      "The numbers of the checkpoints that need it",
    ],
  },
  ModeChange: {
    from: ["mode", "The mode before, such as 644"],
    to: ["mode", "The mode after, such as 755"],
  },
  Origin: {
    moment: ["number", "The moment of the change"],
    at: ["time", "ISO 8601, in UTC"],
    source: ["text", "Who made it"],
    prompt: [
      "text or null",
      "What the user had asked the agent; null if unknown",
    ],
  },
  Plan: {
    id: ["text", "Unique; sorts by time"],
    verb: ["text", "The operation (restore, undo, redo, revert, thread)"],
    target: ["Side", "The point to restore to"],
    scope: ["PlanScope", "The requested files"],
    base: ["number", "The moment of the workspace when it was planned"],
    createdAt: ["time", "ISO 8601, in UTC"],
    writes: ["list of PlannedWrite", "Files to create or replace"],
    deletes: ["list of PlannedDelete", "Files to delete"],
    leftAlone: ["list of LeftAlone", "Files that are not changed, and why"],
    unsaved: ["list of PlannedUnsaved", "Unsaved texts to restore"],
    changedByOthers: [
      "list of ChangedByOthers",
      "Those files that someone else has changed since the target",
    ],
    "changedSince?": [
      "list of path",
      "For undo and redo: files that changed since then",
    ],
    "of?": ["text", "The restore that is undone or redone"],
    "messages?": ["PlanMessages", "Messages that it marks as deleted"],
  },
  PlanMessages: {
    thread: ["text", "The conversation"],
    ids: ["list of text", "Messages marked as deleted"],
  },
  PlanScope: {
    paths: ["list of path", "Files and folders; if empty, everything"],
    source: [
      "text or null",
      "Only what this author changed; null for everyone",
    ],
    "isExact?": ["yes/no", "Only these paths, and nothing below them"],
    "unsavedAsFiles?": ["yes/no", "Unsaved text is written to the files"],
  },
  PlannedDelete: {
    path: ["path", "Relative to the workspace folder, with / between names"],
    before: ["FileState", "The file now"],
  },
  PlannedUnsaved: {
    path: ["path", "Relative to the workspace folder, with / between names"],
    hash: ["hash or null", "The unsaved text; null if there is none"],
  },
  PlannedWrite: {
    path: ["path", "Relative to the workspace folder, with / between names"],
    action: ["text", "What happens to the file (create, replace)"],
    before: ["FileState or null", "The file now; null if there is none"],
    after: ["FileState", "The file after the restore"],
  },
  Point: {
    moment: ["number", "Its moment"],
    at: ["time", "ISO 8601, in UTC"],
    checkpoint: ["Checkpoint or null", "Null if none names this moment"],
    label: ["text", "Its label: #12 and its name, @40, or a time"],
    verdicts: [
      "list of Verdict",
      "Which commands passed or failed on this state, oldest first",
    ],
  },
  PrunedCheckpoint: {
    number: ["number", "The checkpoint's number"],
    kind: [
      "text",
      "The kind of checkpoint (automatic, guard, manual, feature, session)",
    ],
    name: ["text or null", "Its name; null if it has none"],
  },
  Report: {
    plan: ["Plan", "What was planned"],
    applied: ["yes/no", "The files were restored"],
    guard: [
      "CheckpointNumber or null",
      "The guard checkpoint that has what was replaced; null if nothing was",
    ],
    failures: [
      "list of RestoreFailure",
      "What went wrong; if anything did, the files were rolled back",
    ],
    moment: ["number", "The moment after the restore"],
    restoreId: [
      "text or null",
      "The id for undoing it; null if nothing was done",
    ],
    "isHalfDone?": [
      "yes/no",
      "It failed and could not be rolled back yet; Checkpoint tries again whenever it opens the history",
    ],
  },
  Restoration: {
    path: ["path", "Relative to the workspace folder, with / between names"],
    action: ["text", "What happens to the file (create, replace, delete)"],
  },
  RestoreEntry: {
    id: ["text", "Unique; sorts by time"],
    verb: ["text", "What was done (restore, undo, redo, revert, thread)"],
    at: ["time", "ISO 8601, in UTC"],
    target: ["text", "The point that was restored to"],
    guard: [
      "number or null",
      "The number of its guard checkpoint; null if it has none",
    ],
    writes: ["number", "Files that were created or replaced"],
    deletes: ["number", "Files that were deleted"],
    state: ["text", "Its current state (done, undone, recovered, rolled-back)"],
    source: [
      "text",
      "editor, outside (author unknown), git, restore, cli, or an agent's name",
    ],
  },
  RestoreFailure: {
    path: ["path", "Relative to the workspace folder, with / between names"],
    code: ["text", "The error's code"],
    message: ["text", "What went wrong"],
  },
  SearchHit: {
    path: ["path", "Relative to the workspace folder, with / between names"],
    born: ["number", "The first moment that has this version"],
    died: [
      "number or null",
      "The first moment that no longer has it; null if it is current",
    ],
    at: ["time", "When this version was recorded"],
    lastMoment: ["number", "The last moment that has it"],
    lastAt: ["time", "When that was"],
    unsaved: ["yes/no", "The unsaved text of an editor, not the file"],
    hash: ["hash", "SHA-256 of the bytes, in hexadecimal"],
    lines: ["list of SearchLine", "The lines that match"],
    firstCheckpoint: [
      "CheckpointName or null",
      "The first checkpoint that has this version; null if none does",
    ],
    lastCheckpoint: [
      "CheckpointName or null",
      "The last checkpoint that has this version; null if none does",
    ],
    current: ["yes/no", "The file still has it"],
    appeared: [
      "Origin",
      "When it first appeared in this file; a restore does not count",
    ],
    vanished: [
      "Origin or null",
      "When it was last removed; null if the file still has it",
    ],
  },
  SearchLine: { line: ["number", "Counts from 1"], text: ["text", "The line"] },
  SettingsChange: {
    file: ["text", "A settings file, as an absolute path"],
    action: ["text", "What happens to the file (create, replace, delete)"],
    before: ["text or null", "Its text now; null if there is no file"],
    after: ["text or null", "Its new text; null if it is deleted"],
  },
  Side: {
    label: ["text", "Its label: #12 and its name, @40, a time, or workspace"],
    moment: ["number or null", "Its moment; null for the workspace"],
    checkpoint: [
      "CheckpointName or null",
      "Null if no checkpoint names this moment",
    ],
  },
  SinceGood: {
    moment: ["number", "The last good moment"],
    checkpoint: [
      "number or null",
      "The number of its checkpoint; null if it has none",
    ],
    at: ["time", "ISO 8601, in UTC"],
    files: ["number", "How many files have changed since"],
    sources: [
      "list of ChangedBy",
      "Who changed them; a file may count more than once",
    ],
  },
  Skipped: {
    path: ["path", "Relative to the workspace folder, with / between names"],
    reason: [
      "text",
      "Why it was not recorded (too-large, unreadable, special, changing, name, own-data)",
    ],
  },
  Suggestion: {
    word: ["text", "A word that can come next"],
    help: ["text", "What it means"],
  },
  TaskState: {
    "current?": ["text", "The task in progress"],
    "completed?": ["list of text", "The tasks that are done"],
    "session?": ["number", "The number of the session"],
    "tokens?": ["number", "Tokens used"],
  },
  Thread: {
    id: ["text", "Unique in its folder"],
    title: ["text", "Its first words"],
    source: ["text", "The agent that it belongs to"],
    folder: ["text", "The workspace folder that it belongs to"],
    createdAt: ["time", "ISO 8601, in UTC"],
    updatedAt: ["time", "When its last message was recorded"],
    messages: ["number", "Messages, without deleted ones"],
    deletedMessages: ["number", "Messages marked as deleted"],
  },
  ThreadDetail: {
    id: ["text", "Unique in its folder"],
    title: ["text", "Its first words"],
    source: ["text", "The agent that it belongs to"],
    folder: ["text", "The workspace folder that it belongs to"],
    createdAt: ["time", "ISO 8601, in UTC"],
    updatedAt: ["time", "When its last message was recorded"],
    messages: ["list of ThreadMessage", "All messages, deleted ones too"],
    deletedMessages: ["number", "Messages marked as deleted"],
  },
  ThreadMessage: {
    id: ["text", "Unique in its conversation"],
    thread: ["text", "The conversation that it belongs to"],
    index: ["number", "Its position, from 0; deleted messages count too"],
    role: ["text", "Who said it (user, agent)"],
    text: ["text", "What was said"],
    at: ["time", "ISO 8601, in UTC"],
    moment: ["number", "The state of the folder when it was recorded"],
    checkpoint: ["CheckpointNumber or null", "Its checkpoint, if it has one"],
    deleted: ["yes/no", "Marked as deleted; undo restores it"],
  },
  TimelineBucket: {
    bucket: ["number", "Its position, from 0"],
    moments: ["number", "How many moments it has"],
    files: ["number", "Changed files, summed over its moments"],
    lines: [
      "LineTotals or null",
      "Null if they were not requested or not counted",
    ],
    last: ["number", "Its last moment"],
  },
  TimelineLane: {
    source: [
      "text",
      "editor, outside (author unknown), git, restore, cli, or an agent's name",
    ],
    moments: ["number", "How many moments its buckets have"],
    files: ["number", "Changed files, summed over them"],
    buckets: [
      "list of TimelineBucket",
      "Those in which this source changed something, oldest first",
    ],
  },
  TimelineMark: {
    kind: [
      "text",
      "What it is (named, feature, session, prompt, git, restore, guard, passed, failed)",
    ],
    bucket: ["number", "The position of its bucket"],
    count: [
      "number",
      "How many of this kind the bucket has; the rest is the newest",
    ],
    at: ["time", "ISO 8601, in UTC"],
    moment: ["number", "The moment with the state"],
    checkpoint: [
      "number or null",
      "The number of its checkpoint; null if none",
    ],
    title: [
      "text or null",
      "The name, the prompt, what git did or what was run",
    ],
    source: [
      "text",
      "editor, outside (author unknown), git, restore, cli, or an agent's name",
    ],
  },
  UncertainChange: {
    path: ["path", "Relative to the workspace folder, with / between names"],
    sources: ["list of text", "Who may have changed it"],
  },
  UsageOfKind: {
    kind: [
      "text",
      "The kind of checkpoint (automatic, guard, manual, feature, session)",
    ],
    checkpoints: ["number", "How many there are"],
    freeableBytes: ["number", "What deleting them all would free"],
  },
  UsageOfPath: {
    path: ["path", "Relative to the workspace folder, with / between names"],
    bytes: ["number", "Stored size of its versions"],
    versions: ["number", "How many versions there are"],
  },
  Verdict: {
    label: [
      "text",
      "What was run, such as npm test; verdicts with the same label form a series",
    ],
    passed: ["yes/no", "The command succeeded"],
    exitCode: [
      "number or null",
      "Its exit code; null if the state was marked by hand",
    ],
    durationMs: ["number or null", "How long it ran; null if unknown"],
    source: [
      "text",
      "editor, outside (author unknown), git, restore, cli, or an agent's name",
    ],
    at: ["time", "ISO 8601, in UTC"],
    exact: [
      "yes/no",
      "No recorded file changed while it ran, so the verdict holds for exactly this state",
    ],
  },
};
