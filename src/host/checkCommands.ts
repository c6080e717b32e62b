import path from "node:path";
import { programName } from "./commandWords";
import { splitCommands } from "./shellWords";

/**
 * Knows which commands check a project (its tests, builds, types and style) and what to
 * call them. A label never contains arguments, which may be secrets: `npm test …` stands
 * for the same command with any arguments, and is a series of its own, because a part of
 * the tests proves less than all of them.
 */

/** Commands that a person added to the known ones, or removed from them, by label. */
export interface CheckChoices {
  add: readonly string[];
  remove: readonly string[];
}

const NO_CHOICES: CheckChoices = { add: [], remove: [] };

/** A longer line is not a check that a person would repeat. */
const MAX_LENGTH = 2000;

/**
 * Returns the label of a command line if its exit code says whether a check passed, and
 * otherwise null. Pipes and sequences end with the exit code of another command.
 */
export function checkOfLine(
  line: string,
  choices: CheckChoices = NO_CHOICES,
): string | null {
  return readLine(line, choices)?.label ?? null;
}

/** The same for a line that is run in `cwd`; null if it checks another folder than `root`. */
export function checkOfLineIn(
  line: string,
  { cwd, root }: { cwd: string; root: string },
  choices: CheckChoices = NO_CHOICES,
): string | null {
  const read = readLine(line, choices);
  if (read === null) return null;
  // Where a shell expands something, the folder is not known.
  if (read.entered.some((folder) => /^$|^-|^~|[$*?`%]/.test(folder)))
    return null;
  const there = path.resolve(cwd, ...read.entered);
  const isBelow = (one: string, other: string) => {
    const relative = path.relative(other, one);
    return !/^\.\.($|[\\/])/.test(relative) && !path.isAbsolute(relative);
  };
  // A command above the folder checks it as well.
  return isBelow(there, root) || isBelow(root, there) ? read.label : null;
}

/** Returns the check in a line and the folders that `cd` enters before it. */
function readLine(
  line: string,
  choices: CheckChoices,
): { label: string; entered: string[] } | null {
  const plain = line.trim().replace(/\d?>&\d/g, "");
  if (plain.length > MAX_LENGTH) return null;
  if (/[|;`\n]|\$\(|(^|[^&])&([^&]|$)/.test(plain)) return null;
  const commands = splitCommands(plain).map(({ words }) => words);
  const label = checkOfWords(commands.pop() ?? [], choices);
  if (label === null || !commands.every(isPreparation)) return null;
  const entered = commands
    .filter(([first]) => first === "cd")
    .map((words) => words.slice(1).join(" "));
  return { label, entered };
}

function isPreparation([first = "", ...more]: string[]): boolean {
  if (first === "cd") return true;
  return (first === "export" ? more : [first, ...more]).every(isAssignment);
}

/**
 * True if an exit code says that a check passed or failed. Shells report 128 plus the
 * number of the signal that ended a command, and 126 or 127 if it could not be started.
 */
export function isResult(exitCode: number): boolean {
  return exitCode >= 0 && ![126, 127, 129, 130, 137, 143].includes(exitCode);
}

/** Returns the label of a command that is known to be a check, otherwise null. */
export function checkOfWords(
  words: readonly string[],
  choices: CheckChoices = NO_CHOICES,
): string | null {
  const label = labelOfWords(words);
  const [name = ""] = label.split(" …");
  if (choices.remove.includes(label)) return null;
  if (choices.add.includes(label)) return label;
  return isCheck(name) && !isWatching(words) ? label : null;
}

/** Returns the label of any command: its program and subcommand, without arguments. */
export function labelOfWords(words: readonly string[]): string {
  const own = withoutWrappers(words);
  const [program = "", ...args] = own;
  const name = programName(program) || "command";
  const taken = SUBCOMMANDS.get(name)?.(args) ?? 0;
  const label = [name, ...args.slice(0, taken)].join(" ").slice(0, 100);
  return args.length > taken ? `${label} …` : label;
}

/** Returns the label of any command line: that of its last command. */
export function labelOfLine(line: string): string {
  return labelOfWords(splitCommands(line).pop()?.words ?? []);
}

/** How many arguments belong to the name of the command. */
type Taken = (args: readonly string[]) => number;

const WORD = /^[a-z][\w:.-]*$/i;
const isWord = (arg: string | undefined) => WORD.test(arg ?? "");
const one: Taken = ([first]) => (isWord(first) ? 1 : 0);
const script: Taken = ([first, second]) =>
  first === "run" || first === "exec" || first === "-m"
    ? isWord(second)
      ? 2
      : 0
    : isWord(first)
      ? 1
      : 0;
const option: Taken = ([first]) =>
  /^--?(test|build|check)$/.test(first ?? "") ? 1 : 0;

const SUBCOMMANDS: ReadonlyMap<string, Taken> = new Map([
  ...names("npm pnpm yarn bun deno uv poetry hatch pdm composer", script),
  ...names(
    "cargo go mvn mvnw gradle gradlew dotnet make gmake just task bazel swift xcodebuild flutter dart rake rails mix gleam zig stack cabal sbt biome playwright cypress ruff golangci-lint terraform turbo nx moon lake dune",
    one,
  ),
  ...names("python python3 py", (args) =>
    args[0] === "-m" ? script(args) : 0,
  ),
  ...names("node prettier cmake", option),
]);

function names(list: string, taken: Taken): [string, Taken][] {
  return list.split(" ").map((name) => [name, taken]);
}

/** Programs that are checks whatever their arguments are. */
const PROGRAMS =
  /^(vitest|jest|mocha|ava|tap|karma|tsc|vue-tsc|svelte-check|eslint|oxlint|stylelint|xo|pytest|py\.test|tox|nox|mypy|pyright|basedpyright|flake8|pylint|ctest|ninja|rspec|rubocop|phpunit|pest|phpstan|psalm|shellcheck|staticcheck|luacheck|elm-test|hadolint|actionlint|markdownlint|swiftlint|ktlint|detekt|busted|bats)$/;

const WHAT =
  "test|tests|t|tst|lint|check|checks|build|compile|typecheck|type-check|types|tsc|ci|verify|unit|e2e|spec|validate|clippy|vet|nextest|package|analyze|credo|all";
/** Programs with a subcommand or script that is a check, such as `npm run lint:css`. */
const CHECK = new RegExp(
  `^(?:${[...SUBCOMMANDS.keys()].map((name) => name.replaceAll(".", "\\.")).join("|")}) (?:run |exec )?(?:${WHAT})(?:[:._-][\\w:.-]+)?$`,
);
const MODULES =
  /^py(?:thon3?)? -m (pytest|unittest|mypy|tox|nox|pylint|flake8)$/;
const OPTIONS = /^(node --test|prettier --check|cmake --build|ruff|make)$/;

function isCheck(label: string): boolean {
  return (
    PROGRAMS.test(label) ||
    CHECK.test(label) ||
    MODULES.test(label) ||
    OPTIONS.test(label)
  );
}

/** A command that watches for changes ends when a person stops it. */
function isWatching(words: readonly string[]): boolean {
  return words.some((word) =>
    /^(-w|--watch(All)?|watch|dev|serve)$/.test(word),
  );
}

const WRAPPERS =
  /^(npx|pnpx|bunx|time|nice|env|command|exec|sudo|xvfb-run|dotenv|cross-env|bundle)$/;

/** Skips assignments and programs that run another one: `CI=1 npx jest` is `jest`. */
function withoutWrappers(words: readonly string[]): readonly string[] {
  const [first = "", second, ...more] = words;
  if (isAssignment(first)) return withoutWrappers(words.slice(1));
  if (second === undefined) return words;
  const name = programName(first);
  if (name === "bundle" && second === "exec") return withoutWrappers(more);
  if (/^(uv|poetry|pdm|hatch)$/.test(name) && second === "run")
    return withoutWrappers(more);
  if (/^(pnpm|yarn|npm)$/.test(name) && second === "exec" && more[0] !== "--")
    return withoutWrappers(more);
  return WRAPPERS.test(name) && name !== "bundle" && !second.startsWith("-")
    ? withoutWrappers(words.slice(1))
    : words;
}

function isAssignment(word: string): boolean {
  return /^[A-Za-z_]\w*=/.test(word);
}
