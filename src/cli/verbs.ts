import { usageError } from "./line/usageError";
import type { Command, FoundVerb, Verbs } from "./line/command";
import { nearest } from "./line/nearest";

type Load = () => Promise<{ default: Command }>;

/**
 * Every verb and its module, which is loaded on first use. To add one, write a file in commands/
 * and list it here.
 */
const VERBS: Readonly<Record<string, Load>> = {
  create: () => import("./commands/create"),
  watch: () => import("./commands/watch"),
  guard: () => import("./commands/guard"),
  check: () => import("./commands/check"),
  list: () => import("./commands/list"),
  timeline: () => import("./commands/timeline"),
  show: () => import("./commands/show"),
  diff: () => import("./commands/diff"),
  cat: () => import("./commands/cat"),
  history: () => import("./commands/history"),
  blame: () => import("./commands/blame"),
  authors: () => import("./commands/authors"),
  deleted: () => import("./commands/deleted"),
  search: () => import("./commands/search"),
  run: () => import("./commands/run"),
  bisect: () => import("./commands/bisect"),
  status: () => import("./commands/status"),
  why: () => import("./commands/why"),
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
  "import-conversations": () => import("./commands/importConversations"),
  export: () => import("./commands/export"),
  import: () => import("./commands/import"),
  mcp: () => import("./commands/mcp"),
  connect: () => import("./commands/connect"),
  hook: () => import("./commands/hook"),
  completion: () => import("./commands/completion"),
  help: () => import("./commands/help"),
};

export const VERB_NAMES: readonly string[] = Object.keys(VERBS);

/** Returns the verb at the start of a line; throws `bad-input` with the nearest name. */
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

/** Returns the two-word verbs that begin with this word, such as `thread`. */
export function verbsBelow(first: string): string[] {
  return VERB_NAMES.filter((verb) => verb.startsWith(`${first} `));
}

/** Names that other tools use for these verbs. */
export const ELSEWHERE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    create: "add commit init new save snapshot start",
    list: "log ls",
    show: "get info",
    cat: "print",
    blame: "annotate praise",
    history: "versions",
    search: "find grep",
    restore: "back checkout goto reset rewind rollback switch",
    delete: "drop remove rm",
    prune: "clean gc",
    usage: "du size",
    verify: "fsck",
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
        ? `“${first}” is not complete. Use one of: ${all}.`
        : `Unknown verb “${first} ${second}”. Use one of: ${all}.`,
    );
  }
  const near = ELSEWHERE.get(first.toLowerCase()) ?? nearest(first, VERB_NAMES);
  return usageError(
    null,
    `Unknown verb “${first}”.` + (near ? ` Did you mean “${near}”?` : ""),
  );
}

export const verbs: Verbs = {
  names: VERB_NAMES,
  load: loadVerb,
  find: findVerb,
  below: verbsBelow,
};
