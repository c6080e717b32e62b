import { firstOperand, isDevice, operands, programName } from "./commandWords";
import { isPlainSedScript } from "./sedScripts";
import { splitCommands, type SimpleCommand } from "./shellWords";

/**
 * Knows which commands change no file of the workspace. Every other command may change
 * anything and gets a guard checkpoint: a list of dangerous commands would never be
 * complete, and a guard costs little.
 */

/** A longer line is guarded without parsing it, because the agent waits for the answer. */
const MAX_LENGTH = 100_000;

/** True if every command in a command line is known to change no file. */
export function onlyReads(line: string): boolean {
  return firstWriter(line) === null;
}

/**
 * Returns the first command in a line that may change files, shortened to fit a guard's
 * name, or null if the whole line only reads.
 */
export function firstWriter(line: string): string | null {
  if (line.length > MAX_LENGTH) return "a very long command";
  return writerIn(line, MAX_SHELLS);
}

/** How deeply nested `sh -c` lines are parsed. Deeper ones are guarded. */
const MAX_SHELLS = 5;

function writerIn(line: string, shells: number): string | null {
  for (const command of splitCommands(line)) {
    const inner = lineForShell(command);
    const writer =
      inner !== null && shells > 0
        ? writerIn(inner, shells - 1)
        : isReader(command)
          ? null
          : titleOf(command);
    if (writer !== null) return writer;
  }
  return null;
}

/**
 * Returns LINE from `bash -lc LINE`, which is how some agents run everything; null for
 * other commands.
 */
function lineForShell({ words, writes }: SimpleCommand): string | null {
  const [program = "", option = "", line, ...more] = words;
  return /^((\/usr)?\/bin\/)?(sh|bash|zsh|dash)$/.test(program) &&
    /^-[a-z]*c$/.test(option) &&
    line !== undefined &&
    [...more, ...writes].length === 0
    ? line
    : null;
}

/** True for a simple command that is known to change no file. */
export function isReader({ words, writes }: SimpleCommand): boolean {
  return writes.every(isDevice) && wordsOnlyRead(words);
}

type Check = (args: readonly string[]) => boolean;

function wordsOnlyRead(words: readonly string[]): boolean {
  const [program, ...args] = withoutKeywords(words);
  if (program === undefined) return true;
  const name = knownName(program);
  if (name === null) return false;
  if (args.length > 0 && args.every((arg) => /^--(version|help)$/.test(arg)))
    return true;
  if (WRAPPERS.has(name)) return wrappedOnlyReads(name, args);
  if (/^get-[a-z]+$/.test(name)) return true;
  const check = READERS.get(name);
  return check !== undefined && check(args);
}

/** Skips shell keywords: `if`, `then`, `for x in ...`. */
function withoutKeywords(words: readonly string[]): readonly string[] {
  const [first = ""] = words;
  if (/^(for|case|select|function)$/.test(first)) return [];
  if (/^(if|then|else|elif|do|while|until|!)$/.test(first))
    return withoutKeywords(words.slice(1));
  // A plain assignment that runs no command.
  if (words.length === 1 && /^[A-Za-z_]\w*=/.test(first)) return [];
  return words;
}

/**
 * Returns a program's name, or null if a path or an expansion may resolve to a different
 * program.
 */
