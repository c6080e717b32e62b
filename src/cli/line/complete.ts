import {
  type Command,
  type Operand,
  type Verbs,
  relevantGlobals,
} from "./command";
import {
  GLOBAL_OPTIONS,
  type Completion,
  type Option,
  type Options,
} from "./option";

/** A candidate for the next word, and its meaning. */
export interface Suggestion {
  word: string;
  help: string;
}

/** The candidates for the next word of a line. */
export interface Next {
  words: Suggestion[];
  /** Candidates that only the history or the disk knows. */
  ask: Exclude<Completion, "verb"> | null;
  /** The part typed so far, and what precedes it in the same word, such as `--kind=`. */
  typed: string;
  prefix: string;
  /** The folder and the store named on the line. */
  globals: { workspace?: string; store?: string };
}

/**
 * Returns the candidates, from the same tables that the parser uses. The last word is the one being
 * typed and may be empty.
 */
export async function complete(
  verbs: Verbs,
  given: readonly string[],
): Promise<Next> {
  const { words, isSplit } = joined(given);
  const typed = words.at(-1) ?? "";
  const line = new LineSoFar(verbs);
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

/** The words before the one being typed, as far as they could be parsed. */
class LineSoFar {
  readonly globals: Next["globals"] = {};
  pending: { name: string; option: Option } | null = null;
  isAfter = false;
  private readonly verb: string[] = [];
  private command: Command | null = null;
  private readonly operands: string[] = [];

  constructor(private readonly verbs: Verbs) {}

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
    if (!this.command) return offerVerbs(this.verbs, this.verb);
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
    if (this.verbs.names.includes(name))
      this.command = await this.verbs.load(name);
  }

  private keep(name: string, value: string): void {
    if (name === "workspace" || name === "store") this.globals[name] = value;
  }

  private offerOptions(): Offer {
    const { command } = this;
    const table: Options = command
      ? { ...command.options, ...relevantGlobals(command) }
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
    if (what === "verb") return offerVerbs(this.verbs, this.operands);
    if (typeof what === "string") return { words: [], ask: what };
    return { words: what.map((word) => ({ word, help: "" })), ask: null };
  }
}

function offerValue(option: Option | undefined): Offer {
  const { choices = [], complete } = option ?? {};
  const words = choices.map((word) => ({ word, help: "" }));
  return { words, ask: complete === "verb" ? null : (complete ?? null) };
}

/** The verbs that continue these words: all, or those below `thread`. */
async function offerVerbs(
  verbs: Verbs,
  before: readonly string[],
): Promise<Offer> {
  const [first, ...more] = before;
  if (more.length > 0) return NOTHING;
  const names =
    first === undefined ? verbs.names.map(firstOf) : verbs.below(first);
  const words = [...new Set(names)].map(async (name) => ({
    word: name.split(" ").at(-1)!,
    help: verbs.names.includes(name)
      ? (await verbs.load(name)).summary
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

/** bash splits `--kind=f` into three words. */
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
