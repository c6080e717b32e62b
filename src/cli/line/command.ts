import type { Context } from "../context";
import {
  type Completion,
  type Options,
  type Values,
  GLOBAL_OPTIONS,
} from "./option";

/**
 * A verb of the command: its usage, purpose, examples and implementation. Help, completion and the
 * parser all read this table, so they cannot disagree.
 */
export interface Command<O extends Options = Options> {
  summary: string;
  group: Group;
  operands?: readonly Operand[];
  options?: O;
  /** What follows `--`. */
  rest?: Operand;
  /** Further paragraphs of the verb's help. */
  notes?: readonly string[];
  examples: readonly [Example, ...Example[]];
  /** True if the verb may create a history; other verbs only read an existing one. */
  mayCreateHistory?: boolean;
  /** True if the verb speaks its caller's protocol on stdout and so has no --json. */
  isProtocol?: boolean;
  run(call: Call<O>): Promise<number> | number;
}

export type Group =
  | "Record"
  | "Inspect"
  | "Restore"
  | "Maintain"
  | "Conversations"
  | "Share and connect"
  | "Help";

export interface Operand {
  /** In capitals, as in the usage. */
  name: string;
  help: string;
  isOptional?: boolean;
  isMany?: boolean;
  /** What completion offers here. */
  complete?: Completion | readonly string[];
}

export type Example = readonly [command: string, what: string];

/** One invocation of a verb: its parsed line and everything it can use. */
export interface Call<O extends Options = Options> {
  values: Values<O>;
  /** One value per operand of the verb; undefined for an optional one that is missing. */
  operands: readonly (string | undefined)[];
  /** The words after `--`; null if there was no `--`. */
  rest: readonly string[] | null;
  context: Context;
  /** All verbs, for help and completion. */
  verbs: Verbs;
}

/** Every verb; each is loaded on first use. */
export interface Verbs {
  readonly names: readonly string[];
  load(verb: string): Promise<Command>;
  /** Returns the verb at the start of a line; throws `bad-input` with the nearest name. */
  find(line: readonly string[]): Promise<FoundVerb>;
  /** Returns the two-word verbs that begin with this word, such as `thread`. */
  below(first: string): string[];
}

export interface FoundVerb {
  verb: string;
  command: Command;
  /** The number of words in its name. */
  words: number;
}

/** Returns the verb unchanged, so that `run` infers the options' types. */
export function command<const O extends Options>(
  given: Command<O>,
): Command<O> {
  return given;
}

/** Returns the global options that have an effect on this verb. */
export function relevantGlobals(command: Command): Options {
  const records = command.mayCreateHistory === true;
  const isTaken = (name: string) =>
    name === "json"
      ? command.isProtocol !== true
      : records || (name !== "exclude" && name !== "include");
  return Object.fromEntries(
    Object.entries(GLOBAL_OPTIONS).filter(([name]) => isTaken(name)),
  );
}
