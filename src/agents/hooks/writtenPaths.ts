import path from "node:path";
import { isDevice, operands, programName } from "../../host/commandWords";
import { isReader } from "../../host/onlyReads";
import { splitCommands } from "../../host/shellWords";
import { editedInPlace } from "./editedInPlace";
import { hasComputedProgram, isPlain, mayMove } from "./riskyPaths";

/** What a tool is known to write. */
export interface Writes {
  /** Paths; one that ends in “/” means everything below that folder. */
  paths: string[];
  /** True when it may write anything else as well. */
  isOpen: boolean;
}

/** Programs that write just the files, or the folders, that their operands name. */
const NAMED = /^(rm|rmdir|unlink|truncate|shred|tee|touch|mkdir|chmod|chown)$/;
/** ...with everything below them when they are given this flag. */
const RECURSIVE = /^(-[a-z]*[rR][a-zA-Z]*|--recursive)$/;

/**
 * Returns which files a command line names as what it writes, as it names them.
 * Only programs that are known to write what they are given, and nothing else, count:
 * a test runner is given files too, and only reads them. `isFolder` says what a name
 * is before the command runs.
 */
export function writtenPaths(
  line: string,
  isFolder: (given: string) => boolean,
): Writes {
  const names: string[] = [];
  let isOpen = hasComputedProgram(line);
  let folder = ".";
  const at = (given: string) =>
    path.isAbsolute(given) ? given : path.posix.join(folder, given);
  const add = (given: string, isTree: boolean) => {
    if (!isPlain(given)) return void (isOpen = true);
    const name = at(given);
    names.push(name);
    if (isTree) names.push(`${name}/`);
  };
  for (const { words, writes } of splitCommands(line)) {
    for (const target of writes) if (!isDevice(target)) add(target, false);
    const [program = "", ...args] = words;
    if (mayMove(words)) {
      const to = folderAfter(line, program, args);
      if (to === null) return { paths: names, isOpen: true };
      folder = at(to);
    } else if (!isReader({ words, writes: [] })) {
      const written = writtenBy(programName(program), args, (given) =>
        isFolder(at(given)),
      );
      if (written === null) isOpen = true;
      else for (const [given, isTree] of written) add(given, isTree);
    }
  }
  return { paths: names, isOpen };
}

/** Where a plain `cd FOLDER` leads; within braces it counts for a while only. */
function folderAfter(
  line: string,
  program: string,
  args: readonly string[],
): string | null {
  const [to, ...more] = operands(args);
  if (program !== "cd" || to === undefined || more.length > 0) return null;
  return isPlain(to) && to !== "-" && !/[(){}|]/.test(line) ? to : null;
}

type Written = [given: string, isTree: boolean][];

/** What a program writes of what it is given; null when that is not known. */
function writtenBy(
  name: string,
  args: readonly string[],
  isFolder: (given: string) => boolean,
): Written | null {
  const given = operands(args);
  if (NAMED.test(name)) {
    const isTree = args.some((arg) => RECURSIVE.test(arg));
    // `touch -r FILE` only reads that one.
    if (isTree && /^(touch|truncate)$/.test(name)) return null;
    return given.map((one) => [one, isTree]);
  }
  if (name === "mv" || name === "cp") {
    // `-t FOLDER` comes first, and `--parents` adds folders.
    if (args.some((arg) => /^(-[a-zA-Z]*t|--(target|parents))/.test(arg)))
      return null;
    const to = given.at(-1);
    const from = given.slice(0, -1);
    if (to === undefined) return null;
    const placed = from.map((one) =>
      isFolder(to) ? path.posix.join(to, path.basename(one)) : to,
    );
    return [...placed, ...(name === "mv" ? from : [])].map((one) => [
      one,
      true,
    ]);
  }
  if (name === "sed" || name === "perl")
    return editedInPlace(name, args)?.map((one) => [one, false]) ?? null;
  return null;
}
