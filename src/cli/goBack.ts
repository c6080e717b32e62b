import type { Engine, Run, UndoRequest } from "../engine/api";
import type { RestorePlan } from "../engine/model/restorePlan";
import { applyPlan } from "./applyPlan";
import { command } from "./command";
import { CONSENT } from "./options";

/** `undo` and `redo`, which differ in what they plan. */
export function goBack(verb: {
  summary: string;
  what: string;
  example: [string, string];
  plan: (engine: Engine, request: UndoRequest, run: Run) => RestorePlan;
}) {
  return command({
    summary: verb.summary,
    group: "Go back",
    options: {
      ...CONSENT,
      restore: {
        type: "string",
        value: "ID",
        help: "A certain restore; default: the latest",
      },
    },
    examples: [verb.example],
    async run({ values, context }) {
      const engine = await context.open();
      const request = { restore: values.restore };
      const plan = verb.plan(engine, request, context.run);
      return applyPlan(context, engine, plan, {
        what: verb.what,
        dryRun: values["dry-run"],
        yes: values.yes,
      });
    },
  });
}
