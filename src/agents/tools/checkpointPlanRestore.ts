import * as z from "zod";
import { mustKnowPaths } from "../../host/mustKnowPaths";
import { ADDS, tool } from "../tool";
import { paths, ref, source } from "./inputs";
import { planAnswer, planOut } from "./restoreAnswer";

export const checkpointPlanRestore = tool({
  name: "checkpoint_plan_restore",
  title: "See what a restore would do",
  description:
    "Decides a restore without doing it: which files would be created, replaced or deleted, which are left alone and why, and which were changed by others since. " +
    "Writes no file of the workspace. Give the answer’s plan to checkpoint_restore to do it.",
  input: z.strictObject({
    to: ref("The moment to go back to."),
    paths: paths("Only these; everything when left out.").optional(),
    source: source("Only what this author changed since then:").optional(),
  }),
  output: planOut,
  // Not read-only: what changed since the last capture is recorded first.
  hints: { ...ADDS, idempotent: true },
  async run(input, { engine, source: as, call, editors }) {
    const plan = await engine.planRestore(
      { ...input, as, editors: editors() },
      call,
    );
    await mustKnowPaths(engine, plan);
    return planAnswer(plan);
  },
});
