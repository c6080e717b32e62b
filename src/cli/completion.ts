import { GLOBAL_OPTIONS, type Command, type Options } from "./command";

/** A verb as a completion script needs it. */
export interface VerbWords {
  verb: string;
  summary: string;
  options: readonly OptionWords[];
  /** What its operands are, in order. */
  operands: readonly (readonly string[] | "file" | "folder" | "none")[];
}

export interface OptionWords {
  flags: readonly string[];
  help: string;
  takesValue: boolean;
  choices: readonly string[];
  isPath: boolean;
}

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

export function verbWords(verb: string, command: Command): VerbWords {
  const operands = [
    ...(command.operands ?? []),
    ...(command.rest ? [command.rest] : []),
  ].map(({ complete }) =>
    complete === undefined || complete === "ref" ? "none" : complete,
  );
  const options = optionWords({ ...command.options, ...GLOBAL_OPTIONS });
  return { verb, summary: command.summary, options, operands };
}

/** Returns the script for a shell, made from the table of verbs. */
export function completionScript(
  shell: Shell,
  verbs: readonly VerbWords[],
): string {
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](verbs);
}

function optionWords(options: Options): OptionWords[] {
  return Object.entries(options).map(([name, option]) => ({
    flags: [`--${name}`, ...(option.short ? [`-${option.short}`] : [])],
    help: option.help,
    takesValue: option.type !== "boolean",
    choices: option.choices ?? [],
    isPath: option.complete === "file" || option.complete === "folder",
  }));
}

/** The words that can stand first, and after the first of a pair. */
function wordTree(verbs: readonly VerbWords[]): Map<string, string[]> {
  const tree = new Map<string, string[]>();
  for (const { verb } of verbs) {
    const [first, second] = verb.split(" ") as [string, string | undefined];
    tree.set(first, [...(tree.get(first) ?? []), ...(second ? [second] : [])]);
  }
  return tree;
}

function valueFlags(options: readonly OptionWords[]): string[] {
  return options.filter((o) => o.takesValue).flatMap((o) => o.flags);
}

const globalWords = () => optionWords(GLOBAL_OPTIONS);

function bashScript(verbs: readonly VerbWords[]): string {
  const tree = wordTree(verbs);
  const pairs = [...tree].filter(([, seconds]) => seconds.length > 0);
  const cases = verbs.map((v) => {
    const flags = v.options.flatMap((o) => o.flags).join(" ");
    const values = v.options
      .filter((o) => o.choices.length > 0)
      .map(
        (o) =>
          `        ${o.flags.join("|")}) words="${o.choices.join(" ")}" ;;`,
      );
    const words = v.operands
      .flatMap((o) => (typeof o === "string" ? [] : o))
      .join(" ");
    return [
      `    "${v.verb}")`,
      `      options="${flags}"; words="${words}"`,
      ...(values.length > 0
        ? ['      case "$prev" in', ...values, "      esac"]
        : []),
      "      ;;",
    ].join("\n");
  });
  return `# bash completion for checkpoint: source it, or put it where bash-completion looks.
_checkpoint() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}"
  local verb="" options="" words="" i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${COMP_WORDS[i]}" in
      ${valueFlags(globalWords()).join("|")}) ((i++)) ;;
      -*) ;;
      *) verb="\${COMP_WORDS[i]}"; break ;;
    esac
  done
  case "$verb" in
    "") options="${globalWords()
      .flatMap((o) => o.flags)
      .join(" ")} --version"; words="${[...tree.keys()].join(" ")}" ;;
${pairs
  .map(
    ([first, seconds]) => `    ${first})
      if ((i + 1 < COMP_CWORD)); then verb="${first} \${COMP_WORDS[i+1]}"; else words="${seconds.join(" ")}"; fi ;;`,
  )
  .join("\n")}
  esac
  case "$verb" in
${cases.join("\n")}
  esac
  if [[ "$cur" == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$cur"))
  elif [[ -n "$words" ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
  else
    compopt -o default 2>/dev/null
    COMPREPLY=($(compgen -f -- "$cur"))
  fi
}
complete -F _checkpoint checkpoint
`;
}

