import { version } from "../../package.json";
import { parseLine, splitGlobals } from "./line/args";
import type { Call } from "./line/command";
import { Context } from "./context";
import { EXIT, exitCodeOf } from "./exitCodes";
import {
  Output,
  processStreams,
  answerNotWritten,
  type Streams,
} from "./text/output";
import { verbs } from "./verbs";
import { SaidError } from "../wording/said";

/**
 * The `checkpoint` command. Finds the verb, parses the line, runs it, and turns the outcome into an
 * answer and an exit code. Each verb is loaded on demand, because agents call this at every step
 * and start-up must be fast.
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
    const found = await verbs.find(line.words);
    const parsed = parseLine(found.verb, found.command, [
      ...line.before,
      ...line.words.slice(found.words),
    ]);
    if (parsed.globals.help) {
      const { helpFor } = await import("./line/help");
      out.answer(await helpFor.json(verbs, found.verb), (paint) =>
        helpFor.text(found.verb, found.command, paint),
      );
      return EXIT.done;
    }
    const { mayCreateHistory: begins } = found.command;
    const cwd = currentFolder(found.verb);
    const context = new Context(out, parsed.globals, cwd, begins);
    const call: Call = { ...parsed, context, verbs };
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

/** Agents treat a nonzero exit code as a refusal, so errors of hooks only go to their log. */
async function endHook(
  args: readonly string[],
  error: unknown,
  out: Output,
): Promise<number> {
  const { wrongHook } = await import("../agents/hooks/hookClient");
  const { ownDataDir } = await import("../agents/ownDataDir");
  const words = args.filter((word) => !word.startsWith("-"));
  const answer = wrongHook(ownDataDir(), words, error);
  if (answer !== "") out.lines([answer]);
  return EXIT.done;
}

/** No verb means help, and `thread --help` means `help thread`. */
function asHelp(before: readonly string[], words: readonly string[]) {
  const isHelp = (word: string) => word === "--help" || word === "-h";
  const rest = before.filter((word) => !isHelp(word));
  if (words.length === 0) return { before: rest, words: ["help"] };
  const [first, ...more] = words as [string, ...string[]];
  const options = more.filter((word) => word.startsWith("-"));
  const isGroup =
    verbs.below(first).length > 0 && options.length === more.length;
  if (!isGroup || ![...before, ...more].some(isHelp)) return null;
  const others = options.filter((word) => !isHelp(word));
  return { before: rest, words: ["help", first, ...others] };
}

/** Determined before parsing, so that errors in the line are also reported as JSON. */
function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  return (end < 0 ? argv : argv.slice(0, end)).includes("--json");
}

function answerVersion(out: Output): number {
  out.answer({ version }, () => [`checkpoint ${version}`]);
  return EXIT.done;
}

/** Verbs that work without a current directory: help needs none, and a hook must never fail its agent. */
const ANYWHERE = new Set(["help", "hook"]);

/** Returns the current directory; throws `not-found` if it no longer exists. */
function currentFolder(verb: string): string {
  try {
    return process.cwd();
  } catch (error) {
    if (ANYWHERE.has(verb)) return process.env["PWD"] || "/";
    throw new SaidError(
      "not-found",
      "The current directory no longer exists.",
      { hint: "Change to another directory and try again.", cause: error },
    );
  }
}

const streams = processStreams();
process.stdout.on("error", (error: Error) =>
  process.exit(answerNotWritten(error, streams)),
);
void main(process.argv.slice(2), streams).then((code) => {
  // Flush the answer before the process ends, even if something is still pending.
  process.stdout.write("", (error) => {
    const failure = process.stdout.errored ?? error;
    process.exit(failure ? answerNotWritten(failure, streams) : code);
  });
});
