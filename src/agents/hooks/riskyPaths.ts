import { riskOf } from "../../host/riskyCommand";
import { splitCommands, type SimpleCommand } from "../../host/shellWords";

/** Programs that touch only what their operands name, or the last of them. */
const NAMED = /^(rm|rmdir|unlink|mv|truncate|shred|tee|sed|perl)$/;
const LAST_NAMED = /^(cp|install)$/;

/**
 * Returns the paths that a risky command can destroy, as it names them; null
 * when that may be anything: then the whole folder has to be looked at. In a
 * large folder this is the difference between a moment and a second.
 */
export function riskyPaths(line: string): string[] | null {
  const paths: string[] = [];
  for (const command of splitCommands(line)) {
    const program = command.words[0] ?? "";
    // From here on names mean something else.
    if (/^(cd|pushd|popd|eval|source|\.|sh|bash|zsh)$/.test(program))
      return null;
    paths.push(...command.truncates);
    // Judged by its words alone; what it truncates is named anyway.
    if (riskOf({ ...command, truncates: [] }, line) === null) continue;
    const operands = operandsOf(command);
    if (operands.length === 0) return null;
    if (NAMED.test(program)) paths.push(...operands);
    else if (LAST_NAMED.test(program) && !namesTarget(command))
      paths.push(...operands.slice(-1));
    else return null;
  }
  return paths.every(isPlain) ? paths : null;
}

function operandsOf({ words }: SimpleCommand): string[] {
  const end = words.indexOf("--");
  return words.filter(
    (word, at) => at > 0 && (!/^-/.test(word) || (end > 0 && at > end)),
  );
}

/** `cp -t FOLDER FILE`: the last operand is not what is written. */
function namesTarget({ words }: SimpleCommand): boolean {
  return words.some((word) => /^-\w*t|^--target/.test(word));
}

/** Nothing that a shell would make something else of. */
function isPlain(path: string): boolean {
  return path !== "" && !/[*?[\]{}$~`\\]/.test(path);
}