function zshScript(verbs: readonly VerbWords[]): string {
  const tree = wordTree(verbs);
  const firsts = [...tree].map(([first]) => {
    const only = verbs.find((v) => v.verb === first);
    return `'${first}:${quiet(only?.summary ?? "Conversations")}'`;
  });
  const cases = verbs.map((v) => {
    const specs = [
      ...v.options.map(zshOption),
      ...v.operands.map((o) =>
        Array.isArray(o)
          ? `'*:value:(${o.join(" ")})'`
          : o === "none"
            ? "'*: :_files'"
            : `'*:${o}:_files${o === "folder" ? " -/" : ""}'`,
      ),
    ];
    return `    '${v.verb}') _arguments -s ${[...new Set(specs)].join(" ")} ;;`;
  });
  const pairs = [...tree]
    .filter(([, seconds]) => seconds.length > 0)
    .map(
      ([first, seconds]) =>
        `  if [[ $verb == ${first} ]]; then
    if (( CURRENT == 3 )); then compadd ${seconds.join(" ")}; return; fi
    verb="$verb $words[3]"; shift words; (( CURRENT-- ))
  fi`,
    );
  return `#compdef checkpoint
# zsh completion for checkpoint: put it in a folder of $fpath as _checkpoint.
_checkpoint() {
  local -a verbs
  verbs=(${firsts.join(" ")})
  if (( CURRENT == 2 )); then _describe 'verb' verbs; return; fi
  local verb=$words[2]
${pairs.join("\n")}
  shift words; (( CURRENT-- ))
  case $verb in
${cases.join("\n")}
  esac
}
if [ "$funcstack[1]" = "_checkpoint" ]; then _checkpoint "$@"; else compdef _checkpoint checkpoint; fi
`;
}

function zshOption(option: OptionWords): string {
  const value = !option.takesValue
    ? ""
    : option.choices.length > 0
      ? `:value:(${option.choices.join(" ")})`
      : option.isPath
        ? ":path:_files"
        : ":value: ";
  const one = (flag: string) => `'${flag}[${quiet(option.help)}]${value}'`;
  return option.flags.map(one).join(" ");
}

function fishScript(verbs: readonly VerbWords[]): string {
  const tree = wordTree(verbs);
  const lines = [
    "# fish completion for checkpoint: save it as completions/checkpoint.fish.",
    "complete -c checkpoint -f",
  ];
  for (const [first, seconds] of tree) {
    const only = verbs.find((v) => v.verb === first);
    lines.push(
      `complete -c checkpoint -n __fish_use_subcommand -a ${first} -d '${quiet(only?.summary ?? "Conversations")}'`,
    );
    if (seconds.length > 0)
      lines.push(
        `complete -c checkpoint -n '__fish_seen_subcommand_from ${first}; and not __fish_seen_subcommand_from ${seconds.join(" ")}' -a '${seconds.join(" ")}'`,
      );
  }
  for (const v of verbs) {
    const when = v.verb
      .split(" ")
      .map((word) => `__fish_seen_subcommand_from ${word}`)
      .join("; and ");
    for (const option of v.options) lines.push(fishOption(when, option));
    for (const operand of new Set(v.operands))
      if (Array.isArray(operand))
        lines.push(
          `complete -c checkpoint -n '${when}' -a '${operand.join(" ")}'`,
        );
      else if (operand !== "none")
        lines.push(`complete -c checkpoint -n '${when}' -F`);
  }
  return lines.join("\n") + "\n";
}

function fishOption(when: string, option: OptionWords): string {
  const [long, short] = option.flags;
  const value = !option.takesValue
    ? ""
    : option.choices.length > 0
      ? ` -x -a '${option.choices.join(" ")}'`
      : option.isPath
        ? " -r -F"
        : " -x";
  const flags = `-l ${long!.slice(2)}${short ? ` -s ${short.slice(1)}` : ""}`;
  return `complete -c checkpoint -n '${when}' ${flags}${value} -d '${quiet(option.help)}'`;
}

/** Returns a help text without what shells give a meaning to. */
function quiet(text: string): string {
  return text.replace(/['"`$\\[\]:]/g, "");
}
