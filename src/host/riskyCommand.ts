import { riskyGit } from "./riskyGit";
import { splitCommands, type SimpleCommand } from "./shellWords";

/**
 * Returns what about a terminal command can destroy work, in a few words for a
 * person (“git reset --hard”), or null when nothing is known to. A guess that
 * errs on the side of a guard too many: a guard costs nothing.
 */
export function riskyCommand(line: string): string | null {
  if (line.length > MAX_LENGTH) return null;
  for (const command of splitCommands(line)) {
    const risk = riskOf(command);
    if (risk !== null) return risk;
  }
  return null;
}

/** A pasted file, rather than a command. */
const MAX_LENGTH = 20_000;

function riskOf({ words, truncates }: SimpleCommand): string | null {
  const target = truncates.find((file) => !isDevice(file));
  if (target !== undefined) return `writing over ${target}`;
  const [program, ...args] = withoutWrappers(words);
  if (program === undefined) return null;
  const name = programName(program);
  if (name === "git") return riskyGit(args);
  return risks[name]?.(args) ?? null;
}

function isDevice(file: string): boolean {
  return /^(\/dev\/|\$null$|nul$|&)/i.test(file);
}

type Risk = (args: string[]) => string | null;

const risks: Record<string, Risk> = {
  rm: (args) =>
    hasFlag(args, "rR", "--recursive") || hasGlob(args)
      ? shown("rm", args)
      : // PowerShell's rm is another program with the same name.
        powershellRemove("rm", args),
  rmdir: (args) => (hasSwitch(args, "/s") ? "rmdir /s" : null),
  rd: (args) => (hasSwitch(args, "/s") ? "rd /s" : null),
  del: (args) => removeInBulk("del", args),
  erase: (args) => removeInBulk("erase", args),
  "remove-item": (args) => powershellRemove("Remove-Item", args),
  ri: (args) => powershellRemove("ri", args),
  "move-item": () => "Move-Item",
  "clear-content": () => "Clear-Content",
  "set-content": () => "Set-Content",
  mv: (args) => (operands(args).length > 1 ? "mv" : null),
  move: (args) => (operands(args).length > 1 ? "move" : null),
  find: (args) =>
    args.includes("-delete")
      ? "find -delete"
      : args.some((arg) => /^-(exec|execdir|ok)$/.test(arg)) &&
          args.some((arg) => ["rm", "mv", "sed", "shred"].includes(arg))
        ? "find -exec"
        : null,
  fd: (args) =>
    args.some((arg) => /^(-x|-X|--exec|--exec-batch)$/.test(arg)) &&
    args.includes("rm")
      ? "fd --exec rm"
      : null,
  sed: (args) =>
    args.some((arg) => /^-[a-zA-Z]*i/.test(arg) || /^--in-place/.test(arg))
      ? "sed -i"
      : null,
  perl: (args) =>
    args.some((arg) => /^-[a-zA-Z]*i/.test(arg)) ? "perl -i" : null,
  truncate: () => "truncate",
  shred: () => "shred",
  dd: (args) =>
    args.some((arg) => arg.startsWith("of=") && !isDevice(arg.slice(3)))
      ? "dd"
      : null,
  tee: (args) =>
    operands(args).some((file) => !isDevice(file)) &&
    !hasFlag(args, "a", "--append")
      ? "tee"
      : null,
  rsync: (args) =>
    args.some((arg) => arg.startsWith("--del")) ? "rsync --delete" : null,
  unzip: (args) => (hasFlag(args, "o", "") ? "unzip -o" : null),
  patch: (args) => (args.includes("--dry-run") ? null : "patch"),
  gh: (args) =>
    args[0] === "pr" && args[1] === "checkout" ? "gh pr checkout" : null,
  hg: (args) => subcommand("hg", args, hgVerbs),
  svn: (args) => subcommand("svn", args, svnVerbs),
  jj: (args) => subcommand("jj", args, jjVerbs),
};

const hgVerbs = [
  "update",
  "up",
  "checkout",
  "revert",
  "purge",
  "strip",
  "rebase",
  "merge",
  "shelve",
  "unshelve",
];
const svnVerbs = ["revert", "update", "up", "switch", "sw", "merge", "cleanup"];
const jjVerbs = [
  "abandon",
  "restore",
  "undo",
  "edit",
  "new",
  "rebase",
  "squash",
];

function subcommand(program: string, args: string[], verbs: string[]) {
  const [verb] = operands(args);
  return verb !== undefined && verbs.includes(verb)
    ? `${program} ${verb}`
    : null;
}

/** Steps over `sudo`, `env A=b`, `xargs -0` and their kind to what is really run. */
function withoutWrappers(words: readonly string[]): string[] {
  let rest = [...words];
  for (;;) {
    const [first, ...after] = rest;
    if (first === undefined) return [];
    const isAssignment = /^[A-Za-z_]\w*=/.test(first);
    const isWord = /^(\$|if|then|else|elif|do|while|until|for|!|time)$/.test(
      first,
    );
    if (isAssignment || isWord) rest = after;
    else if (wrappers.has(programName(first)))
      rest = after.slice(firstOperand(after, wrappers.get(programName(first))));
    else return rest;
  }
}

/** Programs that run another one, with those of their options that take a value. */
const wrappers = new Map<string, string[]>([
  ["sudo", ["-u", "-g", "-h", "-p", "-C"]],
  ["doas", ["-u"]],
  ["env", ["-u", "-C"]],
  ["command", []],
  ["builtin", []],
  ["exec", ["-a"]],
  ["nohup", []],
  ["nice", ["-n"]],
  ["stdbuf", ["-i", "-o", "-e"]],
  ["timeout", ["-s", "-k"]],
  ["xargs", ["-n", "-I", "-P", "-L", "-d", "-s", "-a", "-E"]],
]);

function firstOperand(args: readonly string[], withValue: string[] = []) {
  let at = 0;
  while (args[at]?.startsWith("-"))
    at += withValue.includes(args[at] ?? "") ? 2 : 1;
  // `timeout 5 rm ...`: the duration is not the program.
  return /^\d+[smhd]?$/.test(args[at] ?? "") ? at + 1 : at;
}

function programName(program: string): string {
  const base = program.slice(
    Math.max(program.lastIndexOf("/"), program.lastIndexOf("\\")) + 1,
  );
  return base.toLowerCase().replace(/\.exe$/, "");
}

function removeInBulk(name: string, args: string[]): string | null {
  return hasSwitch(args, "/s") || hasGlob(args) ? `${name}` : null;
}

function powershellRemove(name: string, args: string[]): string | null {
  const isRecursive = args.some((arg) =>
    /^-r(e(c(u(r(s(e)?)?)?)?)?)?$/i.test(arg),
  );
  return isRecursive || hasGlob(args) ? `${name} -Recurse` : null;
}

function operands(args: readonly string[]): string[] {
  return args.filter((arg) => !arg.startsWith("-") || arg === "-");
}

function hasFlag(
  args: readonly string[],
  letters: string,
  long: string,
): boolean {
  return args.some(
    (arg) =>
      arg === long ||
      (/^-[a-zA-Z]+$/.test(arg) &&
        [...letters].some((letter) => arg.includes(letter))),
  );
}

function hasSwitch(args: readonly string[], name: string): boolean {
  return args.some((arg) => arg.toLowerCase() === name);
}

function hasGlob(args: readonly string[]): boolean {
  return operands(args).some((arg) => /[*?[]/.test(arg));
}

function shown(program: string, args: readonly string[]): string {
  const flags = args.filter((arg) => arg.startsWith("-")).join(" ");
  return flags ? `${program} ${flags}` : program;
}
