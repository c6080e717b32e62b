import { riskyGit } from "./riskyGit";
import { splitCommands, type SimpleCommand } from "./shellWords";

/**
 * Returns what about a terminal command can destroy work, in a few words for a
 * person (“git reset --hard”), or null when nothing is known to. A guess that
 * errs on the side of a guard too many: a guard costs nothing.
 */
export function riskyCommand(line: string): string | null {
  return line.length > MAX_LENGTH ? null : riskIn(line, MAX_SHELLS);
}

/** A pasted file, rather than a command. */
const MAX_LENGTH = 20_000;
/** A shell in a shell in a shell is looked into; nobody means more. */
const MAX_SHELLS = 5;

function riskIn(line: string, shells: number): string | null {
  for (const command of splitCommands(line)) {
    const risk = riskOf(command, shells);
    if (risk !== null) return risk;
  }
  return null;
}

function riskOf(
  { words, truncates }: SimpleCommand,
  shells: number,
): string | null {
  const target = truncates.find((file) => !isDevice(file));
  if (target !== undefined) return `writing over ${target}`;
  const [program, ...args] = withoutWrappers(words);
  if (program === undefined) return null;
  const name = programName(program);
  if (name === "git") return riskyGit(args);
  const inner = lineForShell(name, args);
  if (inner !== null) return shells > 0 ? riskIn(inner, shells - 1) : null;
  return risks[name]?.(args) ?? null;
}

/** Returns the command line that a shell is started with, or null. */
function lineForShell(name: string, args: readonly string[]): string | null {
  const after = (isOption: (arg: string) => boolean) => {
    const at = args.findIndex(isOption);
    return at < 0 ? null : args.slice(at + 1).join(" ");
  };
  if (/^(sh|bash|zsh|dash|ash|ksh|fish)$/.test(name)) {
    const at = firstOperand(args, ["-o", "-O", "--rcfile", "--init-file"]);
    // What comes after a script's name is the script's.
    const isLine = args.slice(0, at).some((arg) => /^-\w*c\w*$/.test(arg));
    return isLine ? (args[at] ?? null) : null;
  }
  if (name === "eval") return args.join(" ");
  if (name === "su") {
    const at = args.findIndex((arg) => arg === "-c" || arg === "--command");
    return at < 0 ? null : (args[at + 1] ?? null);
  }
  if (name === "cmd") return after((arg) => /^\/{1,2}[ck]$/i.test(arg));
  if (/^(powershell|pwsh)$/.test(name))
    return after((arg) => /^-c(o(m(m(a(nd?)?)?)?)?)?$/i.test(arg));
  return null;
}

function isDevice(file: string): boolean {
  return /^(\/dev\/|\$null$|nul$|&)/i.test(file);
}

type Risk = (args: string[]) => string | null;

const risks: Record<string, Risk> = {
  // Without operands when they come from braces, which are not expanded here.
  rm: (args) =>
    operands(args).length > 0 || hasFlag(args, "rR", "--recursive")
      ? shown("rm", args)
      : null,
  unlink: (args) => (operands(args).length > 0 ? "unlink" : null),
  rimraf: (args) => (operands(args).length > 0 ? "rimraf" : null),
  rmdir: (args) => removedFolder("rmdir", args),
  rd: (args) => removedFolder("rd", args),
  del: (args) => (operands(args).length > 0 ? "del" : null),
  erase: (args) => (operands(args).length > 0 ? "erase" : null),
  "remove-item": (args) => powershellRemove("Remove-Item", args),
  ri: (args) => powershellRemove("ri", args),
  "move-item": () => "Move-Item",
  "copy-item": () => "Copy-Item",
  "rename-item": () => "Rename-Item",
  "clear-content": () => "Clear-Content",
  "set-content": () => "Set-Content",
  "out-file": (args) => (hasSwitch(args, "-append") ? null : "Out-File"),
  "new-item": (args) => (hasSwitch(args, "-force") ? "New-Item -Force" : null),
  robocopy: (args) =>
    hasSwitch(args, "/mir") || hasSwitch(args, "/purge")
      ? "robocopy /mir"
      : null,
  mv: (args) => (isSeveral(operands(args)) ? "mv" : null),
  move: (args) => (isSeveral(operands(args)) ? "move" : null),
  copy: (args) => (operands(args).length > 1 ? "copy" : null),
  xcopy: (args) => (operands(args).length > 1 ? "xcopy" : null),
  ren: (args) => (operands(args).length > 1 ? "ren" : null),
  rename: (args) => (operands(args).length > 1 ? "rename" : null),
  cp: (args) =>
    hasTarget(args) && !hasFlag(args, "n", "--no-clobber") ? "cp" : null,
  install: (args) =>
    hasTarget(args) && !hasFlag(args, "d", "--directory") ? "install" : null,
  find: (args) =>
    args.includes("-delete")
      ? "find -delete"
      : runsRisky(args)
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
  ruby: (args) =>
    args.some((arg) => /^-[a-zA-HJ-Z]*i/.test(arg)) ? "ruby -i" : null,
  ln: (args) => (hasFlag(args, "f", "--force") ? "ln -f" : null),
  tar: (args) =>
    /^[a-zA-Z]*x/.test(args[0] ?? "") ||
    hasFlag(args, "x", "--extract") ||
    args.includes("--get")
      ? "tar -x"
      : null,
  sponge: (args) =>
    operands(args).length > 0 && !hasFlag(args, "a", "") ? "sponge" : null,
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
    const isWord = /^(\$|if|then|else|elif|do|while|until|for|!)$/.test(first);
    if (isAssignment || isWord) rest = after;
    else if (wrappers.has(programName(first))) {
      rest = after.slice(firstOperand(after, wrappers.get(programName(first))));
      // It adds operands of its own.
      if (programName(first) === "xargs") rest.push("{}");
    } else return rest;
  }
}

