/**
 * Returns the git command in a few words (“git reset --hard”) when it can
 * change or remove files of the workspace, else null. `args` are the words
 * after `git`.
 */
export function riskyGit(args: readonly string[]): string | null {
  const [verb, ...rest] = withoutGlobals(args);
  if (verb === undefined) return null;
  if (rest.includes("--help") || !Object.hasOwn(verbs, verb)) return null;
  return verbs[verb]!(rest) ? title(verb, rest) : null;
}

const always = () => true;

const checkout = (args: string[]) =>
  !onlyNamesBranch(args, "-b", "-B", "--orphan");
const change = (args: string[]) =>
  !onlyNamesBranch(args, "-c", "-C", "--create", "--orphan");

const verbs: Record<string, (args: string[]) => boolean> = {
  reset: (args) => has(args, "--hard", "--merge", "--keep"),
  checkout,
  switch: change,
  // What people usually call these two.
  co: checkout,
  sw: change,
  // What comes after an `e` is the pattern to leave out.
  clean: (args) =>
    !args.some((arg) => arg === "--dry-run" || /^-[a-df-z]*n/.test(arg)),
  stash: (args) => !["list", "show", "create", "store"].includes(args[0] ?? ""),
  // With `--staged` alone only the index changes.
  restore: (args) =>
    !has(args, "--staged", "-S") || has(args, "--worktree", "-W"),
  rebase: always,
  merge: always,
  pull: always,
  revert: always,
  "cherry-pick": always,
  am: always,
  apply: (args) =>
    !has(args, "--check", "--stat", "--numstat", "--summary", "--cached"),
  rm: (args) => !has(args, "--cached", "-n", "--dry-run"),
  mv: (args) => !has(args, "-n", "--dry-run"),
  bisect: (args) =>
    !["log", "view", "terms", "visualize"].includes(args[0] ?? ""),
  "read-tree": (args) => has(args, "-u"),
  "checkout-index": always,
  "filter-branch": always,
  "filter-repo": always,
  submodule: (args) => ["update", "deinit", "foreach"].includes(args[0] ?? ""),
  "sparse-checkout": (args) => args[0] !== "list",
  subtree: (args) => ["add", "pull", "merge"].includes(args[0] ?? ""),
  lfs: (args) => ["checkout", "pull", "migrate"].includes(args[0] ?? ""),
  worktree: (args) => ["remove", "prune"].includes(args[0] ?? ""),
};

/** `git checkout -b name` makes a branch here and leaves every file as it is. */
function onlyNamesBranch(args: readonly string[], ...flags: string[]): boolean {
  if (!has(args, ...flags)) return false;
  // What was not committed goes, wherever the branch begins.
  if (has(args, "-f", "--force", "--discard-changes")) return false;
  return args.filter((arg) => !arg.startsWith("-")).length <= 1;
}

/** Steps over `-C folder`, `-c name=value`, `--no-pager` and their kind. */
function withoutGlobals(args: readonly string[]): string[] {
  let at = 0;
  while (args[at]?.startsWith("-"))
    at += ["-C", "-c", "--git-dir", "--work-tree", "--namespace"].includes(
      args[at] ?? "",
    )
      ? 2
      : 1;
  return args.slice(at);
}

function has(args: readonly string[], ...flags: string[]): boolean {
  return args.some((arg) => flags.includes(arg));
}

/** The verb with what a person would recognise the command by. */
function title(verb: string, args: readonly string[]): string {
  const shown = args.slice(0, 2).join(" ");
  return `git ${verb} ${shown.length > 40 ? `${shown.slice(0, 39)}…` : shown}`.trim();
}
