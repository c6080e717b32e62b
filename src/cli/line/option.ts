export interface Option {
  type: "string" | "boolean" | "number";
  short?: string;
  isMany?: boolean;
  /** The name of its value, in capitals; undefined for booleans. */
  value?: string;
  help: string;
  choices?: readonly string[];
  /** Minimum of a number; default: 0. */
  least?: number;
  /** Maximum of a number; default: none. */
  most?: number;
  /** An optional prefix of a number, as lists print it: `#12`, `@40`. */
  sign?: "#" | "@";
  /** True if an empty text is meaningful; otherwise it is rejected as a mistake. */
  mayBeEmpty?: boolean;
  /** True if the verb requires it. */
  isRequired?: boolean;
  complete?: Completion;
}

/** What a word refers to, for completion from the history or the disk. */
export type Completion = "ref" | "thread" | "verb" | "file" | "folder";

export type Options = Readonly<Record<string, Option>>;
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

/** Options of every verb. */
export const GLOBAL_OPTIONS = {
  workspace: {
    type: "string",
    value: "DIR",
    help: "The folder (default: nearest recorded, from here up)",
    complete: "folder",
  },
  store: {
    type: "string",
    value: "DIR",
    help: "Where histories are kept (or CHECKPOINT_STORE)",
    complete: "folder",
  },
  json: { type: "boolean", help: "Print one JSON document" },
  exclude: {
    type: "string",
    isMany: true,
    value: "GLOB",
    help: "Also exclude these from recording",
  },
  include: {
    type: "string",
    isMany: true,
    value: "GLOB",
    help: "Record these even if .gitignore excludes them",
  },
  help: { type: "boolean", short: "h", help: "Show help for the verb" },
} as const satisfies Options;

export type GlobalValues = Values<typeof GLOBAL_OPTIONS>;
