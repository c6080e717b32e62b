import { usageError } from "./args";
import type { Command } from "./command";
import { nearest } from "./nearest";

type Load = () => Promise<{ default: Command }>;

/**
 * Every verb and where it is. To add one: a file in commands/ and a line here.
 * Each is loaded when it is asked for.
 */
const VERBS: Readonly<Record<string, Load>> = {
  create: () => import("./commands/create"),
  watch: () => import("./commands/watch"),
  guard: () => import("./commands/guard"),
  list: () => import("./commands/list"),
  show: () => import("./commands/show"),
  diff: () => import("./commands/diff"),
  cat: () => import("./commands/cat"),
  history: () => import("./commands/history"),
  deleted: () => import("./commands/deleted"),
  search: () => import("./commands/search"),
  bisect: () => import("./commands/bisect"),
  status: () => import("./commands/status"),
  restore: () => import("./commands/restore"),
  undo: () => import("./commands/undo"),
  redo: () => import("./commands/redo"),
  revert: () => import("./commands/revert"),
  rename: () => import("./commands/rename"),
  describe: () => import("./commands/describe"),
  pin: () => import("./commands/pin"),
  unpin: () => import("./commands/unpin"),
  delete: () => import("./commands/delete"),
  prune: () => import("./commands/prune"),
  compact: () => import("./commands/compact"),
  usage: () => import("./commands/usage"),
  verify: () => import("./commands/verify"),
  adopt: () => import("./commands/adopt"),
  "thread record": () => import("./commands/threadRecord"),
  "thread list": () => import("./commands/threadList"),
  "thread show": () => import("./commands/threadShow"),
  "thread edit": () => import("./commands/threadEdit"),
  export: () => import("./commands/export"),
  import: () => import("./commands/import"),
  mcp: () => import("./commands/mcp"),
  connect: () => import("./commands/connect"),
  hook: () => import("./commands/hook"),
  completion: () => import("./commands/completion"),
  help: () => import("./commands/help"),
};

export const VERB_NAMES: readonly string[] = Object.keys(VERBS);

export interface FoundVerb {
  verb: string;
  command: Command;
  /** How many words of the line name it. */
  words: number;
}

/** Returns the verb that a line begins with; throws `bad-input` with the nearest. */
export async function findVerb(line: readonly string[]): Promise<FoundVerb> {
  for (const words of [2, 1]) {
    const verb = line.slice(0, words).join(" ");
    const load = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
    if (load && line.length >= words)
      return { verb, command: (await load()).default, words };
  }
  throw unknownVerb(line);
}

export async function loadVerb(verb: string): Promise<Command> {
  return (await findVerb(verb.split(" "))).command;
}

/** Returns the verbs of two words that begin with this one: `thread`. */
export function verbsBelow(first: string): string[] {
  return VERB_NAMES.filter((verb) => verb.startsWith(`${first} `));
}

/** What other tools call it. */
export const ELSEWHERE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    create: "add commit init new save snapshot start",
    list: "log ls",
    show: "get info",
    cat: "print",
    history: "blame versions",
    search: "find grep",
    restore: "back checkout goto reset rewind rollback switch",
    delete: "drop remove rm",
    prune: "clean gc",
    usage: "du size",
    verify: "check fsck",
    "thread list": "conversations threads",
    "--version": "version",
  }).flatMap(([verb, words]) => words.split(" ").map((word) => [word, verb])),
);

function unknownVerb(line: readonly string[]): Error {
  const first = line[0] ?? "";
  const below = verbsBelow(first);
  if (below.length > 0) {
    const second = line.slice(1).find((word) => !word.startsWith("-"));
    const all = below.map((verb) => `“${verb}”`).join(", ");
    return usageError(
      first,
      second === undefined
        ? `“${first}” needs one more word: ${all}.`
        : `There is no “${first} ${second}”; there is ${all}.`,
    );
  }
  const near = ELSEWHERE.get(first.toLowerCase()) ?? nearest(first, VERB_NAMES);
  return usageError(
    null,
    `There is no verb “${first}”.` + (near ? ` Did you mean “${near}”?` : ""),
  );
}
