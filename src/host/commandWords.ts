/** Helpers for the words of a simple command. */

/**
 * Returns a program's name without its folder, `.exe` or capitals, so that it is the same
 * on every platform.
 */
export function programName(program: string): string {
  const base = program.slice(
    Math.max(program.lastIndexOf("/"), program.lastIndexOf("\\")) + 1,
  );
  const name = base.toLowerCase().replace(/\.exe$/, "");
  // `gsed`, `grm`: GNU programs on systems that have their own versions.
  return name.replace(/^g(?=(rm|mv|cp|ln|dd|sed|tee|tar|awk|sort)$)/, "");
}

export function operands(args: readonly string[]): string[] {
  const end = args.indexOf("--");
  return args.filter(
    (arg, at) => !arg.startsWith("-") || arg === "-" || (end >= 0 && at > end),
  );
}

/**
 * Returns the index of the first operand. `withValue` lists options whose value is the next
 * word.
 */
export function firstOperand(
  args: readonly string[],
  withValue: readonly string[] = [],
): number {
  let at = 0;
  while (args[at]?.startsWith("-"))
    at += withValue.includes(args[at] ?? "") ? 2 : 1;
  // `timeout 5 rm ...`: the duration is not the program.
  return /^\d+(\.\d+)?[smhd]?$/.test(args[at] ?? "") ? at + 1 : at;
}

export function isDevice(file: string): boolean {
  return /^(\/dev\/|\$null$|nul$|&)/i.test(file);
}
