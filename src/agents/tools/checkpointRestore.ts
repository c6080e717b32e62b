import * as z from "zod";
import { CheckpointError } from "../../engine/model/errors";
import { mustKnowPaths } from "../../host/mustKnowPaths";
import { OVERWRITES, tool } from "../tool";
import { applyPlan } from "./applyPlan";
import { paths, ref, source } from "./inputs";
import { restoreAnswer, restoreOut } from "./restoreAnswer";
import { oneLine, plural } from "./texts";

const input = z.strictObject({
  plan: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe(
      "The plan of a checkpoint_plan_restore answer; with it, give nothing else.",
    ),
  to: ref("The moment to go back to, when there is no plan.").optional(),
  everything: z
    .literal(true)
    .optional()
    .describe("With to: restore the whole folder."),
  paths: paths("With to: restore only these.").optional(),
  source: source(
    "With to: take back only what this author changed since:",
  ).optional(),
});

type Input = z.output<typeof input>;

export const checkpointRestore = tool({
  name: "checkpoint_restore",
  title: "Restore files",
  description:
    "Puts files of the workspace back as they were: OVERWRITES files that differ and DELETES files that were created since. " +
    "Give either plan (from checkpoint_plan_restore, which shows what will happen), or to together with its scope: everything, paths or source. " +
    "What is replaced is recorded first, so it can be undone with checkpoint_undo. Files that were ignored or never recorded are left alone. " +
    "The answer lists exactly what changed: your context of these files is stale afterwards.",
  input,
  output: restoreOut,
  hints: OVERWRITES,
  confirm: (given) => ({
    title: "Restore files from a checkpoint?",
    message: `${scopeText(given)} Files that differ are overwritten, files created since are deleted. What is replaced is kept, so it can be undone.`,
  }),
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

/** A restore of everything must be asked for in so many words. */
function checkScope(given: Input): void {
  const scopes = [given.everything, given.paths, given.source];
  const named = scopes.filter((scope) => scope !== undefined).length;
  if (given.plan !== undefined) {
    if (given.to === undefined && named === 0) return;
    throw bad("A plan has its target and scope already: give plan alone.");
  }
  if (given.to === undefined)
    throw bad("Give plan, or to with everything, paths or source.");
  if (named === 0)
    throw bad(
      "Say what to restore: everything: true, paths, or source. Nothing was changed.",
    );
  if (given.everything && named > 1)
    throw bad("everything cannot be limited by paths or source.");
}

function bad(message: string): CheckpointError {
  return new CheckpointError("bad-input", message, {
    hint: "checkpoint_plan_restore shows what a restore would do.",
  });
}

/** What would happen, in a sentence for the person who is asked. */
function scopeText({ plan, to, paths: some, source: author }: Input): string {
  if (plan !== undefined)
    return `The restore planned as ${oneLine(plan)} is carried out.`;
  const then = oneLine(to ?? "");
  const by = author === undefined ? undefined : oneLine(author);
  if (some === undefined)
    return by === undefined
      ? `The whole folder goes back to ${then}.`
      : `What ${by} changed since ${then} is taken back.`;
  const shown = some.slice(0, 10).map((path) => oneLine(path, 80));
  const more = some.length - shown.length;
  if (more > 0) shown.push(`and ${more} more`);
  const count = plural(some.length, "path");
  const what =
    by === undefined
      ? `${count} ${some.length === 1 ? "goes" : "go"} back to ${then}`
      : `What ${by} changed since ${then} in ${count} is taken back`;
  return `${what}: ${shown.join(", ")}.`;
}
