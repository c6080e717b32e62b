import { applyPlan } from "../applyPlan";
import { command } from "../command";

export default command({
  summary: "Do again what undo took back",
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
    ["checkpoint redo --yes", "The restore that was undone, once more."],
  ],
  async run({ values, context }) {
    const engine = await context.open();
    const plan = engine.planRedo({ restore: values.restore }, context.run);
    return applyPlan(context, engine, plan, {
      what: "A redo",
      dryRun: values["dry-run"],
      yes: values.yes,
    });
  },
});
