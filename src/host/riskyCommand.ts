import { firstOperand, isDevice, operands, programName } from "./commandWords";
import { riskyProgram } from "./riskyPrograms";
import { splitCommands, type SimpleCommand } from "./shellWords";

/**
 * Returns what about a terminal command can destroy work, in a few words for a
 * person (“git reset --hard”), or null when nothing is known to. A guess that
 * errs on the side of a guard too many: a guard costs nothing.
 */
export function riskyCommand(line: string): string | null {
  return line.length > MAX_LENGTH
    ? "a very long command"
    : riskIn(line, MAX_SHELLS);
}

/** Returns the same for one simple command of a line. */
export function riskOf(command: SimpleCommand, line: string): string | null {
  return judge(command, line, MAX_SHELLS);
}

/** More is not read: somebody waits. */
const MAX_LENGTH = 100_000;
/** A shell in a shell in a shell is looked into; nobody means more. */
const MAX_SHELLS = 5;
/** Variables are steps as well. */
const MAX_WRAPPERS = 50;

function riskIn(line: string, shells: number): string | null {
  for (const command of splitCommands(line)) {
    const risk = judge(command, line, shells);
    if (risk !== null) return risk;
  }
  return null;
}

function judge(
  { words, truncates, isPiped }: SimpleCommand,
  line: string,
  shells: number,
): string | null {
  const target = truncates.find((file) => !isDevice(file));
  if (target !== undefined) return `writing over ${target}`;
  const [program, ...args] = withoutWrappers(words);
  if (program === undefined) return null;
  const name = programName(program);
  if (isPiped && isShell(name) && !hasScript(args)) return `piping to ${name}`;
  if (runsCode(name, args) && CODE_THAT_WRITES.test(line))
    return `code for ${name}`;
  const inner = lineForShell(name, args);
  if (inner !== null) return shells > 0 ? riskIn(inner, shells - 1) : null;
  return riskyProgram(
    name,
    args,
    (inner) =>
      shells > 0 &&
      judge(
        { words: inner, truncates: [], isPiped: false },
        line,
        shells - 1,
      ) !== null,
  );
}

function isShell(name: string): boolean {
  return /^(sh|bash|zsh|dash|ash|ksh|fish)$/.test(name);
}

/** True when a shell is told what to run, and does not wait to hear it. */
function hasScript(args: readonly string[]): boolean {
  if (args.includes("-s")) return false;
  return args.some((arg) => /^-\w*c\w*$/.test(arg) || /^[^-]/.test(arg));
}

/** Returns the command line that a shell is started with, or null. */
function lineForShell(name: string, args: readonly string[]): string | null {
  const after = (isOption: (arg: string) => boolean) => {
    const at = args.findIndex(isOption);
    return at < 0 ? null : args.slice(at + 1).join(" ");
  };
  if (isShell(name)) {
    const at = firstOperand(args, ["-o", "-O", "--rcfile", "--init-file"]);
    // What comes after a script's name is the script's.
    const isLine = args.slice(0, at).some((arg) => /^-\w*c\w*$/.test(arg));
    return isLine ? (args[at] ?? null) : null;
  }
  if (/^(eval|iex|invoke-expression)$/.test(name)) return args.join(" ");
  if (name === "parallel")
    return args.slice(firstOperand(args, ["-j"])).join(" ");
  if (name === "su") {
    const at = args.findIndex((arg) => arg === "-c" || arg === "--command");
    return at < 0 ? null : (args[at + 1] ?? null);
  }
  if (name === "cmd") return after((arg) => /^\/{1,2}[ck]$/i.test(arg));
  if (name === "forfiles") return after((arg) => /^\/c$/i.test(arg));
  if (/^(powershell|pwsh)$/.test(name)) return lineForPowershell(name, args);
  return null;
}

/** Without an option, `powershell` takes a line; `pwsh` a file. */
function lineForPowershell(name: string, args: readonly string[]) {
  const at = args.findIndex((arg) => /^-c(o(m(m(a(nd?)?)?)?)?)?$/i.test(arg));
  if (at >= 0) return args.slice(at + 1).join(" ");
  if (name === "pwsh" || args.some((arg) => /^-f(ile?)?$/i.test(arg)))
    return null;
  const withValue = args.filter((arg) => /^-(ex|ep|ve|w|in|ou)\w*$/i.test(arg));
  return args.slice(firstOperand(args, withValue)).join(" ");
}

