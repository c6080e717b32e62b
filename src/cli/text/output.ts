import { writeSync } from "node:fs";
import { isBinary } from "../../engine/model/binary";
import { EXIT } from "../exitCodes";
import {
  colour,
  plain,
  printable,
  printableJson,
  printableText,
  wantsColour,
  type Paint,
} from "./text";
import { SaidError } from "../../wording/said";
import { spoken } from "../../wording/errors";
import { voice } from "./voice";

/** The streams of a run and their properties. */
export interface Streams {
  env: Readonly<Record<string, string | undefined>>;
  stdinIsTerminal: boolean;
  stdoutIsTerminal: boolean;
  stderrIsTerminal: boolean;
  /** Width of stdout's terminal; undefined if stdout is not a terminal or does not report one. */
  columns?: number | undefined;
  writeOut(bytes: string | Uint8Array): void;
  writeErr(text: string): void;
}

/** Writes a verb's answer: one JSON document, or lines for people. */
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

  /** Writes the answer: the value with --json, otherwise the lines. */
  answer(value: unknown, lines: (paint: Paint) => readonly string[]): void {
    if (this.isJson) this.document(value);
    else this.lines(lines(this.paint));
  }

  lines(lines: readonly string[]): void {
    if (lines.length > 0) this.streams.writeOut(lines.join("\n") + "\n");
  }

  /** Writes bytes unchanged, to a file or a pipe. */
  bytes(bytes: Uint8Array): void {
    this.streams.writeOut(bytes);
  }

  /**
   * Writes a recorded file's content: unchanged, except that a terminal gets text with control
   * characters escaped. Throws `bad-input` for binary content on a terminal.
   */
  content(bytes: Uint8Array, name: string): void {
    if (!this.streams.stdoutIsTerminal) return this.bytes(bytes);
    if (isBinary(bytes))
      throw new SaidError(
        "bad-input",
        `${name} is not text and could confuse the terminal.`,
        { hint: "Send it to a file or a program: “> FILE” or “| less”." },
      );
    this.streams.writeOut(printableText(new TextDecoder().decode(bytes)));
  }

  /** Writes a note to stderr, never to stdout. */
  note(text: string): void {
    this.streams.writeErr(text + "\n");
  }

  error(error: unknown): void {
    const known = spoken(error, voice);
    if (this.isJson) return this.document({ error: known });
    // The user interrupted it and needs no error message.
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

/** Reports that the answer could not be written, and returns the exit code for that. */
export function answerNotWritten(
  error: NodeJS.ErrnoException,
  to: Streams,
): number {
  // A closed pipe (`checkpoint list | head`) is not a failure.
  if (error.code === "EPIPE") return EXIT.done;
  const why =
    error.code === "ENOSPC"
      ? "the disk is full"
      : (error.code ?? error.message);
  to.writeErr(
    `error: The answer could not be written: ${why}.\n` +
      "The command did its work; only its output is missing or incomplete.\n",
  );
  return EXIT.failed;
}

/** Writes directly to the descriptor, so that the text appears before long work begins. */
function writeAll(fd: number, text: string): void {
  try {
    writeSync(fd, text);
  } catch {
    // stderr is closed or full, so there is nowhere to report this.
  }
}
