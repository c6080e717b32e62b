import { shWord } from "../shellQuote";
import type { Place } from "./connection";

type Start = Pick<Place, "scope" | "launcher">;

/**
 * The folders in which sh looks for the command. A project's files are committed, so they
 * must not name a folder of this machine or account. No `${...}`: fish has none.
 */
const SEARCHED =
  '"$XDG_DATA_HOME/checkpoint/bin:$HOME/.local/share/checkpoint/bin:$HOME/Library/Application Support/Checkpoint/bin:$PATH"';
const ON_WINDOWS = ["Checkpoint", "bin", "checkpoint.cmd"].join("\\");

/**
 * Returns a hook's command line for sh. It always exits with 0, even if the launcher is
 * gone: some agents report a failing hook at every step, and in Copilot it denies the tool
 * call (https://docs.github.com/en/copilot/reference/hooks-reference). `otherwise` is
 * printed if the launcher fails.
 */
export function shLine(
  { scope, launcher }: Start,
  args: readonly string[],
  otherwise = "",
): string {
  const last = otherwise === "" ? "true" : `echo '${otherwise}'`;
  const start =
    scope === "project" ? `PATH=${SEARCHED} checkpoint` : shWord(launcher);
  return `${start} ${args.join(" ")} || ${last}`;
}

/** Returns a hook's command line for PowerShell. */
export function powershellLine(
  { scope, launcher }: Start,
  args: readonly string[],
): string {
  const start =
    scope === "project"
      ? `"$env:LOCALAPPDATA\\${ON_WINDOWS}"`
      : `'${launcher.replaceAll("'", "''")}'`;
  return `& ${start} ${args.join(" ")}; exit 0`;
}

/**
 * Returns a hook's command line for an agent that does not document which shell it uses.
 * On Windows that may be Git Bash, PowerShell or cmd: an unquoted path with forward
 * slashes is one word in all three. No variable is, so there a project's files rely on the
 * PATH.
 */
export function hookLine(
  place: Start & Pick<Place, "platform">,
  args: readonly string[],
  otherwise = "",
): string {
  if (place.platform !== "win32") return shLine(place, args, otherwise);
  if (place.scope === "project") return `checkpoint.cmd ${args.join(" ")}`;
  const path = place.launcher.replaceAll("\\", "/");
  const word = /\s/.test(path) ? `"${path}"` : path;
  return `${word} ${args.join(" ")}`;
}

/** Returns the program and arguments that start the command; its own arguments follow. */
export function startWords({
  scope,
  launcher,
  platform,
}: Start & Pick<Place, "platform">): [string, ...string[]] {
  if (scope !== "project") return [launcher];
  return platform === "win32"
    ? ["cmd", "/c", `%LOCALAPPDATA%\\${ON_WINDOWS}`]
    : ["sh", "-c", `PATH=${SEARCHED}; exec checkpoint "$@"`, "checkpoint"];
}

/** Returns our MCP server as most agents write it. */
export function serverOf(
  place: Start & Pick<Place, "platform">,
  more: readonly string[] = [],
): { command: string; args: string[] } {
  const [command, ...args] = [...startWords(place), "mcp"] as const;
  return { command, args: [...args, ...more] };
}

/** True if these words start our MCP server, with the current launcher or an earlier one. */
export function isOurServer(words: readonly unknown[]): boolean {
  const at = words.indexOf("mcp");
  return /(^|[\\/])checkpoint(\.cmd)?$/i.test(String(words[at - 1]));
}

/** True if a command line is one of ours, with the current launcher or an earlier one. */
export function isOurLine(text: unknown, agent: string): boolean {
  return (
    typeof text === "string" &&
    /\bcheckpoint\b/.test(text) &&
    new RegExp(`\\bhook ${agent}\\b`).test(text)
  );
}
