// The list of what is not run on Windows under Wine, and why. Everything else is
// run. An exclusion that matches no suite or test is an error.

/** Defects of Wine, each verified with a bare call of Node. */
const WINE = {
  links: "Wine makes no symbolic link, and says that it did",
  deleted: "Wine shows a deleted file as long as somebody has it open",
  parent: "Wine gives a process that Linux started the parent 0",
};
const NO_GIT = "needs git, tar or mkfifo, which are not there";
const NO_MODES = "Windows keeps no permission bits but read-only";
const NO_SIGNALS = "Windows has no signal that asks a process to end";
const NO_BOOT_ID = "Windows has no boot id";
const NO_NOFOLLOW = "Windows cannot open a path without following a link";
const NAMES = "Windows refuses such a name";
const LONG = "only POSIX calls make a path of that length";
const NO_SHELL = "needs a POSIX shell";
const SLOW = "takes more than a minute under Wine";
const LAUNCHER = "starts the launcher, a .cmd there, which only a shell starts";
const BY_LINK = "the project is reached through a link there";
const FILES = "makes thousands of files, which takes minutes under Wine";
const UNREADABLE = "Windows has no mode that keeps the owner from reading";
const REUSED_ID =
  "Windows gives the id of an ended process away at once, and has no start time to tell them apart";
const LIKE_GIT = "compares with git, which is not there";

