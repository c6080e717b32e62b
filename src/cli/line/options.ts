import type { Operand } from "./command";
import type { Option } from "./option";

/** Options and operands shared by several verbs, with the same wording everywhere. */
export const CONSENT = {
  "dry-run": {
    type: "boolean",
    short: "n",
    help: "Only show what would change",
  },
  yes: { type: "boolean", short: "y", help: "Do not ask for confirmation" },
} as const satisfies Record<string, Option>;

export const NAME = {
  type: "string",
  short: "m",
  value: "NAME",
  help: "Name of the checkpoint",
  mayBeEmpty: true,
} as const satisfies Option;

export const DESCRIPTION = {
  type: "string",
  short: "d",
  value: "TEXT",
  help: "Description of the checkpoint",
  mayBeEmpty: true,
} as const satisfies Option;

export const FORCE_LARGE = {
  type: "boolean",
  help: "Record the folder even if it is very large",
} as const satisfies Option;

/** Paths after `--` that limit a verb to some files. */
export const ONLY_PATHS = {
  name: "PATH",
  help: "Only these files or folders",
  isOptional: true,
  isMany: true,
  complete: "file",
} as const satisfies Operand;

export function limitOf(usual: number, what = "Maximum number of results") {
  return {
    type: "number",
    short: "n",
    value: "N",
    least: 1,
    help: `${what} (default ${usual})`,
  } as const satisfies Option;
}

export function refOf(help: string) {
  return { name: "REF", help, complete: "ref" } as const satisfies Operand;
}

/** The repository that is exported to or imported from. */
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