function knownName(program: string): string | null {
  if (/[$`*?]/.test(program)) return null;
  if (/[\\/]/.test(program) && !/^(\/usr)?\/bin\/[^/]+$/.test(program))
    return null;
  return programName(program);
}

const any: Check = () => true;
const without =
  (pattern: RegExp): Check =>
  (args) =>
    !args.some((arg) => pattern.test(arg));
const verb =
  (verbs: string): Check =>
  ([first = "", ...rest]) =>
    verbs.split(" ").includes(first) && without(/^--(output|fix)\b/)(rest);
/** For programs whose second operand is an output file. */
const oneOperand: Check = (args) => operands(args).length < 2;

const PACKAGES = "ls list view info show outdated why explain root prefix bin";

const READERS = new Map<string, Check>([
  ...named(
    any,
    "cat head tail tac rev wc pwd echo printf grep egrep fgrep ag ack which whereis type hash file stat du df " +
      "printenv date cal whoami id groups uname hostname uptime free nproc lscpu arch tty locale true false : test [ [[ " +
      "sleep wait jobs ps pgrep lsof ss netstat ping dig nslookup host more diff cmp comm join paste basename dirname " +
      "realpath readlink cd pushd popd dirs chdir export unset set shopt ulimit history fi done esac return exit break continue " +
      "column cut tr jq nl seq expr bc od hexdump strings md5sum sha1sum sha256sum sha512sum cksum shasum fold fmt expand ls dir " +
      // cmd and PowerShell
      "findstr where ver vol gci gc gl gi select-string sls test-path resolve-path set-location measure-object select-object " +
      "sort-object format-table format-list out-string write-output write-host convertto-json convertfrom-json " +
      // Checkpoint's own command creates a guard before it replaces anything.
      "checkpoint",
  ),
  ["less", without(/^-[a-zA-Z]*[oO]|^--log/i)],
  ["tree", without(/^-o$/)],
  ["rg", without(/^--(pre|hostname-bin)\b/)],
  ["sort", without(/^-[a-zA-Z]*o|^--output|^--compress-program/)],
  ["uniq", oneOperand],
  ["xxd", oneOperand],
  ["env", (args) => args.length === 0],
  ["yq", without(/^-[a-zA-Z]*i|^--inplace/)],
  ["find", without(/^-(delete|exec|execdir|ok|okdir|fprint0?|fprintf|fls)$/)],
  ...named(without(/^(-[xX]|--exec)/), "fd fdfind"),
  ["sed", onlyPrints],
  ...named(awkOnlyPrints, "awk gawk mawk"),
  [
    "curl",
    without(
      /^-[a-zA-WYZ]*[oOJKDc]|^--(output|remote|config|dump|cookie-jar|trace|stderr|libcurl|etag-save|hsts|alt-svc)/,
    ),
  ],
  ["tar", (args) => /^-?[vzjJaf]*t[vzjJaf]*$|^--list$/.test(args[0] ?? "")],
  ["unzip", (args) => /^-[lvZ]/.test(args[0] ?? "")],
  ["git", gitOnlyReads],
  ["npm", verb(PACKAGES)],
  ["pnpm", verb(PACKAGES)],
  ["yarn", verb("list info why outdated")],
  ["cargo", verb("tree metadata search locate-project pkgid")],
  ["go", verb("list version env doc")],
  ["pip", verb("list show freeze check")],
  ["pip3", verb("list show freeze check")],
  ["gh", (args) => /^(list|view|diff|status|checks)$/.test(args[1] ?? "")],
]);

function named(check: Check, names: string): [string, Check][] {
  return names.split(" ").map((name) => [name, check]);
}

/** Programs that run another program, with their options that take a value. */
const WRAPPERS = new Map<string, readonly string[]>([
  ["command", []],
  ["builtin", []],
  ["time", ["-f"]],
  ["nice", ["-n"]],
  ["timeout", ["-s", "-k"]],
  ["xargs", ["-n", "-I", "-P", "-L", "-d", "-s", "-E"]],
]);

function wrappedOnlyReads(name: string, args: readonly string[]): boolean {
  const inner = args.slice(firstOperand(args, WRAPPERS.get(name)));
  // `command -v name` only prints where a program is.
  if (inner.length === 0 || args[0] === "-v") return true;
  return wordsOnlyRead(name === "xargs" ? [...inner, "{}"] : inner);
}

/**
 * True for `sed` scripts that only print lines or make plain replacements; others may write
 * files or run programs.
 */
function onlyPrints(args: readonly string[]): boolean {
  if (!args.every((arg) => !/^-/.test(arg) || /^-[nEre]+$/.test(arg)))
    return false;
  const scripts = args.some((arg) => /^-[nEr]*e/.test(arg))
    ? args.filter((_, at) => /^-[nEr]*e/.test(args[at - 1] ?? ""))
    : operands(args).slice(0, 1);
  return scripts.every(isPlainSedScript);
}

/** True for `awk` programs that only print to standard output. */
function awkOnlyPrints(args: readonly string[]): boolean {
  return without(/^-[^Fv]|^--|[|>]|\b(system|getline)\b/)(args);
}

const GIT_VERBS = new Set(
  (
    "status log diff show blame annotate grep ls-files ls-tree ls-remote rev-parse rev-list describe remote shortlog " +
    "cat-file reflog branch tag fetch add config name-rev merge-base for-each-ref count-objects show-ref show-branch " +
    "check-ignore check-attr whatchanged version help var cherry diff-tree diff-index diff-files"
  ).split(" "),
);
const GIT_PAIRS =
  /^(stash (list|show)|worktree list|submodule (status|summary)|bisect (log|view)|lfs (ls-files|status|env)|notes (list|show)|sparse-checkout list)$/;

/** True for git commands that change no file of the working tree and run no hook that could. */
function gitOnlyReads(args: readonly string[]): boolean {
  let at = 0;
  while (/^(--no-pager|-P|-C|--git-dir|--work-tree)$/.test(args[at] ?? ""))
    at += /^(--no-pager|-P)$/.test(args[at] ?? "") ? 1 : 2;
  const [first = "", ...rest] = args.slice(at);
  if (!without(/^(--output|--open-files-in-pager|-O)/)(rest)) return false;
  return (
    GIT_VERBS.has(first) ||
    GIT_PAIRS.test(`${first} ${rest[0] ?? ""}`) ||
    // A soft or mixed reset moves the branch and leaves the files alone.
    (first === "reset" && isSoft(rest)) ||
    (first === "restore" && isOnlyStaged(rest))
  );
}

const isSoft = without(/^--(hard|merge|keep|recurse)/);
const isOnlyStaged: Check = (args) =>
  args.some((arg) => /^(--staged|-S)$/.test(arg)) &&
  without(/^(--worktree|-W|-[a-zA-Z]*W)/)(args);

const MAX_TITLE = 40;

/** Returns a short title for the command, leaving out values that may be secrets. */
function titleOf({ words, writes, appends }: SimpleCommand): string {
  const shown = words
    .map((word) =>
      /\s/.test(word) ? "…" : word.replace(/^(--?[\w-]+|\w+)=.*$/s, "$1=…"),
    )
    .concat(
      writes.map((file) => `${appends?.includes(file) ? ">>" : ">"} ${file}`),
    )
    .join(" ");
  return shown.length > MAX_TITLE
    ? `${shown.slice(0, MAX_TITLE - 1).trimEnd()}…`
    : shown;
}
