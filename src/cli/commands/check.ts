import type { Engine, VerdictResult } from "../../engine/api";
import { CheckpointError } from "../../engine/model/errors";
import type { RestoreReport } from "../../engine/model/restorePlan";
import { labelOfWords } from "../../host/checkCommands";
import { isEmptyPlan } from "../../wording/plan";
import { afterFailure, verdictText } from "../../wording/verdicts";
import { runChild } from "../child";
import { OWN_SOURCE, type Context } from "../context";
import { EXIT } from "../exitCodes";
import { offerRestore } from "../offerRestore";
import { command } from "../line/command";
import { CONSENT } from "../line/options";
import { usageError } from "../line/usageError";
import { reportAnswer } from "../planAnswer";
import { timeText } from "../text/text";
import { voice } from "../text/voice";

export default command({
  summary: "Run a command and record whether this state passes it",
  group: "Record",
  mayCreateHistory: true,
  options: {
    label: {
      type: "string",
      short: "l",
      value: "L",
      help: "What to call it (default: the command without its arguments)",
    },
    "restore-on-failure": {
      type: "boolean",
      help: "If it fails, go back to the last state on which it passed",
    },
    source: {
      type: "string",
      value: "S",
      help: "With --restore-on-failure: revert only what S changed since",
    },
    yes: { ...CONSENT.yes, help: "Go back without asking" },
  },
  rest: {
    name: "COMMAND",
    help: "The command to run, with its arguments",
    isMany: true,
  },
  notes: [
    "The exit code is that of the command. If files change while it runs, or are rewritten unchanged, the verdict is not tied to an exact state. A command that cannot be started or is interrupted leaves no verdict.",
    "Afterwards, “good” refers to the last state that passed: checkpoint restore good, checkpoint diff good workspace, “good:LABEL” for one command, “good~1” for the one before, “bad” for the last that failed.",
  ],
  examples: [
    ["checkpoint check -- npm test", "Remembers whether the tests pass now."],
    [
      "checkpoint check --restore-on-failure --source codex --yes -- npm test",
      "If the tests fail, reverts what Codex changed since they last passed.",
    ],
  ],
  async run({ values, rest, context }) {
    const line = rest!;
    const { out } = context;
    const goesBack = values["restore-on-failure"] === true;
    if (values.source !== undefined && !goesBack)
      throw usageError("check", "--source requires --restore-on-failure.");
    const engine = await context.open();
    const { moment, rewrites } = engine.capture({}, context.run);
    context.clearProgress();
    const startedMs = performance.now();
    let child;
    try {
      child = await runChild(line, {
        cwd: context.cwd,
        printsToStderr: out.isJson,
        stdin: "inherit",
      });
    } catch (error) {
      out.error(CheckpointError.from(error));
      return EXIT.notStarted;
    }
    const { exitCode, wasInterrupted, signal } = child;
    if (wasInterrupted || signal !== null) {
      out.note("The command was interrupted; no verdict was recorded.");
      return exitCode;
    }
    const result = engine.verdict(
      {
        label: values.label ?? labelOfWords(line),
        passed: exitCode === 0,
        exitCode,
        durationMs: performance.now() - startedMs,
        source: OWN_SOURCE,
        since: moment,
        rewrites,
      },
      context.run,
    );
    context.clearProgress();
    out.note(resultLine(engine, result, out.paintErr));
    const restored =
      exitCode !== 0 && goesBack
        ? await restoreLastGood(context, engine, result, values)
        : null;
    if (out.isJson)
      out.answer(
        { ...result, restored: restored && reportAnswer(restored) },
        () => [],
      );
    return exitCode;
  },
});

type Paint = Context["out"]["paintErr"];

function resultLine(
  engine: Engine,
  { verdict }: VerdictResult,
  paint: Paint,
): string {
  const text = verdictText(verdict, voice);
  if (verdict.passed) return paint("green", text);
  const series = engine.checks().find(({ label }) => label === verdict.label);
  const more = series && afterFailure(verdict, series, timeText, voice);
  return [paint("red", text), more ?? ""].filter(Boolean).join("\n");
}

/** Goes back to the last good state, or reverts what one source changed since. */
async function restoreLastGood(
  context: Context,
  engine: Engine,
  { lastGood }: VerdictResult,
  { source, yes }: { source?: string | undefined; yes?: boolean | undefined },
): Promise<RestoreReport | null> {
  const { out } = context;
  if (!lastGood) {
    out.note("There is no good state to go back to. Nothing was changed.");
    return null;
  }
  const to = `@${lastGood.moment}`;
  const { plan, conflicts } =
    source === undefined
      ? {
          plan: engine.planRestore({ to, as: OWN_SOURCE }, context.run),
          conflicts: [],
        }
      : engine.planRevert({ source, since: to, as: OWN_SOURCE }, context.run);
  context.clearProgress();
  if (conflicts.length > 0) {
    out.note(
      `Later changes conflict with what ${source} did. Nothing was changed; resolve them with: checkpoint revert --source ${source} --since ${to}`,
    );
    return null;
  }
  if (isEmptyPlan(plan)) {
    out.note("There is nothing to go back to: no recorded file differs.");
    return null;
  }
  return offerRestore(context, engine, plan, {
    question: "Go back?",
    otherwise: `Nothing was changed. To go back: checkpoint restore ${to}`,
    yes,
  });
}
