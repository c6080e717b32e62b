import { win32 } from "node:path";
import { SaidError } from "../wording/said";

/** Arguments for `spawn` that start a command as a Windows prompt would. */
export interface Startable {
  file: string;
  args: string[];
  /** True if the arguments are already quoted and Node must not quote them again. */
  windowsVerbatimArguments?: boolean;
}

/** Access to Windows, passed in so that the rules can be tested on any platform. */
export interface WindowsPlace {
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  isFile: (full: string) => boolean;
}

const DEFAULT_PATHEXT = ".COM;.EXE;.BAT;.CMD";

/**
 * Finds a command through PATH and PATHEXT, as a Windows prompt does, and returns how to start it.
 * Windows itself can only start .exe and .com files; batch files such as npm.cmd need cmd.exe. If
 * nothing is found, the words are returned unchanged and starting them reports the error.
 */
export function windowsCommand(
  words: readonly string[],
  place: WindowsPlace,
): Startable {
  const [name, ...args] = words as [string, ...string[]];
  const file = findCommand(name, place);
  if (file === undefined || /\.(exe|com)$/i.test(file))
    return { file: file ?? name, args };
  return {
    file: variable(place.env, "ComSpec") || "cmd.exe",
    args: ["/d", "/e:on", "/v:off", "/s", "/c", `"${batchLine(file, args)}"`],
    windowsVerbatimArguments: true,
  };
}

function findCommand(name: string, place: WindowsPlace): string | undefined {
  const extensions = (variable(place.env, "PATHEXT") || DEFAULT_PATHEXT)
    .split(";")
    .filter((extension) => extension.startsWith("."));
  const isNamed = extensions.some((extension) =>
    name.toLowerCase().endsWith(extension.toLowerCase()),
  );
  const spellings = [
    ...(isNamed ? [name] : []),
    ...extensions.map((extension) => name + extension),
  ];
  for (const folder of foldersFor(name, place))
    for (const spelling of spellings) {
      const full = win32.resolve(place.cwd, folder, spelling);
      if (place.isFile(full)) return full;
    }
  return undefined;
}

/** The current directory comes last, so that a repository cannot supply its own npm.cmd. */
function foldersFor(name: string, { env, cwd }: WindowsPlace): string[] {
  if (/[\\/:]/.test(name)) return [cwd];
  const path = (variable(env, "PATH") ?? "")
    .split(";")
    .map((folder) => folder.replace(/^"(.*)"$/, "$1"))
    .filter((folder) => folder !== "");
  return [...path, cwd];
}

/** Windows ignores the case of variable names; a copy of the environment does not. */
function variable(env: WindowsPlace["env"], name: string): string | undefined {
  const wanted = name.toLowerCase();
  const found = Object.keys(env).find((key) => key.toLowerCase() === wanted);
  return found === undefined ? undefined : env[found];
}

function batchLine(file: string, args: readonly string[]): string {
  const bad = [file, ...args].find((word) => /[\0\r\n]/.test(word));
  if (bad !== undefined)
    throw new SaidError(
      "bad-input",
      "A batch file (.cmd, .bat) cannot be given an argument with a line break.",
      { data: { argument: bad } },
    );
  return [file, ...args].map(quoteForBatch).join(" ");
}

/**
 * Quotes a word for cmd.exe, for a batch file that passes it on with %*, and for the C runtime that
 * finally parses it. Inside double quotes only `"` and `%` are special to cmd: a doubled quote
 * keeps its quoting intact in every pass, and an empty `%cd:~,%` keeps a `%` from starting a
 * variable. Rust's standard library has used the same rules since CVE-2024-24576.
 */
export function quoteForBatch(word: string): string {
  const escaped = word
    .replace(/(\\*)"/g, '$1$1""')
    .replace(/\\+$/, "$&$&")
    .replaceAll("%", "%%cd:~,%");
  return `"${escaped}"`;
}