/** Suites by the start of their names. */
const SUITES = [
  [
    /^(property|fault|damage)\//,
    "rules on a disk of their own in memory, the same everywhere",
  ],
  [/^extension(\/|$)/, "needs an editor of that platform"],
  [
    /^(agents\/hooks\/(concurrency|everyFixture|lateWork|overlap|session)|fuzz\/hooks)$/,
    LAUNCHER,
  ],
  [
    /^agents\/hooks\/partialGuard$/,
    "Windows has no signal that stops a process for a while",
  ],
  [/^agents\/hooks\/patience$/, NO_SHELL],
  [/^(fuzz\/(command|mcp)|mcp\/bounded|retention\/longRun)$/, SLOW],
  [/^retention\/concurrency$/, WINE.deleted],
  [/^(revert\/gitRevert|engine\/\w+\/\w+LikeGit)$/, LIKE_GIT],
  [/^cli\/locked$/, REUSED_ID],
  [/^(layering|boundaries|prose|answers\/\w+)$/, "reads the sources"],
  [/^run\//, "is about this runner"],
  [/^engine\/capture\/firstCapture$/, FILES],
  [/^(fidelity|agents\/hooks)\/links$/, WINE.links],
];

/** Tests by their file and a part, or a pattern, of their full title. */
const TESTS = [
  [
    "agents/connect/command",
    /has a different server|run in a shell|does not disturb an agent/,
    NO_SHELL,
  ],
  ["agents/connect/roundTrip", "that only this account can read", NO_MODES],
  [
    "agents/connect/roundTrip",
    /through a (link|folder that leads)|keeps a dangling link/,
    WINE.links,
  ],
  ["agents/hooks/commands", /^a path in a folder is (a|\.\.odd)/, BY_LINK],
  ["cli/answers", "for watch when it is stopped", NO_SIGNALS],
  ["cli/commands/blame", "a name that ends like a line number", NAMES],
  ["cli/commands/bisect", "whatever the command destroys", WINE.links],
  [
    "agents/hooks/refusedFolders",
    "logs one line without a stack trace",
    "is about folders of POSIX systems",
  ],
  ["cli/exchange", "round-trips a git repository", NO_GIT],
  ["cli/text/output", "shows names with control characters", NAMES],
  ["cli/line/paths", "may come through a link", WINE.links],
  ["cli/commands/watch", "records bursts as moments", NO_SIGNALS],
  ["cli/commands/watch", "records pending changes", NO_SIGNALS],
  ["cli/commands/watch", "records a folder for the first time", NO_SIGNALS],
  ["engine/openEngine", "reached through a link", WINE.links],
  ["engine/openEngine", "its own store behind a link", WINE.links],
  ["engine/capture/capture", "change of the mode alone", NO_MODES],
  ["engine/capture/capture", "lists what it could not record", UNREADABLE],
  ["engine/capture/letThrough", "not undone by what was found before", FILES],
  ["exchange/gitImport", "the contents of a commit", NO_GIT],
  ["exchange/gitStops", "a git that fails half way", NO_GIT],
  ["exchange/leftOut", "sparse files", NO_GIT],
  ["exchange/pushed", "", NO_GIT],
  ["exchange/refusals", "refuses a missing ref", NO_GIT],
  ["exchange/refusals", "leaves no ref behind", NO_GIT],
  ["exchange/refusals", "writes only refs below", NO_GIT],
  ["exchange/room", "stops reading a commit", NO_GIT],
  ["exchange/roundTrip", /that tar can unpack|fetched git ref|GIT_DIR/, NO_GIT],
  ["engine/history/counts", "match the paths it lists", WINE.links],
  ["engine/history/longLists", "differ from the commit", NO_GIT],
  ["engine/history/why", "pattern as git", NO_GIT],
  ["engine/history/why", "every other reason for which", NO_GIT],
  ["engine/restore/applying", "made executable", NO_MODES],
  ["engine/restore/applying", "the same, of a file that is ignored", NO_MODES],
  [
    "engine/restore/changedMeanwhile",
    "a folder replaced by a symlink",
    WINE.links,
  ],
  ["engine/restore/onWindows", "names that are not allowed there", NAMES],
  ["engine/revert/planRevert", "made executable", NO_MODES],
  [
    "engine/store/lock/lock",
    "is lost by a process that was suspended",
    WINE.deleted,
  ],
  ["engine/store/lock/lock", "of this machine under another name", NO_BOOT_ID],
  [
    "engine/store/lock/lock",
    "of a live process makes the wait end",
    WINE.parent,
  ],
  ["engine/store/lock/lock", "not broken if its owner changed", WINE.parent],
  ["engine/store/lock/lock", "if start times are unknown", WINE.parent],
  ["engine/readOnly", "the packs are rewritten during it", WINE.deleted],
  ["engine/store/packs/uncommittedPacks", "are not kept open", WINE.deleted],
  ["engine/store/explainOpenError", "behind a dangling symlink", WINE.links],
  ["engine/verify/verify", "lost while the history is open", WINE.deleted],
  ["engine/verify/verify", "packs and a journal that are", WINE.deleted],
  [
    "engine/workspace/gitState",
    /gitState (has a|follows|reads|is found|is a |stops)|HEAD that is a pipe/,
    NO_GIT,
  ],
  [
    "engine/workspace/gitignoreNearest",
    /case-sensitive where git|a nearer \.gitignore/,
    LIKE_GIT,
  ],
  ["engine/workspace/listings", "show a link", WINE.links],
  ["engine/workspace/lockedFolder", "its path is too long", LONG],
  ["engine/workspace/safePath", "is null behind a link", WINE.links],
  ["engine/workspace/safeRead", "a symlink that replaces the file", WINE.links],
  ["engine/workspace/safeRead", "a pipe that replaces the file", NO_GIT],
  ["engine/workspace/safeRead", "does not stat a file before", NO_NOFOLLOW],
  ["engine/workspace/safeRead", "returns the same result for anything", NO_GIT],
  ["engine/workspace/safeWrite", "never writes through a symlink", WINE.links],
  ["engine/workspace/safeWrite", "does not use a name that exists", WINE.links],
  [
    "engine/workspace/safeWrite",
    "never lets others read a private file",
    NO_MODES,
  ],
  ["engine/workspace/scan", "finds every file and link", WINE.links],
  ["engine/workspace/scan", "treats a link to a folder as a link", WINE.links],
  ["engine/workspace/scan", "reports special files", NO_GIT],
  ["engine/workspace/worktreeExclude", "as in git", LIKE_GIT],
  ["engine/workspace/worktreeExclude", "is noticed when it changes", NO_GIT],
  ["fidelity/contents", "an executable bit", NO_MODES],
  ["fidelity/caseInsensitive", "restores a link whose name", WINE.links],
  ["fidelity/atItsPath", "a pipe", NO_GIT],
  ["fidelity/atItsPath", "a set-user file is never restored", NO_MODES],
  ["fidelity/atItsPath", "reached through a link", WINE.links],
  ["fidelity/rivals", "a file without a stored copy", UNREADABLE],
  ["fidelity/names", "names that are not UTF-8", NAMES],
  [
    "fidelity/names",
    /with (spaces|only dots|quotes|a newline|control characters|a colon)/,
    NAMES,
  ],
  [
    "fidelity/withoutLinks",
    /keeps existing links|in a revert as well|known to have them|is tried once/,
    WINE.links,
  ],
  ["format/format1", /restores #|continues:/, WINE.links],
  ["host/adopt", /contains a link|through a link/, WINE.links],
  ["host/locate", "resolves a link to a folder", WINE.links],
  ["host/scratch", "lets no link in the copy lead", WINE.links],
  ["mcp/badInput", "a path through a link", WINE.links],
  ["mcp/tools", "whatever they contain", NAMES],
  ["worker/killed", "a restore of one deletes nothing", FILES],
  ["worker/worker", "stops a cancelled capture", FILES],
];

/** Splits suites into those to run and those excluded, with the reason. */
export function suitesForWindows(suites) {
  const unused = new Set(SUITES);
  const run = [];
  const excluded = [];
  for (const suite of suites) {
    const found = SUITES.find(([pattern]) => pattern.test(suite.name));
    if (!found) run.push(suite);
    else excluded.push({ name: suite.name, reason: found[1] });
    unused.delete(found);
  }
  for (const [pattern] of unused)
    throw new Error(`no suite matches the exclusion ${pattern}`);
  return { run, excluded };
}

/** The exclusion of a test, or undefined. */
export function isExcludedTest(file, title) {
  const at = TESTS.findIndex(
    ([of, pattern]) =>
      of === file &&
      (typeof pattern === "string"
        ? title.includes(pattern)
        : pattern.test(title)),
  );
  return at < 0 ? undefined : { at, reason: TESTS[at][2] };
}

/** The exclusions that match none of these rows. */
export function staleExclusions(rows) {
  const used = new Set(rows.map(({ by }) => by));
  return TESTS.filter((_, at) => !used.has(at)).map(
    ([file, pattern]) => `${file}: ${pattern}`,
  );
}
