import { problem, type CheckpointError } from "../engine/model/errors";
import { SaidError } from "../wording/said";

/** How a verb that changes files is confirmed. */
export type Consent = "given" | "ask" | "missing";

/** Returns whether to proceed, to ask, or to refuse because there is no terminal. */
export function consentFor(given: {
  yes: boolean;
  isJson: boolean;
  isTerminal: boolean;
}): Consent {
  if (given.yes) return "given";
  // With --json a program is reading; there is no user to ask.
  return given.isTerminal && !given.isJson ? "ask" : "missing";
}

export function consentMissing(what: string): CheckpointError {
  return new SaidError(
    "bad-input",
    `${what} needs confirmation, but there is no terminal to ask on.`,
    {
      hint: "Use --yes to confirm, or --dry-run to see what would change. Nothing was changed.",
      data: { needs: "--yes" },
    },
  );
}

/** Asks on the terminal. Anything but yes counts as no. */
export async function ask(
  question: string,
  input: NodeJS.ReadableStream = process.stdin,
  output: NodeJS.WritableStream = process.stderr,
): Promise<boolean> {
  // Loaded here, because it takes longer to load than a simple command takes.
  const { createInterface } = await import("node:readline");
  const terminal = createInterface({ input, output, terminal: true });
  let isAnswered = false;
  try {
    const answer = await new Promise<string>((resolve, reject) => {
      terminal.once("SIGINT", () => reject(problem("cancelled")));
      terminal.once("close", () => resolve(""));
      terminal.question(`${question} [y/N] `, (text) => {
        isAnswered = true;
        resolve(text);
      });
    });
    return isYes(answer);
  } finally {
    terminal.close();
    // Ctrl-C and Ctrl-D leave the cursor on the question's line, so start a new one.
    if (!isAnswered) output.write("\n");
  }
}

export function isYes(answer: string): boolean {
  return /^\s*(y|yes)\s*$/i.test(answer);
}
