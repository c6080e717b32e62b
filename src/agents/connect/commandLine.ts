import { shWord } from "../shellQuote";

/**
 * Returns a hook's command line for sh. Its end is always a success: some agents
 * show a failing hook at every step, and Copilot's denies the tool call
 * (https://docs.github.com/en/copilot/reference/hooks-reference); a launcher
 * that is gone must do neither. `otherwise` is what to print then.
 */
export function shLine(
  launcher: string,
  args: readonly string[],
  otherwise = "",
): string {
  const last = otherwise === "" ? "true" : `echo '${otherwise}'`;
  return `${shWord(launcher)} ${args.join(" ")} || ${last}`;
}

/** Returns a hook's command line for PowerShell. */
export function powershellLine(
  launcher: string,
  args: readonly string[],
): string {
  return `& '${launcher.replaceAll("'", "''")}' ${args.join(" ")}; exit 0`;
}

/**
 * Returns the line for an agent that does not tell which shell it uses. On Windows
 * that may be Git Bash, PowerShell or cmd: a path with forward slashes and no
 * quotes is one word in all three.
 */
export function hookLine(
  platform: NodeJS.Platform,
  launcher: string,
  args: readonly string[],
  otherwise = "",
): string {
  if (platform !== "win32") return shLine(launcher, args, otherwise);
  const path = launcher.replaceAll("\\", "/");
  const word = /\s/.test(path) ? `"${path}"` : path;
  return `${word} ${args.join(" ")}`;
}

/** True when a command line is one of ours, of this or an earlier launcher. */
export function isOurLine(text: unknown, agent: string): boolean {
  return (
    typeof text === "string" &&
    /\bcheckpoint\b/.test(text) &&
    new RegExp(`\\bhook ${agent}\\b`).test(text)
  );
}
