import { version } from "../../package.json";
import { parseLine, splitGlobals } from "./args";
import type { Call } from "./command";
import { Context } from "./context";
import { currentFolder } from "./currentFolder";
import { EXIT, exitCodeOf } from "./exitCodes";
import { Output, processStreams, unheard, type Streams } from "./output";
import { findVerb, verbsBelow } from "./verbs";

/**
 * The `checkpoint` command. Finds the verb, takes the line apart, runs it,
 * and turns whatever happens into an answer and an exit code. Verbs are loaded
 * one at a time: agents call this at every step, and starting must cost little.
 */
async function main(
  argv: readonly string[],
  streams: Streams,
): Promise<number> {
  const { before, words } = splitGlobals(argv);
  const out = new Output(streams, wantsJson(argv));
  try {
    if (
      words.length === 0 &&
      before.some((word) => /^(--version|-V)$/.test(word))
    )
      return answerVersion(out);
    const line = asHelp(before, words) ?? { before, words };
    const found = await findVerb(line.words);
    const parsed = parseLine(found.verb, found.command, [
      ...line.before,
      ...line.words.slice(found.words),
    ]);
    if (parsed.globals.help) {
      const { helpFor } = await import("./help");
      out.answer(await helpFor.json(found.verb), (paint) =>
        helpFor.text(found.verb, found.command, paint),
      );
      return EXIT.done;
    }
    const { begins } = found.command;
    const cwd = currentFolder(found.verb);
    const context = new Context(out, parsed.globals, cwd, begins);
    const call: Call = { ...parsed, context };
    try {
      return await found.command.run(call);
    } finally {
      await context.close();
    }
  } catch (error) {
    if (words[0] === "hook") return endHook(words.slice(1), error, out);
    out.error(error);
    return exitCodeOf(error);
  }
}

/** An agent takes another end than 0 for a refusal: only the hooks' log hears of it. */
async function endHook(
  args: readonly string[],
  error: unknown,
  out: Output,
): Promise<number> {
  const { wrongHook } = await import("../agents/hooks/front");
  const { ownDataDir } = await import("../agents/ownDataDir");
  const words = args.filter((word) => !word.startsWith("-"));
  const answer = wrongHook(ownDataDir(), words, error);
  if (answer !== "") out.lines([answer]);
  return EXIT.done;
}

/** Without a verb there is help, and `thread --help` means `help thread`. */
function asHelp(before: readonly string[], words: readonly string[]) {
  const isHelp = (word: string) => word === "--help" || word === "-h";
  const rest = before.filter((word) => !isHelp(word));
  if (words.length === 0) return { before: rest, words: ["help"] };
  const [first, ...more] = words as [string, ...string[]];
  const options = more.filter((word) => word.startsWith("-"));
  const isGroup =
    verbsBelow(first).length > 0 && options.length === more.length;
  if (!isGroup || ![...before, ...more].some(isHelp)) return null;
  const others = options.filter((word) => !isHelp(word));
  return { before: rest, words: ["help", first, ...others] };
}

/** Known before the line is understood: a wrong line is answered in JSON too. */
function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  return (end < 0 ? argv : argv.slice(0, end)).includes("--json");
}

function answerVersion(out: Output): number {
  out.answer({ version }, () => [`checkpoint ${version}`]);
  return EXIT.done;
}

const streams = processStreams();
process.stdout.on("error", (error: Error) =>
  process.exit(unheard(error, streams)),
);
void main(process.argv.slice(2), streams).then((code) => {
  // The answer goes out whole before the process ends, whatever still waits.
  process.stdout.write("", (error) => {
    const failure = process.stdout.errored ?? error;
    process.exit(failure ? unheard(failure, streams) : code);
  });
});
