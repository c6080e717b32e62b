import type { Engine } from "../../engine/api";
import type { Checkpoint } from "../../engine/model/checkpoint";
import { CheckpointError } from "../../engine/model/errors";
import type { RestoreReport } from "../../engine/model/restorePlan";
import { commandText } from "../../agents/commandText";
import { checkpointLine } from "../text/checkpointText";
import { runChild } from "../child";
import { command } from "../line/command";
import { OWN_SOURCE, type Context } from "../context";
import { EXIT } from "../exitCodes";
import { offerRestore } from "../offerRestore";
import { CONSENT, NAME } from "../line/options";
import { reportAnswer } from "../planAnswer";
import { isEmptyPlan } from "../../wording/plan";

export default command({
  summary: "Run a command, and offer to undo its changes if it fails",
  group: "Record",
  mayCreateHistory: true,
  options: {
    name: { ...NAME, help: "Name of the guard checkpoint" },
    yes: {
      ...CONSENT.yes,
      help: "If it fails, undo its changes without asking",
    },
  },
  rest: {
    name: "COMMAND",
    help: "The command to run, with its arguments",
    isMany: true,
  },
  notes: [
    "Creates a guard checkpoint first. The exit code is that of the command.",
  ],
  examples: [
    [
      "checkpoint guard -- npm run migrate",
      "If the migration fails, you can undo its changes at once.",
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
        // The timeline names the changes that follow after it.
        metadata: { command: commandText(line).slice(0, 120) },
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
      return EXIT.notStarted;
    }
    const restored =
      exitCode === 0
        ? null
        : await offerToUndo(context, engine, guard, exitCode, values.yes);
    if (out.isJson) {
      const report = restored && reportAnswer(restored);
      const answer = { guard, command: line, exitCode, restored: report };
      out.answer(answer, () => []);
    }
    return exitCode;
  },
});

/** Offers to roll back what the failed command changed. */
async function offerToUndo(
  context: Context,
  engine: Engine,
  guard: Checkpoint,
  exitCode: number,
  yes: boolean | undefined,
): Promise<RestoreReport | null> {
  const { out } = context;
  // If the command itself creates guards, this one may have been removed, but its moment is still
  // there.
  const to = isThere(engine, guard) ? `${guard.number}` : `@${guard.moment}`;
  const plan = engine.planRestore({ to, as: OWN_SOURCE }, context.run);
  context.clearProgress();
  out.note(`The command failed with exit code ${exitCode}.`);
  if (isEmptyPlan(plan)) {
    out.note("It changed no recorded file.");
    return null;
  }
  return offerRestore(context, engine, plan, {
    question: "Undo its changes?",
    otherwise: `To undo its changes: checkpoint restore ${to}`,
    yes,
  });
}

function isThere(engine: Engine, { number }: Checkpoint): boolean {
  try {
    engine.resolve(`#${number}`);
    return true;
  } catch (error) {
    if (CheckpointError.is(error, "not-found")) return false;
    throw error;
  }
}
