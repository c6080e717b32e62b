import { parseArgs } from "node:util";
import { commandText } from "../../agents/commandText";
import type { Command } from "./command";
import {
  GLOBAL_OPTIONS,
  type GlobalValues,
  type Option,
  type Options,
  type Values,
} from "./option";
import { nearest } from "./nearest";
import { usageError } from "./usageError";

/** A parsed line: the global options, the verb's own options, and the rest. */
export interface Parsed {
  globals: GlobalValues;
  values: Values<Options>;
  operands: (string | undefined)[];
  rest: string[] | null;
}

/** Parses a line by the verb's table; throws `bad-input`. */
export function parseLine(
  verb: string,
  command: Command,
  argv: readonly string[],
): Parsed {
  const options: Options = { ...GLOBAL_OPTIONS, ...command.options };
  const { given, before, after } = tokenize(verb, command, options, argv);
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given))
    values[name] = readValue(verb, name, options[name]!, value);

  const globals: Record<string, unknown> = {};
  for (const name of Object.keys(GLOBAL_OPTIONS)) {
    globals[name] = values[name];
    if (!command.options || !(name in command.options)) delete values[name];
  }
  const takesRest = command.rest !== undefined;
  const operands = takesRest ? before : [...before, ...(after ?? [])];
  if (!globals["help"]) {
    checkOperands(verb, command, operands, after);
    checkRequired(verb, command, values);
    checkRest(verb, command, after);
  }
  return {
    globals: globals,
    values: values as Values<Options>,
    operands,
    rest: takesRest ? after : null,
  };
}

/**
 * Separates the options before the verb from the other words, so that `--json list` means the same
 * as `list --json`.
 */
export function splitGlobals(argv: readonly string[]): {
  before: string[];
  words: string[];
} {
  let at = 0;
  while (at < argv.length) {
    const word = argv[at]!;
    if (!word.startsWith("-") || word === "-" || word === "--") break;
    const name = word.replace(/^--?/, "").split("=")[0]!;
    const option = (GLOBAL_OPTIONS as Options)[name];
    const takesNext = option?.type === "string" && !word.includes("=");
    at += takesNext ? 2 : 1;
  }
  return { before: argv.slice(0, at), words: argv.slice(at) };
}

interface Tokens {
  given: Record<string, unknown>;
  before: string[];
  after: string[] | null;
}

function tokenize(
  verb: string,
  command: Command,
  options: Options,
  argv: readonly string[],
): Tokens {
  const config = Object.fromEntries(
    Object.entries(options).map(([name, option]) => [
      name,
      {
        type: option.type === "boolean" ? "boolean" : "string",
        ...(option.short ? { short: option.short } : {}),
        ...(option.isMany ? { multiple: true } : {}),
      } as const,
    ]),
  );
  try {
    const parsed = parseArgs({
      args: [...argv],
      options: config,
      allowPositionals: true,
      strict: true,
      tokens: true,
    });
    const end = parsed.tokens.find((t) => t.kind === "option-terminator");
    const before: string[] = [];
    for (const token of parsed.tokens)
      if (token.kind === "positional" && (!end || token.index < end.index))
        before.push(token.value);
    return {
      given: parsed.values,
      before,
      after: end ? argv.slice(end.index + 1) : null,
    };
  } catch (error) {
    const known = error as Error & { code?: string };
    // The options of a command given without `--` would be parsed as ours.
    const isTheirs =
      known.code === "ERR_PARSE_ARGS_UNKNOWN_OPTION" &&
      command.rest?.name === "COMMAND" &&
      !argv.includes("--");
    const more = isTheirs ? ` ${AFTER["COMMAND"]} after “--”.` : "";
    throw usageError(verb, explain(known, options) + more);
  }
}

/** Words a parse error for our users; Node's messages explain its own API. */
function explain(error: Error & { code?: string }, options: Options): string {
  // '-m, --name <value>', '--name' or '-m': prefer the long name.
  const quoted = /'(-[^']*)'/.exec(error.message)?.[1] ?? "";
  const names =
    /--[\w-]+/.exec(quoted)?.[0] ??
    /'(--[\w-]+)=/.exec(error.message)?.[1] ??
    quoted;
  if (error.code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") {
    const near = nearest(names.replace(/^-+/, ""), Object.keys(options));
    const meant = near ? ` Did you mean --${near}?` : "";
    return names ? `Unknown option ${names}.${meant}` : "Unknown option.";
  }
  if (error.code === "ERR_PARSE_ARGS_INVALID_OPTION_VALUE") {
    if (/does not take an argument/.test(error.message))
      return `${names} takes no value.`;
    const option = options[names.slice(2)];
    if (option?.type === "number") return `${names} is ${numberWords(option)}.`;
    if (/ambiguous/.test(error.message))
      return `${names} needs a value; give one that begins with “-” as ${names}=VALUE.`;
    return `${names} needs a value.`;
  }
  return error.message;
}

