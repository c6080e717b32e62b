import { riskyCommand } from "../../host/riskyCommand";
import { splitCommands, type SimpleCommand } from "../../host/shellWords";

/** Programs that touch only what their operands name. */
const NAMED = /^(rm|rmdir|mv|truncate|shred|tee|sed|perl)$/;

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
    if (!isRisky(command)) continue;
    if (!NAMED.test(program)) return null;
    paths.push(...operandsOf(command));
  }
  return paths.every(isPlain) ? paths : null;
}

function operandsOf({ words }: SimpleCommand): string[] {
  const end = words.indexOf("--");
  return words.filter(
    (word, at) => at > 0 && (!/^-/.test(word) || (end > 0 && at > end)),
  );
}

/** Judged by its words alone; what it truncates is named anyway. */
function isRisky({ words }: SimpleCommand): boolean {
  const [program = "", ...rest] = words;
  const quoted = rest.map((word) => `'${word.replaceAll("'", "")}'`);
  return riskyCommand([program, ...quoted].join(" ")) !== null;
}

/** Nothing that a shell would make something else of. */
function isPlain(path: string): boolean {
  return path !== "" && !/[*?[\]{}$~`]/.test(path);
}
