import { isDevice, programName } from "../../host/commandWords";
import { isReader } from "../../host/onlyReads";
import { splitCommands, type SimpleCommand } from "../../host/shellWords";
import { editedInPlace } from "./editedInPlace";

/** Programs that change only the files named by their operands, or only the last one. */
const NAMED = /^(rm|rmdir|unlink|mv|truncate|shred|tee)$/;
const LAST_NAMED = /^(cp|install)$/;

/**
 * Returns the paths that a command line can change or delete, as written there, or null if
 * they cannot be determined, so that the whole folder must be scanned. In a large folder
 * this avoids a scan that takes about a second.
 */
export function riskyPaths(line: string): string[] | null {
  const paths: string[] = [];
  if (hasComputedProgram(line)) return null;
  for (const command of splitCommands(line)) {
    const program = command.words[0] ?? "";
    if (mayMove(command.words)) return null;
    paths.push(...command.writes.filter((file) => !isDevice(file)));
    // Judge the command by its words alone; its redirections were added above.
    if (isReader({ ...command, writes: [] })) continue;
    if (program === "sed" || program === "perl") {
      const edited = editedInPlace(program, command.words.slice(1));
      if (edited === null || edited.length === 0) return null;
      paths.push(...edited);
      continue;
    }
    const operands = operandsOf(command);
    if (operands.length === 0) return null;
    if (NAMED.test(program)) paths.push(...operands);
    else if (LAST_NAMED.test(program) && !namesTarget(command))
      paths.push(...operands.slice(-1));
    else return null;
  }
  return paths.every(isPlain) ? paths : null;
}

/** True if all that a command line changes are files that `sed -i` or `perl -pi` edits. */
export function onlyEditsInPlace(line: string): boolean {
  const writing = splitCommands(line).filter((one) => !isReader(one));
  return (
    writing.length > 0 &&
    !hasComputedProgram(line) &&
    writing.every(({ words, writes }) => {
      const [program, ...args] = words;
      if (program !== "sed" && program !== "perl") return false;
      const edited = editedInPlace(program, args);
      return writes.every(isDevice) && edited !== null && edited.length > 0;
    })
  );
}

/** True when a command computes which program is run: it may be any. */
export function hasComputedProgram(line: string): boolean {
  return /(^|[;&|({\n])\s*(`|\$\()/.test(line);
}

/** Commands after which names mean other files, or may: shells and aliases hide what they run. */
const MOVES =
  /^(cd|chdir|pushd|popd|dirs|z|zi|j|sl|(set|push|pop)-location|eval|source|\.|alias|trap|sh|bash|zsh|dash|ksh|fish|cmd|pwsh|powershell)$/;

/** Words that may precede the program: `A=1 command cd src`. */
const PREFIXES =
  /^([A-Za-z_]\w*=.*|if|then|else|elif|do|while|until|!|time|command|builtin|exec)$/s;

/** True when a command may change the folder that the names after it are in, however it is spelled. */
export function mayMove(words: readonly string[]): boolean {
  const program = words.find((word) => !PREFIXES.test(word)) ?? "";
  // `c\d`, `$CD`, `$(...)`: a shell makes something else of it.
  if (/[$`*?]|.[[\]\\]/.test(program) && program !== "[[") return true;
  return MOVES.test(programName(program));
}

function operandsOf({ words }: SimpleCommand): string[] {
  const end = words.indexOf("--");
  return words.filter(
    (word, at) => at > 0 && (!/^-/.test(word) || (end > 0 && at > end)),
  );
}

/** True for `cp -t FOLDER FILE`, where the last operand is not what is written. */
function namesTarget({ words }: SimpleCommand): boolean {
  return words.some((word) => /^-\w*t|^--target/.test(word));
}

/** Nothing that a shell would make something else of. */
export function isPlain(path: string): boolean {
  return path !== "" && !/[*?[\]{}$~`\\]/.test(path);
}
