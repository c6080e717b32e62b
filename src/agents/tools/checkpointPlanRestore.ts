import * as z from "zod";
import { briefPlan } from "../../answers/brief";
import { mustKnowPaths } from "../../host/mustKnowPaths";
import { ADDS, tool } from "../tool";
import { notePlan } from "./consent";
import { paths, ref, source } from "./inputs";
import { planAnswer } from "./restoreAnswer";

export const checkpointPlanRestore = tool({
  name: "checkpoint_plan_restore",
  title: "Preview a restore",
  description:
    "Plans a restore without applying it: which files would be created, replaced or deleted, which are left alone and why, and which others have changed since. " +
    "Changes no file of the workspace. To apply the plan, pass its id to checkpoint_restore.",
  input: z.strictObject({
    to: ref("The moment to restore to."),
    paths: paths("Only these (default: everything).").optional(),
    source: source("Only what this author changed since then:").optional(),
  }),
  output: briefPlan,
  // Not read-only, because pending changes are recorded first.
  hints: { ...ADDS, idempotent: true },
  async run(input, { engine, source: as, call, editors }) {
    const plan = await engine.planRestore(
      { ...input, as, editors: editors() },
      call,
    );
    await mustKnowPaths(engine, plan);
    notePlan(engine, plan);
    return planAnswer(plan);
  },
});
