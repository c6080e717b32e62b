import { mustKnowPaths } from "../../host/mustKnowPaths";
import { applyPlan } from "../applyPlan";
import { command } from "../command";
import { OWN_SOURCE } from "../context";
import { withFileHint } from "../fileHint";
import { CONSENT, ONLY_PATHS, refOf } from "../options";
import { mustBeKnown } from "../spelling";

export default command({
  summary: "Put files back as they were at a point",
  group: "Go back",
  operands: [refOf("The point to go back to")],
  options: {
    ...CONSENT,
    "only-source": {
      type: "string",
      value: "S",
      help: "Only what this source changed since",
    },
    unsaved: {
      type: "boolean",
      help: "Put unsaved texts that editors held then into their files",
    },
  },
  rest: ONLY_PATHS,
  notes: [
    "What is replaced is recorded first, in a guard checkpoint, so that “checkpoint undo” brings it back. Files that were not recorded at that point are left alone.",
  ],
  examples: [
    [
      "checkpoint restore 3 --dry-run",
      "What going back to checkpoint 3 would change.",
    ],
    [
      "checkpoint restore 10m -- src/app.ts",
      "One file as it was ten minutes ago.",
    ],
    [
      "checkpoint restore latest~2 --only-source codex --yes",
      "Only what one agent changed since.",
    ],
  ],
  async run({ values, operands, rest, context }) {
    const given = context.scope(rest);
    const engine = await context.open();
    const paths = given?.map((path) => mustBeKnown(engine, path, context));
    const plan = withFileHint(
      { context, engine },
      operands,
      ({ files, point }) => ({
        what: "A point comes first, files after “--”",
        line: ["restore", point, "--", ...files, ...(rest ?? [])],
      }),
      () =>
        engine.planRestore(
          {
            to: operands[0]!,
            paths,
            source: values["only-source"],
            as: OWN_SOURCE,
            unsaved: values.unsaved ? "as-files" : false,
          },
          context.run,
        ),
    );
    await mustKnowPaths(engine, plan);
    return applyPlan(context, engine, plan, {
      what: "A restore",
      dryRun: values["dry-run"],
      yes: values.yes,
    });
  },
});
