import * as z from "zod";
import { judged } from "../../answers/brief";
import { afterFailure, verdictText } from "../../wording/verdicts";
import { ADDS, tool } from "../tool";
import { voice } from "../voice";
import { ref } from "./inputs";
import { checkpointValue } from "./outputs";
import { oneLine, shortTime } from "./texts";

export const checkpointVerdict = tool({
  name: "checkpoint_verdict",
  title: "Record whether a state passed",
  description:
    "Records that a command you ran (tests, build, types, lint) passed or failed on the current files, so that they can be found again: " +
    "the reference good means the last state that passed. Changes no file. " +
    "Answers with the last good state and how many files changed since. To go back, call checkpoint_restore to good, or checkpoint_revert with your source and since: good to keep the work of others.",
  input: z.strictObject({
    label: z
      .string()
      .min(1)
      .max(200)
      .describe(
        "A short name of the command without secrets, always the same for the same command, such as npm test.",
      ),
    passed: z.boolean().describe("True if it succeeded."),
    exitCode: z.int().optional().describe("Its exit code."),
    durationMs: z.number().min(0).optional().describe("How long it ran."),
    since: z
      .int()
      .min(1)
      .optional()
      .describe(
        "The moment of a checkpoint that you created before the command. If files changed since, the verdict is not tied to an exact state.",
      ),
    ref: ref("The state it is about (default: the current files).").optional(),
  }),
  output: judged,
  hints: ADDS,
  async run(input, { engine, source, call }) {
    const { verdict, checkpoint, lastGood } = await engine.verdict(
      { ...input, source },
      call,
    );
    const series = verdict.passed
      ? undefined
      : (await engine.checks()).find(({ label }) => label === verdict.label);
    const more = series && afterFailure(verdict, series, shortTime, voice);
    return {
      value: {
        verdict,
        checkpoint: checkpoint && checkpointValue(checkpoint),
        lastGood,
      },
      text: [
        oneLine(verdictText(verdict, voice), 400),
        ...(more ? [oneLine(more, 400)] : []),
      ].join("\n"),
    };
  },
});
