import { writeSync } from "node:fs";
import { CheckpointError } from "../engine/model/errors";
import { EXIT } from "./exitCodes";
import {
  colour,
  plain,
  printable,
  printableJson,
  wantsColour,
  type Paint,
} from "./text";

/** The streams of a run, and what is known about them. */
export interface Streams {
  env: Readonly<Record<string, string | undefined>>;
  stdinIsTerminal: boolean;
  stdoutIsTerminal: boolean;
  stderrIsTerminal: boolean;
  /** Of the terminal that stdout is; absent where it is none, or does not say. */
  columns?: number | undefined;
  writeOut(bytes: string | Uint8Array): void;
  writeErr(text: string): void;
}

/** What a verb says: one JSON document, or lines for people. */
export class Output {
  readonly paint: Paint;
  readonly paintErr: Paint;

  constructor(
    readonly streams: Streams,
    readonly isJson: boolean,
  ) {
    const { env, stdoutIsTerminal, stderrIsTerminal } = streams;
    this.paint = wantsColour(env, stdoutIsTerminal) ? colour : plain;
    this.paintErr = wantsColour(env, stderrIsTerminal) ? colour : plain;
  }

  /** Answers: the value with --json, the lines otherwise. */
  answer(value: unknown, lines: (paint: Paint) => readonly string[]): void {
    if (this.isJson) this.document(value);
    else this.lines(lines(this.paint));
  }

  lines(lines: readonly string[]): void {
    if (lines.length > 0) this.streams.writeOut(lines.join("\n") + "\n");
  }

  bytes(bytes: Uint8Array): void {
    this.streams.writeOut(bytes);
  }

  /** Says something beside the answer: never on stdout. */
  note(text: string): void {
    this.streams.writeErr(text + "\n");
  }

  error(error: unknown): void {
    const known = CheckpointError.from(error);
    if (this.isJson) return this.document({ error: known.toJSON() });
    // Somebody stopped it: no error, and they know.
    if (known.code === "cancelled") return this.note(known.message);
    const head = this.paintErr("red", "error:");
    this.note(`${head} ${printable(known.message)}`);
    if (known.hint) this.note(printable(known.hint));
  }

  private document(value: unknown): void {
    const document = this.streams.stdoutIsTerminal
      ? printableJson(JSON.stringify(value, null, 2))
      : JSON.stringify(value);
    this.streams.writeOut(document + "\n");
  }
}

/** Returns the streams of this process. */
export function processStreams(): Streams {
  return {
    env: process.env,
    stdinIsTerminal: process.stdin.isTTY === true,
    stdoutIsTerminal: process.stdout.isTTY === true,
    stderrIsTerminal: process.stderr.isTTY === true,
    columns: process.stdout.columns || undefined,
    writeOut: (bytes) => void process.stdout.write(bytes),
    writeErr: (text) => void writeAll(2, text),
  };
}

/** Says that the answer could not be written, and returns the exit code for that. */
export function unheard(error: NodeJS.ErrnoException, to: Streams): number {
  // A reader that has seen enough (`checkpoint list | head`) is no failure.
  if (error.code === "EPIPE") return EXIT.done;
  const why =
    error.code === "ENOSPC"
      ? "the disk is full"
      : (error.code ?? error.message);
  to.writeErr(
    `error: The answer could not be written: ${why}.\n` +
      "What the command did is done; only its answer is missing or cut off.\n",
  );
  return EXIT.failed;
}

/** Straight to the descriptor: what is said is seen before long work begins. */
function writeAll(fd: number, text: string): void {
  try {
    writeSync(fd, text);
  } catch {
    // Nobody listens to stderr (closed, or full and not waiting): nothing to tell.
  }
}
