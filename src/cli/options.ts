import type { Operand, Option } from "./command";

/** Options and operands that several verbs have: the same words everywhere. */
export const CONSENT = {
  "dry-run": {
    type: "boolean",
    short: "n",
    help: "Only show what would change",
  },
  yes: { type: "boolean", short: "y", help: "Go ahead without asking" },
} as const satisfies Record<string, Option>;

export const NAME = {
  type: "string",
  short: "m",
  value: "NAME",
  help: "What to call it",
  mayBeEmpty: true,
} as const satisfies Option;

export const DESCRIPTION = {
  type: "string",
  short: "d",
  value: "TEXT",
  help: "More about it",
  mayBeEmpty: true,
} as const satisfies Option;

export const FORCE_LARGE = {
  type: "boolean",
  help: "Go on although the folder is very large",
} as const satisfies Option;

/** What comes after `--` to limit a verb to some files. */
export const ONLY_PATHS = {
  name: "PATH",
  help: "Only these files or folders",
  isOptional: true,
  isMany: true,
  complete: "file",
} as const satisfies Operand;

export function limitOf(usual: number, what = "At most so many") {
  return {
    type: "number",
    short: "n",
    value: "N",
    least: 1,
    help: `${what}; default: ${usual}`,
  } as const satisfies Option;
}

export function refOf(help: string) {
  return { name: "REF", help, complete: "ref" } as const satisfies Operand;
}

/** The repository that an export goes to or an import comes from. */
export function gitOf(help: { repository: string; ref: string }) {
  return {
    git: {
      type: "string",
      value: "REPO",
      help: help.repository,
      complete: "folder",
    },
    ref: { type: "string", value: "NAME", help: help.ref },
  } as const satisfies Record<string, Option>;
}
