import {
  GLOBAL_OPTIONS,
  type Command,
  type Completion,
  type Operand,
  type Option,
  type Options,
} from "./command";
import { takenOptions } from "./takenOptions";
import { loadVerb, VERB_NAMES, verbsBelow } from "./verbs";

/** A word that can come next, and what it means. */
export interface Suggestion {
  word: string;
  help: string;
}

/** What can come next on a line. */
export interface Next {
  words: Suggestion[];
  /** What only the history or the disk knows. */
  ask: Exclude<Completion, "verb"> | null;
  /** What is typed of it so far, and what stands before that in the same word: `--kind=`. */
  typed: string;
  prefix: string;
  /** The folder and the store that the line names. */
  globals: { workspace?: string; store?: string };
}

/**
 * Returns what can come next, from the same tables that the parser reads. The
 * last of the words is the one being typed; it may be empty.
 */
export async function whatNext(given: readonly string[]): Promise<Next> {
  const { words, isSplit } = joined(given);
  const typed = words.at(-1) ?? "";
  const line = new LineSoFar();
  for (const word of words.slice(0, -1)) await line.read(word);
  const [, flag, value] = /^(--[\w-]+)=(.*)$/s.exec(typed) ?? [];
  const { globals } = line;
  if (flag !== undefined && !line.pending && !line.isAfter) {
    const found = offerValue(line.option(flag));
    const prefix = isSplit ? "" : `${flag}=`;
    return { ...found, typed: value ?? "", prefix, globals };
  }
  return { ...(await line.offer(typed)), typed, prefix: "", globals };
}

type Offer = Pick<Next, "words" | "ask">;

const NOTHING: Offer = { words: [], ask: null };

/** The words before the one being typed, as far as they are understood. */
class LineSoFar {
  readonly globals: Next["globals"] = {};
  pending: { name: string; option: Option } | null = null;
  isAfter = false;
  private readonly verb: string[] = [];
  private command: Command | null = null;
  private readonly operands: string[] = [];

  async read(word: string): Promise<void> {
    if (this.pending) {
      this.keep(this.pending.name, word);
      this.pending = null;
    } else if (word === "--" && !this.isAfter) this.isAfter = true;
    else if (this.isAfter) return;
    else if (word.startsWith("-") && word !== "-") this.readOption(word);
    else if (this.command) this.operands.push(word);
    else await this.readVerb(word);
  }

  async offer(typed: string): Promise<Offer> {
    if (this.pending) return offerValue(this.pending.option);
    if (this.isAfter) return this.offerOperand(this.command?.rest);
    if (typed.startsWith("-")) return this.offerOptions();
    if (!this.command) return offerVerbs(this.verb);
    const wanted = this.command.operands ?? [];
    const last = wanted.at(-1);
    const operand =
      wanted[this.operands.length] ?? (last?.isMany ? last : undefined);
    if (operand || !this.command.rest) return this.offerOperand(operand);
    return one("--", `Then ${this.command.rest.name}`);
  }

  option(flag: string): Option | undefined {
    const table = this.table;
    if (flag.startsWith("--")) return table[flag.slice(2)];
    return Object.values(table).find(({ short }) => `-${short}` === flag);
  }

  private get table(): Options {
    return { ...this.command?.options, ...GLOBAL_OPTIONS };
  }

  private readOption(word: string): void {
    const [flag, value] = word.split(/=(.*)/s) as [string, string | undefined];
    const option = this.option(flag);
    if (!option || option.type === "boolean") return;
    const name = flag.replace(/^--/, "");
    if (value === undefined) this.pending = { name, option };
    else this.keep(name, value);
  }

  private async readVerb(word: string): Promise<void> {
    this.verb.push(word);
    const name = this.verb.join(" ");
    if (VERB_NAMES.includes(name)) this.command = await loadVerb(name);
  }

  private keep(name: string, value: string): void {
    if (name === "workspace" || name === "store") this.globals[name] = value;
  }

  private offerOptions(): Offer {
    const { command } = this;
    const table: Options = command
      ? { ...command.options, ...takenOptions(this.verb.join(" "), command) }
      : GLOBAL_OPTIONS;
    const words = Object.entries(table).map(([name, { help }]) => ({
      word: `--${name}`,
      help,
    }));
    if (this.verb.length === 0)
      words.push({ word: "--version", help: "Print the version" });
    return { words, ask: null };
  }

  private offerOperand(operand: Operand | undefined): Offer | Promise<Offer> {
    const what = operand?.complete;
    if (what === undefined) return NOTHING;
    if (what === "verb") return offerVerbs(this.operands);
    if (typeof what === "string") return { words: [], ask: what };
    return { words: what.map((word) => ({ word, help: "" })), ask: null };
  }
}

function offerValue(option: Option | undefined): Offer {
  const { choices = [], complete } = option ?? {};
  const words = choices.map((word) => ({ word, help: "" }));
  return { words, ask: complete === "verb" ? null : (complete ?? null) };
}

/** The verbs that go on from these words: all, or those below `thread`. */
async function offerVerbs(before: readonly string[]): Promise<Offer> {
  const [first, ...more] = before;
  if (more.length > 0) return NOTHING;
  const names =
    first === undefined ? VERB_NAMES.map(firstOf) : verbsBelow(first);
  const words = [...new Set(names)].map(async (name) => ({
    word: name.split(" ").at(-1)!,
    help: VERB_NAMES.includes(name)
      ? (await loadVerb(name)).summary
      : "Conversations",
  }));
  return { words: await Promise.all(words), ask: null };
}

function firstOf(verb: string): string {
  return verb.split(" ")[0]!;
}

function one(word: string, help: string): Offer {
  return { words: [{ word, help }], ask: null };
}

/** bash takes `--kind=f` for three words. */
function joined(given: readonly string[]): {
  words: string[];
  isSplit: boolean;
} {
  const words: string[] = [];
  let isSplit = false;
  for (const word of given) {
    const last = words.at(-1);
    isSplit = false;
    if (word === "=" && last?.startsWith("--")) {
      words.push(`${words.pop()}=`);
      isSplit = true;
    } else if (last?.startsWith("--") && last.endsWith("=")) {
      words.push(`${words.pop()}${word}`);
      isSplit = true;
    } else words.push(word);
  }
  return { words, isSplit };
}
