import { splitCommands } from "../../host/shellWords";

const READERS = new Set(
  (
    "ls cat head tail wc pwd echo printf grep egrep fgrep rg ag which type file stat du df " +
    "tree env printenv date whoami uname id true false test [ sleep ps less more diff cmp " +
    "basename dirname realpath readlink cd pushd popd export set column cut sort uniq tr jq nl seq"
  ).split(" "),
);
const GIT_READERS = new Set(
  "status log diff show blame grep ls-files rev-parse describe remote shortlog cat-file reflog".split(
    " ",
  ),
);

/**
 * True when every part of a command line is known to write no file: then there
 * is nothing to look for after it. Anything unknown counts as writing.
 */
export function readsOnly(line: string): boolean {
  const commands = splitCommands(line);
  if (commands.length === 0) return false;
  return commands.every(({ words, truncates }) => {
    const [program, verb] = words;
    if (truncates.length > 0 || />>/.test(line)) return false;
    if (program === undefined) return true;
    if (program === "git") return GIT_READERS.has(verb ?? "");
    if (program === "sort")
      return !words.some((word) => /^-o|^--output/.test(word));
    // What comes after it is run.
    if (program === "env") return verb === undefined;
    // A second name is the file it writes.
    if (program === "uniq")
      return words.filter((word) => !word.startsWith("-")).length < 3;
    return READERS.has(program);
  });
}
