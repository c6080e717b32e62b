import {
  type Command,
  type Group,
  type Operand,
  type Verbs,
  relevantGlobals,
} from "./command";
import { GLOBAL_OPTIONS, type Option, type Options } from "./option";
import { answerLines } from "../text/answersText";
import type { Paint } from "../text/text";
import { WIDTH, wrap, wrappedTable, wrapText } from "../text/wrap";

const REF_FORMS = wrapText(
  "REF is a point in time: a checkpoint number (12, #12, snapshot-12), an id or the start of one, a name (name:TEXT if it looks like another form), latest, latest~2, good or bad (see “checkpoint help check”), a moment (@40), a time (10:30, 2026-11-16T10:30) or an age (90s, 10m, 2h, 3d, 1w). Verbs that only read also take “workspace”, the folder as it is now.",
);

const ABOUT = wrapText(
  "checkpoint rewinds a folder to any moment. It records changes, shows them and restores files. Every restore can be undone.",
);

const MORE = wrapText(
  "“checkpoint help VERB” explains a verb, with examples. “checkpoint help json” describes the output of --json, which every verb but mcp and hook has.",
);

const EXIT_CODES = [
  "Exit codes: 0 success, 1 failure, 2 usage error, 3 conflicts to resolve.",
];

/** Writes the help for the whole command or one verb. */
export const helpFor = {
  /** Returns the help of one verb, of a group, or of all. */
  async json(
    verbs: Verbs,
    of: string | readonly string[] | null,
  ): Promise<unknown> {
    const names = of === null ? verbs.names : [of].flat();
    const described = [];
    for (const name of names)
      described.push(describe(name, await verbs.load(name)));
    return typeof of === "string"
      ? { verb: described[0] }
      : { verbs: described };
  },

  /** Returns the verbs that begin with the same word, each with its usage. */
  async group(
    verbs: Verbs,
    names: readonly string[],
    paint: Paint,
  ): Promise<string[]> {
    const lines: string[] = [];
    for (const verb of names) {
      const command = await verbs.load(verb);
      const [example] = command.examples;
      lines.push(
        ...(lines.length > 0 ? [""] : []),
        ...titleLines(verb, command, paint),
        ...usageLines(verb, command),
        `  ${paint("green", example[0])}`,
      );
    }
    return [...lines, "", `“checkpoint help ${names[0]}” explains it in full.`];
  },

  text(verb: string, command: Command, paint: Paint): string[] {
    const options = optionRows(command.options ?? {}, paint);
    const globals = optionRows(relevantGlobals(command), paint);
    const takesRef = (command.operands ?? []).some((o) => o.complete === "ref");
    return [
      ...titleLines(verb, command, paint),
      "",
      ...usageLines(verb, command),
      ...(command.notes ?? []).flatMap((note) => ["", ...wrapText(note)]),
      ...section("Arguments", wrappedTable(operandRows(command)), paint),
      ...section("Options", wrappedTable(options), paint),
      ...section("Global options", wrappedTable(globals), paint),
      ...section("Examples", exampleLines(command, paint), paint),
      ...section("Output with --json", answerLines(verb, paint), paint),
      ...(takesRef ? ["", ...REF_FORMS] : []),
    ];
  },

  async overview(verbs: Verbs, paint: Paint): Promise<string[]> {
    const groups = new Map<Group, [string, string][]>();
    for (const name of verbs.names) {
      const { group, summary } = await verbs.load(name);
      groups.set(group, [...(groups.get(group) ?? []), [name, summary]]);
    }
    const all = [...groups.values()].flat();
    // One long name must not push every summary to the right.
    const width = Math.max(
      ...all.map(([name]) => name.length).filter((length) => length <= 16),
    );
    const lines = [...ABOUT, "", "  checkpoint VERB [OPTIONS]"];
    for (const [group, rows] of groups)
      lines.push(
        "",
        paint("bold", group),
        ...rows.map(
          ([name, summary]) =>
            `  ${paint("cyan", name.padEnd(width))}  ${summary}`,
        ),
      );
    return [
      ...lines,
      ...section(
        "Global options",
        wrappedTable(optionRows(GLOBAL_OPTIONS, paint)),
        paint,
      ),
      "",
      ...REF_FORMS,
      ...EXIT_CODES,
      ...MORE,
    ];
  },
};

/** Returns a verb's usage: `checkpoint diff [REF] [--stat] [-- PATH...]`. */
export function usageOf(verb: string, command: Command): string {
  return usageWords(verb, command).join(" ");
}

/** Wraps the usage to lines, without breaking inside `[-m NAME]`. */
function usageLines(verb: string, command: Command): string[] {
  const [first, ...more] = wrap(usageWords(verb, command), WIDTH - 6);
  return [`  ${first}`, ...more.map((line) => `      ${line}`)];
}

function titleLines(verb: string, { summary }: Command, paint: Paint) {
  return wrapText(`${paint("bold", `checkpoint ${verb}`)}: ${summary}`);
}

function usageWords(verb: string, command: Command): string[] {
  const words = [`checkpoint ${verb}`];
  for (const operand of command.operands ?? [])
    words.push(operandWord(operand));
  for (const [name, option] of Object.entries(command.options ?? {})) {
    const word = optionWord(name, option);
    const shown = option.isRequired ? word : `[${word}]`;
    words.push(shown + (option.isMany ? "..." : ""));
  }
  if (command.rest) {
    const rest = `-- ${command.rest.name}${command.rest.isMany ? "..." : ""}`;
    words.push(command.rest.isOptional ? `[${rest}]` : rest);
  }
  return words;
}

function describe(verb: string, command: Command): unknown {
  const { summary, group, examples } = command;
  const options = Object.entries(command.options ?? {}).map(
    ([name, { short, value, help, choices }]) => ({
      name: `--${name}`,
      short: short ? `-${short}` : null,
      value: value ?? null,
      help,
      choices: choices ?? null,
    }),
  );
  return {
    verb,
    group,
    summary,
    usage: usageOf(verb, command),
    options,
    examples,
  };
}

function operandWord({ name, isOptional, isMany }: Operand): string {
  const word = name + (isMany ? "..." : "");
  return isOptional ? `[${word}]` : word;
}

function optionWord(name: string, option: Option): string {
  const flag = option.short ? `-${option.short}` : `--${name}`;
  return option.value ? `${flag} ${option.value}` : flag;
}

function operandRows(command: Command): string[][] {
  const rows = (command.operands ?? []).map((o) => [`  ${o.name}`, o.help]);
  if (command.rest) rows.push([`  ${command.rest.name}`, command.rest.help]);
  return rows;
}

function optionRows(options: Options, paint: Paint): string[][] {
  return Object.entries(options).map(([name, option]) => {
    const short = option.short ? `-${option.short}, ` : "    ";
    const value = option.value ? ` ${option.value}` : "";
    return [
      `  ${short}${paint("cyan", `--${name}`)}${value}`,
      withChoices(option),
    ];
  });
}

/** Returns an option's help, with its choices before its default. */
function withChoices({ help, choices }: Option): string {
  return choices
    ? help.replace(/(?= \(default|$)/, `: ${choices.join(", ")}`)
    : help;
}

function exampleLines(command: Command, paint: Paint): string[] {
  return command.examples.flatMap(([line, what]) => [
    `  ${paint("green", line)}`,
    ...wrapText(what, WIDTH - 6).map((text) => `      ${text}`),
  ]);
}

function section(title: string, lines: string[], paint: Paint): string[] {
  return lines.length > 0 ? ["", paint("bold", title), ...lines] : [];
}
