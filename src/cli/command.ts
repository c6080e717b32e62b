import type { Context } from "./context";

/**
 * What a verb of the command is: how it is called, what it is for, an example,
 * and what it does. Help, completion and the parser all read this, so that
 * none of them can say something else than the others.
 */
export interface Command<O extends Options = Options> {
  summary: string;
  group: Group;
  operands?: readonly Operand[];
  options?: O;
  /** What comes after `--`. */
  rest?: Operand;
  /** More to say in the verb's help, a paragraph each. */
  notes?: readonly string[];
  examples: readonly [Example, ...Example[]];
  /** A history begins with it; other verbs only look where there is one. */
  begins?: boolean;
  run(call: Call<O>): Promise<number> | number;
}

export type Group =
  | "Record"
  | "Look"
  | "Go back"
  | "Keep in order"
  | "Conversations"
  | "Elsewhere"
  | "About";

export interface Operand {
  /** In capitals, as usage shows it. */
  name: string;
  help: string;
  isOptional?: boolean;
  isMany?: boolean;
  /** What a shell may offer here. */
  complete?: Completion | readonly string[];
}

export interface Option {
  type: "string" | "boolean" | "number";
  short?: string;
  isMany?: boolean;
  /** The name of its value, in capitals; absent for booleans. */
  value?: string;
  help: string;
  choices?: readonly string[];
  /** The least a number may be; default: 0. */
  least?: number;
  /** The most; default: any. */
  most?: number;
  /** May stand before a number, as listings print it: `#12`, `@40`. */
  sign?: "#" | "@";
  /** An empty text says something here; elsewhere it is a slip. */
  mayBeEmpty?: boolean;
  /** The verb does not work without it. */
  isRequired?: boolean;
  complete?: Completion;
}

/** What a word can be that only the history or the disk knows. */
export type Completion = "ref" | "thread" | "verb" | "file" | "folder";

export type Options = Readonly<Record<string, Option>>;
export type Example = readonly [command: string, what: string];

type ValueOf<T extends Option> = T["type"] extends "boolean"
  ? boolean
  : T["type"] extends "number"
    ? number
    : T extends { isMany: true }
      ? string[]
      : string;

export type Values<O extends Options> = {
  readonly [K in keyof O]?: ValueOf<O[K]> | undefined;
};

/** One use of a verb: its parsed line and everything it may touch. */
export interface Call<O extends Options = Options> {
  values: Values<O>;
  /** As many as the verb asks for; an optional one that is absent is undefined. */
  operands: readonly (string | undefined)[];
  /** What came after `--`; null when there was no `--`. */
  rest: readonly string[] | null;
  context: Context;
}

/** Returns the verb as it is; exists so that `run` knows the options' types. */
export function command<const O extends Options>(
  given: Command<O>,
): Command<O> {
  return given;
}

/** Options that every verb has. */
export const GLOBAL_OPTIONS = {
  workspace: {
    type: "string",
    value: "DIR",
    help: "The folder; default: the nearest recorded, from here up",
    complete: "folder",
  },
  store: {
    type: "string",
    value: "DIR",
    help: "The folder that holds stores/ (or CHECKPOINT_STORE)",
    complete: "folder",
  },
  json: { type: "boolean", help: "Print one JSON document" },
  exclude: {
    type: "string",
    isMany: true,
    value: "GLOB",
    help: "When recording, leave these out too",
  },
  include: {
    type: "string",
    isMany: true,
    value: "GLOB",
    help: "When recording, take these although .gitignore names them",
  },
  help: { type: "boolean", short: "h", help: "Explain the verb" },
} as const satisfies Options;

export type GlobalValues = Values<typeof GLOBAL_OPTIONS>;
