import { applyPlan } from "../applyPlan";
import { command } from "../command";

export default command({
  summary: "Take back the latest restore or revert",
  group: "Go back",
  options: {
    "dry-run": {
      type: "boolean",
      short: "n",
      help: "Only show what would change",
    },
    yes: { type: "boolean", short: "y", help: "Go ahead without asking" },
    restore: {
      type: "string",
      value: "ID",
      help: "A certain restore; default: the latest",
    },
  },
  examples: [
    [
      "checkpoint undo",
      "Shows what the latest restore replaced, asks, and brings it back.",
    ],
  ],
  async run({ values, context }) {
    const engine = await context.open();
    const plan = engine.planUndo({ restore: values.restore }, context.run);
    return applyPlan(context, engine, plan, {
      what: "An undo",
      dryRun: values["dry-run"],
      yes: values.yes,
    });
  },
});
