import type { Engine, Run, UndoRequest } from "../engine/api";
import type { RestorePlan } from "../engine/model/restorePlan";
import { applyPlan } from "./applyPlan";
import { command } from "./line/command";
import { CONSENT } from "./line/options";

/** `undo` and `redo`, which differ only in how they plan. */
export function undoRedo(verb: {
  summary: string;
  what: string;
  example: [string, string];
  plan: (engine: Engine, request: UndoRequest, run: Run) => RestorePlan;
}) {
  return command({
    summary: verb.summary,
    group: "Restore",
    options: {
      ...CONSENT,
      restore: {
        type: "string",
        value: "ID",
        help: "Which restore (default: the latest)",
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