function readValue(
  verb: string,
  name: string,
  option: Option,
  given: unknown,
): unknown {
  if (option.type === "boolean") return given;
  if (option.type === "number")
    return readNumber(verb, name, option, String(given));
  const texts = Array.isArray(given) ? (given as string[]) : [given];
  // An unset variable in a script must not silently mean “the default”.
  if (!option.mayBeEmpty && texts.includes(""))
    throw usageError(verb, `--${name} must not be empty.`);
  if (option.choices)
    for (const text of texts)
      if (!option.choices.includes(String(text)))
        throw usageError(
          verb,
          `--${name} is one of ${option.choices.join(", ")}, not “${text}”.`,
        );
  return given;
}

function readNumber(
  verb: string,
  name: string,
  option: Option,
  text: string,
): number {
  const { sign, least = 0, most = Infinity } = option;
  const digits = sign && text.startsWith(sign) ? text.slice(1) : text;
  const value = /^\d{1,15}$/.test(digits) ? Number(digits) : NaN;
  if (value >= least && value <= most) return value;
  throw usageError(verb, `--${name} is ${numberWords(option)}, not “${text}”.`);
}

function numberWords({ least, most }: Option): string {
  const from = least ? least.toLocaleString("en") : "zero";
  return most === undefined
    ? `a whole number of ${from} or more`
    : `a whole number from ${from} to ${most.toLocaleString("en")}`;
}

function checkRequired(
  verb: string,
  command: Command,
  values: Readonly<Record<string, unknown>>,
): void {
  for (const [name, option] of Object.entries(command.options ?? {}))
    if (option.isRequired && values[name] === undefined)
      throw usageError(
        verb,
        `--${name} is missing${option.choices ? `: ${option.choices.join(" or ")}` : ""}.`,
      );
}

function checkOperands(
  verb: string,
  command: Command,
  given: readonly string[],
  after: readonly string[] | null,
): void {
  const wanted = command.operands ?? [];
  const missing = wanted
    .slice(given.length)
    .find((operand) => !operand.isOptional);
  if (missing) throw usageError(verb, `${missing.name} is missing.`);
  const isMany = wanted.at(-1)?.isMany ?? false;
  if (given.length <= wanted.length || isMany) return;
  const extra = given.slice(wanted.length);
  const words = given.slice(0, wanted.length);
  const meant =
    afterText(verb, command, [...words, "--", ...extra, ...(after ?? [])]) ||
    nameText(verb, command, [...words, "-m", extra.join(" ")]);
  throw usageError(verb, tooMany(extra[0]!) + meant);
}

function checkRest(
  verb: string,
  { rest }: Command,
  after: readonly string[] | null,
): void {
  if (!rest || after?.length) return;
  if (!rest.isOptional)
    throw usageError(verb, `${rest.name} is missing; put it after “--”.`);
  // An empty list in a script must not silently mean “everything”.
  if (after && rest.name === "PATH")
    throw usageError(
      verb,
      "PATH is missing after “--”. Leave out “--” to mean the whole folder.",
    );
}

export function tooMany(word: string): string {
  return `Unexpected argument “${word}”.`;
}

/** Verbs whose users tend to forget the `--`. */
const AFTER: Readonly<Record<string, string>> = {
  PATH: "Paths go",
  COMMAND: "The command goes",
};

/** Explains what goes after `--`, with the corrected line; empty if it does not apply. */
function afterText(
  verb: string,
  { rest }: Command,
  words: readonly string[],
): string {
  const what = AFTER[rest?.name ?? ""];
  if (what === undefined) return "";
  return ` ${what} after “--”: checkpoint ${verb} ${commandText(words)}`;
}

/** Explains how to give a name, with the corrected line; empty if it does not apply. */
function nameText(
  verb: string,
  { options = {} }: Command,
  words: readonly string[],
): string {
  if (options["name"]?.short !== "m") return "";
  return ` To give a name, use -m: checkpoint ${verb} ${commandText(words)}`;
}