/** Programs that run another one, with those of their options that take a value. */
const wrappers = new Map<string, string[]>([
  ["sudo", ["-u", "-g", "-h", "-p", "-C", "--user", "--group"]],
  ["doas", ["-u"]],
  ["env", ["-u", "-C"]],
  ["command", []],
  ["builtin", []],
  ["exec", ["-a"]],
  ["nohup", []],
  ["setsid", []],
  ["time", ["-f", "-o"]],
  ["ionice", ["-c", "-n"]],
  ["busybox", []],
  ["npx", ["-p", "--package"]],
  ["bunx", []],
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
  return /^\d+(\.\d+)?[smhd]?$/.test(args[at] ?? "") ? at + 1 : at;
}

function programName(program: string): string {
  const base = program.slice(
    Math.max(program.lastIndexOf("/"), program.lastIndexOf("\\")) + 1,
  );
  return base.toLowerCase().replace(/\.exe$/, "");
}

/** Without operands too: what to remove may come through a pipe. */
function powershellRemove(name: string, args: string[]): string {
  return isRecursive(args) ? `${name} -Recurse` : name;
}

function removedFolder(name: string, args: string[]): string | null {
  if (hasSwitch(args, "/s")) return `${name} /s`;
  return isRecursive(args) ? `${name} -Recurse` : null;
}

/** PowerShell’s `-Recurse`, of which a part is enough. */
function isRecursive(args: readonly string[]): boolean {
  return args.some((arg) => /^-r(e(c(u(r(s(e)?)?)?)?)?)?$/i.test(arg));
}

/** True when `find` runs something that destroys, by itself or in a shell. */
function runsRisky(args: readonly string[]): boolean {
  const at = args.findIndex((arg) => /^-(exec|ok)(dir)?$/.test(arg));
  if (at < 0) return false;
  const words = args.slice(at + 1);
  return (
    words.some((word) => /^(rm|mv|sed|shred)$/.test(programName(word))) ||
    riskOf({ words, truncates: [] }, MAX_SHELLS) !== null
  );
}

/** True for a copy to somewhere, which may hold something already. */
function hasTarget(args: readonly string[]): boolean {
  return (
    isSeveral(operands(args)) ||
    args.some((arg) => arg.startsWith("--target-directory="))
  );
}

/** True for two operands and more; braces make several of one. */
function isSeveral(named: readonly string[]): boolean {
  return named.length > 1 || named.some((one) => /\{.*(,|\.\.).*\}/.test(one));
}

function operands(args: readonly string[]): string[] {
  const end = args.indexOf("--");
  return args.filter(
    (arg, at) => !arg.startsWith("-") || arg === "-" || (end >= 0 && at > end),
  );
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

function shown(program: string, args: readonly string[]): string {
  const named = operands(args);
  const flags = args
    .filter((arg) => arg !== "--" && !named.includes(arg))
    .join(" ");
  return flags ? `${program} ${flags}` : program;
}
