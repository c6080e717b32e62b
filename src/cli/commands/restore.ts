import { mustKnowPaths } from "../../host/mustKnowPaths";
import { applyPlan } from "../applyPlan";
import { command } from "../line/command";
import { OWN_SOURCE } from "../context";
import { withFileHint } from "../text/fileHint";
import { CONSENT, ONLY_PATHS, refOf } from "../line/options";
import { mustBeKnown } from "../line/knownPaths";

export default command({
  summary: "Restore files to a point in time",
  group: "Restore",
  operands: [refOf("The point to restore to")],
  options: {
    ...CONSENT,
    "only-source": {
      type: "string",
      value: "S",
      help: "Only files that this source has changed since",
    },
    unsaved: {
      type: "boolean",
      help: "Also write the editors' unsaved text at that point to the files",
    },
  },
  rest: ONLY_PATHS,
  notes: [
    "The current state is kept in a guard checkpoint first, so “checkpoint undo” can undo it. Files that were not recorded at that point are left alone.",
  ],
  examples: [
    [
      "checkpoint restore 3 --dry-run",
      "Shows what restoring checkpoint 3 would change.",
    ],
    [
      "checkpoint restore 10m -- src/app.ts",
      "Restores one file to ten minutes ago.",
    ],
    [
      "checkpoint restore latest~2 --only-source codex --yes",
      "Restores only files that Codex has changed since.",
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
        what: "Put the point first and files after “--”",
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
