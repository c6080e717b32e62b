import { version } from "../../package.json";
import { parseLine, splitGlobals } from "./args";
import type { Call } from "./command";
import { Context } from "./context";
import { EXIT, exitCodeOf } from "./exitCodes";
import { Output, processStreams, type Streams } from "./output";
import { findVerb } from "./verbs";

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
    // Without a verb there is help, whatever else the line says rightly.
    const found = await findVerb(words.length > 0 ? words : ["help"]);
    const line =
      words.length > 0
        ? [...before, ...words.slice(found.words)]
        : before.filter((word) => word !== "--help" && word !== "-h");
    const parsed = parseLine(found.verb, found.command, line);
    if (parsed.globals.help) {
      const { helpFor } = await import("./help");
      out.answer(await helpFor.json(found.verb), (paint) =>
        helpFor.text(found.verb, found.command, paint),
      );
      return EXIT.done;
    }
    const context = new Context(out, parsed.globals, process.cwd());
    const call: Call = { ...parsed, context };
    try {
      return await found.command.run(call);
    } finally {
      await context.close();
    }
  } catch (error) {
    out.error(error);
    return exitCodeOf(error);
  }
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

// A reader that has seen enough (`checkpoint list | head`) is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  process.exit(error.code === "EPIPE" ? EXIT.done : EXIT.failed);
});

void main(process.argv.slice(2), processStreams()).then((code) => {
  // The answer goes out whole before the process ends, whatever still waits.
  process.stdout.write("", () => process.exit(code));
});
