import { isPlainSedScript } from "../../host/sedScripts";

/**
 * Returns the files that `sed -i SCRIPT FILE...` or `perl -pi -e CODE FILE...` replaces,
 * and the backups it makes; null if it may write others or run programs.
 */
export function editedInPlace(
  name: "sed" | "perl",
  args: readonly string[],
): string[] | null {
  const { flags, isPlain } = PROGRAMS[name];
  const scripts: string[] = [];
  const files: string[] = [];
  let backup: string | null = null;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    if (arg === "--") {
      files.push(...args.slice(at + 1));
      break;
    }
    const long = /^--(in-place|expression)(?:=(.*))?$/s.exec(arg);
    const short = new RegExp(`^-(?:${flags})*(?:([ie])(.*))?$`, "s").exec(arg);
    if (!arg.startsWith("-")) files.push(arg);
    else if (long?.[1] === "in-place" || short?.[1] === "i")
      backup = long?.[2] ?? short?.[2] ?? "";
    else if (long || short?.[1] === "e")
      scripts.push(long?.[2] ?? (short?.[2] || (args[++at] ?? "")));
    else if (!short) return null;
    // `-i.bak -pe` and `-pie` differ: the rest of the word is the suffix.
  }
  if (backup === null || /[*/]/.test(backup)) return null;
  // `sed -i '' ...`, as on macOS: the suffix is a word of its own.
  const named = files.filter((file) => file !== "");
  if (name === "sed" && scripts.length === 0) scripts.push(named.shift() ?? "");
  if (scripts.length === 0 || !scripts.every(isPlain)) return null;
  const ends = backup === "" ? [""] : ["", backup];
  return named.flatMap((file) => ends.map((end) => file + end));
}

/** Which letters may be combined with `-i` and `-e`, and which scripts only replace text. */
const PROGRAMS = {
  sed: { flags: "[nErsuz]", isPlain: isPlainSedScript },
  perl: {
    flags: "[pnwl]|0[0-7]*",
    // Perl runs what stands in braces or subscripts, also within a text.
    isPlain: (code: string) =>
      isPlainSedScript(code.replace(/[msx]+$/, "")) &&
      !/[@{]|->|\$[A-Za-z_]|\$\S?\d*\[/.test(code),
  },
};