/** True for a language’s program that is given code, as an argument or through a pipe. */
function runsCode(name: string, args: readonly string[]): boolean {
  return (
    /^(python[\d.]*|node|deno|bun|ruby|perl|php)$/.test(name) &&
    (args.some((arg) => /^(-\w*[cepr]|--eval|--print|eval|-)$/.test(arg)) ||
      operands(args).length === 0)
  );
}

const CODE_THAT_WRITES = new RegExp(
  [
    /\b(rmtree|unlink(Sync)?|write_(text|bytes)|write(Text)?File(Sync)?|file_put_contents)\s*\(/,
    /\b(rm|rmdir|rename|truncate|copyFile|cp)Sync\s*\(/,
    /\bos\.(remove|removedirs|rmdir|rename|renames|replace|truncate)\s*\(/,
    /\bshutil\.(move|copy\w*)\s*\(/,
    /\bfs(Promises|p|\.promises)?\.(rm|rmdir|rename|truncate|copyFile|cp)\s*\(/,
    /\b(File\.(write|delete|rename)|FileUtils\.\w+|Deno\.(remove|rename|write\w*)|Bun\.write)\b/,
    /\bopen\s*\([^()]*,\s*(mode\s*=\s*)?\\?["'](w|x|r\+|>)/,
  ]
    .map(({ source }) => source)
    .join("|"),
);

/** Steps over `sudo`, `env A=b`, `xargs -0` and their kind to what is really run. */
function withoutWrappers(words: readonly string[]): string[] {
  let rest = [...words];
  for (let steps = 0; steps < MAX_WRAPPERS; steps++) {
    const [first, ...after] = rest;
    if (first === undefined) return [];
    const name = programName(first);
    const withValue = wrappers.get(name);
    if (name === "if") rest = withoutCondition(after);
    else if (isKeyword(first)) rest = after;
    else if (runners.get(name)?.includes(after[0] ?? ""))
      rest = after.slice(1 + firstOperand(after.slice(1), ["-p", "--package"]));
    else if (withValue === undefined) return rest;
    else {
      rest = after.slice(firstOperand(after, withValue));
      // It adds operands of its own.
      if (name === "xargs") rest.push("{}");
    }
  }
  return rest;
}

function isKeyword(word: string): boolean {
  return (
    /^[A-Za-z_]\w*=/.test(word) ||
    /^(\$|then|else|elif|do|while|until|for|!|and|or|not|begin|call)$/i.test(
      word,
    )
  );
}

/** In cmd the condition stands before the command: `if exist a del a`. */
function withoutCondition(words: readonly string[]): string[] {
  let at = 0;
  while (/^(\/i|not)$/i.test(words[at] ?? "")) at++;
  if (/^(exist|defined|errorlevel)$/i.test(words[at] ?? "")) at += 2;
  else if (words[at]?.includes("==")) at++;
  return words.slice(at);
}

/** Programs that run another one when told so. */
const runners = new Map<string, string[]>([
  ["npm", ["exec", "x"]],
  ["pnpm", ["exec", "dlx"]],
  ["yarn", ["exec", "dlx"]],
  ["uv", ["run"]],
  ["poetry", ["run"]],
  ["pipenv", ["run"]],
  ["bundle", ["exec"]],
  ["mise", ["exec", "x"]],
]);

/** Programs that run another one, with those of their options that take a value. */
const wrappers = new Map<string, string[]>([
  ["sudo", ["-u", "-g", "-h", "-p", "-C", "--user", "--group"]],
  ["doas", ["-u"]],
  ["pkexec", ["--user"]],
  ["runuser", ["-u", "-g"]],
  ["env", ["-u", "-C"]],
  ["cross-env", []],
  ["command", []],
  ["builtin", []],
  ["exec", ["-a"]],
  ["nohup", []],
  ["setsid", []],
  ["caffeinate", ["-t", "-w"]],
  ["time", ["-f", "-o"]],
  ["ionice", ["-c", "-n"]],
  ["busybox", []],
  ["npx", ["-p", "--package"]],
  ["bunx", []],
  ["shx", []],
  ["nice", ["-n"]],
  ["stdbuf", ["-i", "-o", "-e"]],
  ["timeout", ["-s", "-k"]],
  ["xargs", ["-n", "-I", "-P", "-L", "-d", "-s", "-a", "-E"]],
]);
