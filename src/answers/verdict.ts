import * as z from "zod";
import { flag, number, numberOrNull, shape, source, text, time } from "./shape";

/** Whether a command succeeded on a state. */
export const verdict = shape("Verdict", {
  label: text(
    "What was run, such as npm test; verdicts with the same label form a series",
  ),
  passed: flag("The command succeeded"),
  exitCode: numberOrNull("Its exit code; null if the state was marked by hand"),
  durationMs: numberOrNull("How long it ran; null if unknown"),
  source,
  at: time,
  exact: flag(
    "No recorded file changed while it ran, so the verdict holds for exactly this state",
  ),
});
export type Verdict = z.infer<typeof verdict>;

const changedBy = shape("ChangedBy", {
  source,
  files: number("How many of the files it changed"),
});

/** How far the folder is from the last state on which a command passed. */
export const sinceGood = shape("SinceGood", {
  moment: number("The last good moment"),
  checkpoint: numberOrNull("The number of its checkpoint; null if it has none"),
  at: time,
  files: number("How many files have changed since"),
  sources: z
    .array(changedBy)
    .describe("Who changed them; a file may count more than once"),
});
export type SinceGood = z.infer<typeof sinceGood>;

/** The verdicts with one label. */
export const checkSeries = shape("CheckSeries", {
  label: text("What is run"),
  last: verdict.describe("The latest verdict"),
  failingSince: time
    .nullable()
    .describe("When it first failed after it last passed; null if it passes"),
  lastGood: sinceGood
    .nullable()
    .describe("The last state on which it passed; null if there is none"),
});
export type CheckSeries = z.infer<typeof checkSeries>;
