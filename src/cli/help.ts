import {
  GLOBAL_OPTIONS,
  type Command,
  type Group,
  type Operand,
  type Option,
  type Options,
} from "./command";
import { answerLines } from "./answersText";
import { takenOptions } from "./takenOptions";
import type { Paint } from "./text";
import { loadVerb, VERB_NAMES } from "./verbs";
import { WIDTH, wrap, wrappedTable, wrapText } from "./wrap";

const REF_FORMS = wrapText(
  "REF names a point in time: a checkpoint's number (12, #12, snapshot-12), its id or the start of it, its name (name:TEXT if it looks like another form), latest, latest~2, a moment (@40), a time (10:30, 2026-11-16T10:30) or an age (90s, 10m, 2h, 3d, 1w). Where a point is looked at, “workspace” is the folder as it is now.",
);

const ABOUT = wrapText(
  "checkpoint rewinds a folder to any moment: it records what changes, shows it, and puts it back. Every restore can be undone.",
);

const MORE = wrapText(
  "“checkpoint help VERB” explains a verb, with an example; “checkpoint help json” says what --json answers, of every verb but mcp and hook.",
);

const EXIT_CODES = [
  "Exit codes: 0 done, 1 failed, 2 wrong usage, 3 conflicts to decide.",
];

/** What help says about the whole command, or about one verb. */
export const helpFor = {
  /** Of one verb, of some, or of all. */
  async json(of: string | readonly string[] | null): Promise<unknown> {
    const names = of === null ? VERB_NAMES : [of].flat();
    const verbs = [];
    for (const name of names) verbs.push(describe(name, await loadVerb(name)));
    return typeof of === "string" ? { verb: verbs[0] } : { verbs };
  },

  /** Verbs that begin with the same word, each with how it is called. */
  async group(verbs: readonly string[], paint: Paint): Promise<string[]> {
    const lines: string[] = [];
    for (const verb of verbs) {
      const command = await loadVerb(verb);
      const [example] = command.examples;
      lines.push(
        ...(lines.length > 0 ? [""] : []),
        ...titleLines(verb, command, paint),
        ...usageLines(verb, command),
        `  ${paint("green", example[0])}`,
      );
    }
    return [...lines, "", `“checkpoint help ${verbs[0]}” says more of it.`];
  },

  text(verb: string, command: Command, paint: Paint): string[] {
    const options = optionRows(command.options ?? {}, paint);
    const globals = optionRows(takenOptions(verb, command), paint);
    const takesRef = (command.operands ?? []).some((o) => o.complete === "ref");
    return [
      ...titleLines(verb, command, paint),
      "",
      ...usageLines(verb, command),
      ...(command.notes ?? []).flatMap((note) => ["", ...wrapText(note)]),
      ...section("Arguments", wrappedTable(operandRows(command)), paint),
      ...section("Options", wrappedTable(options), paint),
      ...section("Options of every verb", wrappedTable(globals), paint),
      ...section("Examples", exampleLines(command, paint), paint),
      ...section("Answer with --json", answerLines(verb, paint), paint),
      ...(takesRef ? ["", ...REF_FORMS] : []),
    ];
  },

  async overview(paint: Paint): Promise<string[]> {
    const groups = new Map<Group, [string, string][]>();
    for (const name of VERB_NAMES) {
      const { group, summary } = await loadVerb(name);
      groups.set(group, [...(groups.get(group) ?? []), [name, summary]]);
    }
    const all = [...groups.values()].flat();
    const width = Math.max(...all.map(([name]) => name.length));
    const lines = [...ABOUT, "", "  checkpoint VERB [OPTIONS]"];
    for (const [group, verbs] of groups)
      lines.push(
        "",
        paint("bold", group),
        ...verbs.map(
          ([name, summary]) =>
            `  ${paint("cyan", name.padEnd(width))}  ${summary}`,
        ),
      );
    return [
      ...lines,
      ...section(
        "Options of every verb",
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

/** Returns how a verb is called: `checkpoint diff [REF] [--stat] [-- PATH...]`. */
export function usageOf(verb: string, command: Command): string {
  return usageWords(verb, command).join(" ");
}

/** The same on as many lines as it takes; `[-m NAME]` stays in one piece. */
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

/** What it is, what it can be, and what it is when nobody says. */
function withChoices({ help, choices }: Option): string {
  return choices ? help.replace(/(?=;|$)/, `: ${choices.join(", ")}`) : help;
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
