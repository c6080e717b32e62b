import type { Engine } from "../../engine/api";
import type { Checkpoint } from "../../engine/model/checkpoint";
import { CheckpointError } from "../../engine/model/errors";
import type { RestoreReport } from "../../engine/model/restorePlan";
import { commandText } from "../../agents/commandText";
import { checkpointLine } from "../checkpointText";
import { runChild } from "../child";
import { command } from "../command";
import { OWN_SOURCE, type Context } from "../context";
import { uninterrupted } from "../interrupt";
import { CONSENT, NAME } from "../options";
import { reportAnswer } from "../planAnswer";
import { isEmptyPlan, planCounts, planLines, reportLines } from "../planText";

/** What shells answer for a command that is not there. */
const NOT_STARTED = 127;

export default command({
  summary: "Make a guard, run a command, offer to go back if it fails",
  group: "Record",
  begins: true,
  options: {
    name: { ...NAME, help: "What to call the guard" },
    yes: { ...CONSENT.yes, help: "If it fails, go back without asking" },
  },
  rest: {
    name: "COMMAND",
    help: "What to run, with its arguments",
    isMany: true,
  },
  notes: ["The exit code is the command's."],
  examples: [
    [
      "checkpoint guard -- npm run migrate",
      "If the migration fails, its changes can be taken back at once.",
    ],
  ],
  async run({ values, rest, context }) {
    const line = rest!;
    const { out } = context;
    const engine = await context.open();
    const guard = engine.checkpoint(
      {
        kind: "guard",
        name: values.name ?? `Before ${commandText(line)}`.slice(0, 120),
        source: OWN_SOURCE,
      },
      context.run,
    );
    context.clearProgress();
    out.note(
      out.paintErr("dim", `guard ${checkpointLine(guard, out.paintErr)}`),
    );
    let exitCode: number;
    try {
      ({ exitCode } = await runChild(line, {
        cwd: context.cwd,
        printsToStderr: out.isJson,
        stdin: "inherit",
      }));
    } catch (error) {
      out.error(CheckpointError.from(error));
      return NOT_STARTED;
    }
    const restored =
      exitCode === 0
        ? null
        : await goBack(context, engine, guard, exitCode, values.yes);
    if (out.isJson) {
      const report = restored && reportAnswer(restored);
      const answer = { guard, command: line, exitCode, restored: report };
      out.answer(answer, () => []);
    }
    return exitCode;
  },
});

/** Offers to take back what the failed command changed. */
async function goBack(
  context: Context,
  engine: Engine,
  guard: Checkpoint,
  exitCode: number,
  yes: boolean | undefined,
): Promise<RestoreReport | null> {
  const { out } = context;
  // Should the command itself make guards, this one may be gone; its moment is not.
  const isThere = engine
    .list({ limit: 1, before: guard.number + 1 })
    .checkpoints.some(({ number }) => number === guard.number);
  const to = isThere ? `${guard.number}` : `@${guard.moment}`;
  const plan = engine.planRestore({ to, as: OWN_SOURCE }, context.run);
  context.clearProgress();
  out.note(`The command failed with exit code ${exitCode}.`);
  if (isEmptyPlan(plan)) {
    out.note("It changed no recorded file.");
    return null;
  }
  const isAgreed = await context
    .agrees("Going back", `Take its changes back (${planCounts(plan)})?`, {
      yes,
      show: (paint) => planLines(plan, paint),
    })
    .catch((error: unknown) => {
      // Nobody to ask, or Ctrl-C at the question: its changes are there all the same.
      if (CheckpointError.is(error, "bad-input")) return false;
      if (CheckpointError.is(error, "cancelled")) return false;
      throw error;
    });
  if (!isAgreed) {
    out.note(`To take its changes back: checkpoint restore ${to}`);
    return null;
  }
  const { result } = await uninterrupted(() =>
    engine.applyRestore(plan, { source: OWN_SOURCE }, context.run),
  );
  context.clearProgress();
  out.note(reportLines(result, out.paintErr).join("\n"));
  return result;
}
