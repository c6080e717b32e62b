import { createInterface } from "node:readline";
import { CheckpointError } from "../engine/model/errors";

/** How a verb that changes files gets its permission. */
export type Consent = "given" | "ask" | "missing";

/** Returns whether to go ahead, to ask, or to refuse for want of a terminal. */
export function consentFor(given: {
  yes: boolean;
  isJson: boolean;
  isTerminal: boolean;
}): Consent {
  if (given.yes) return "given";
  // A program reads the JSON; there is nobody to ask.
  return given.isTerminal && !given.isJson ? "ask" : "missing";
}

export function consentMissing(what: string): CheckpointError {
  return new CheckpointError(
    "bad-input",
    `${what} needs your word, and there is no terminal to ask on.`,
    {
      hint: "Give --yes to go ahead, or --dry-run to see what it would do. Nothing was changed.",
      data: { needs: "--yes" },
    },
  );
}

/** Asks on the terminal; anything but yes is no. */
export async function ask(
  question: string,
  input: NodeJS.ReadableStream = process.stdin,
  output: NodeJS.WritableStream = process.stderr,
): Promise<boolean> {
  const terminal = createInterface({ input, output, terminal: true });
  let isAnswered = false;
  try {
    const answer = await new Promise<string>((resolve, reject) => {
      terminal.once("SIGINT", () =>
        reject(new CheckpointError("cancelled", "Nothing was changed.")),
      );
      terminal.once("close", () => resolve(""));
      terminal.question(`${question} [y/N] `, (text) => {
        isAnswered = true;
        resolve(text);
      });
    });
    return isYes(answer);
  } finally {
    terminal.close();
    // Ctrl-C and Ctrl-D leave the line as it is; what is said next is not part of it.
    if (!isAnswered) output.write("\n");
  }
}

export function isYes(answer: string): boolean {
  return /^\s*(y|yes)\s*$/i.test(answer);
}
