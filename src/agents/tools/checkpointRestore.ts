import * as z from "zod";
import { briefReport } from "../../answers/brief";
import { problem } from "../../engine/model/errors";
import { mustKnowPaths } from "../../host/mustKnowPaths";
import { OVERWRITES, tool } from "../tool";
import { applyPlan } from "./applyPlan";
import { paths, ref, source } from "./inputs";
import { restoreAnswer } from "./restoreAnswer";
import { oneLine } from "./texts";
import { restoreQuestion } from "../../wording/consent";

const input = z.strictObject({
  plan: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe(
      "The plan id from checkpoint_plan_restore, without any other argument.",
    ),
  to: ref("The moment to restore to, without a plan.").optional(),
  everything: z
    .literal(true)
    .optional()
    .describe("With to: restore the whole folder."),
  paths: paths("With to: restore only these.").optional(),
  source: source(
    "With to: restore only files that this author has changed since:",
  ).optional(),
});

type Input = z.output<typeof input>;

export const checkpointRestore = tool({
  name: "checkpoint_restore",
  title: "Restore files",
  description:
    "Restores files of the workspace to an earlier state: OVERWRITES files that differ and DELETES files that were created since. " +
    "Give either plan (from checkpoint_plan_restore, which shows what will happen), or to together with its scope: everything, paths or source. " +
    "The current state is recorded first, so this can be undone with checkpoint_undo. Files that were ignored or never recorded are left alone. " +
    "The answer lists exactly what changed; your context of these files is stale afterwards.",
  input,
  output: briefReport,
  hints: OVERWRITES,
  confirm: ({ plan, to, paths: some, source: author }, voice) =>
    restoreQuestion(
      {
        plan: plan && oneLine(plan),
        to: oneLine(to ?? ""),
        source: author && oneLine(author),
        paths: some && {
          shown: some.slice(0, 10).map((path) => oneLine(path, 80)),
          total: some.length,
        },
      },
      voice,
    ),
  async run(given, context) {
    checkScope(given);
    const { engine, source: as, call, editors } = context;
    const plan =
      given.plan ??
      (await engine.planRestore(
        {
          to: given.to ?? "",
          paths: given.paths,
          source: given.source,
          as,
          editors: editors(),
        },
        call,
      ));
    if (typeof plan !== "string") await mustKnowPaths(engine, plan);
    return restoreAnswer(await applyPlan(plan, context));
  },
});

/** Restoring everything must be requested explicitly. */
function checkScope(given: Input): void {
  const scopes = [given.everything, given.paths, given.source];
  const named = scopes.filter((scope) => scope !== undefined).length;
  if (given.plan !== undefined) {
    if (given.to === undefined && named === 0) return;
    throw problem("bad-tool-call", { fault: "plan-and-more" });
  }
  if (given.to === undefined)
    throw problem("bad-tool-call", { fault: "restore-without-target" });
  if (named === 0)
    throw problem("bad-tool-call", { fault: "restore-without-scope" });
  if (given.everything && named > 1)
    throw problem("bad-tool-call", { fault: "restore-everything-limited" });
}
