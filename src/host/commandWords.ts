/** Questions about the words of a simple command. */

/** Returns a program's name: without its folder, as every platform spells it. */
export function programName(program: string): string {
  const base = program.slice(
    Math.max(program.lastIndexOf("/"), program.lastIndexOf("\\")) + 1,
  );
  const name = base.toLowerCase().replace(/\.exe$/, "");
  // GNU's programs where the system has its own: `gsed`, `grm`.
  return name.replace(/^g(?=(rm|mv|cp|ln|dd|sed|tee|tar|awk|sort)$)/, "");
}

export function operands(args: readonly string[]): string[] {
  const end = args.indexOf("--");
  return args.filter(
    (arg, at) => !arg.startsWith("-") || arg === "-" || (end >= 0 && at > end),
  );
}

/** Returns where the first operand is; `withValue` are options that take the next word. */
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

/** True for one of the letters, also among others (`-rf`), or for the long form. */
export function hasFlag(
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

/** True for an option of Windows’ programs, whose case means nothing. */
export function hasSwitch(args: readonly string[], name: string): boolean {
  return args.some((arg) => arg.toLowerCase() === name);
}

export function isDevice(file: string): boolean {
  return /^(\/dev\/|\$null$|nul$|&)/i.test(file);
}
