import fs from "node:fs";
import path from "node:path";
import type { Conflict, Resolution, RevertRequest } from "../../engine/api";
import { CheckpointError } from "../../engine/model/errors";
import { exactText } from "../../engine/model/exactText";
import { applyPlan } from "../applyPlan";
import { usageError } from "../args";
import { command } from "../command";
import { OWN_SOURCE, type Context } from "../context";
import { EXIT } from "../exitCodes";
import { withFileHint } from "../fileHint";
import { CONSENT, ONLY_PATHS, refOf } from "../options";
import { planAnswer } from "../planAnswer";
import { mustBeKnown } from "../spelling";
import { count, printable, type Paint } from "../text";

export default command({
  summary: "Take back what one checkpoint or agent changed, keep the rest",
  group: "Go back",
  operands: [
    {
      ...refOf("The checkpoint whose changes to take back"),
      isOptional: true,
    },
  ],
  options: {
    source: {
      type: "string",
      value: "S",
      help: "Take back what this source changed",
    },
    since: {
      type: "string",
      value: "REF",
      help: "With --source: only since this point",
      complete: "ref",
    },
    thread: {
      type: "string",
      value: "T",
      help: "Take back what this conversation changed",
      complete: "thread",
    },
    message: {
      type: "string",
      value: "M",
      help: "With --thread: only what this message changed",
    },
    resolve: {
      type: "string",
      isMany: true,
      value: "PATH=HOW",
      help: "Decide a conflict: ours (now), theirs (before the change), or a file with the text",
    },
    ...CONSENT,
  },
  rest: ONLY_PATHS,
  notes: [
    "Where the same lines were changed since, there is a conflict: exit code 3, nothing is written, and --json holds the text with markers. Decide each with --resolve.",
  ],
  examples: [
    [
      "checkpoint revert 7",
      "Takes back what checkpoint 7 changed; later work stays.",
    ],
    [
      "checkpoint revert --source codex --since 2h --yes",
      "What one agent did in the last two hours.",
    ],
    [
      "checkpoint revert 7 --resolve src/app.ts=ours --yes",
      "The conflict in src/app.ts is decided: leave it as it is now.",
    ],
  ],
  async run({ values, operands, rest, context }) {
    const ways = [operands[0], values.source, values.thread];
    if (ways.filter((way) => way !== undefined).length !== 1)
      throw usageError("revert", "Give one of REF, --source S and --thread T.");
    if (values.since !== undefined && values.source === undefined)
      throw usageError("revert", "--since goes with --source.");
    if (values.message !== undefined && values.thread === undefined)
      throw usageError("revert", "--message goes with --thread.");
    const resolve = readResolutions(values.resolve ?? [], context);
    const given = context.scope(rest);
    const engine = await context.open();
    const request: RevertRequest = {
      ref: operands[0],
      source: values.source,
      since: values.since,
      thread: values.thread,
      message: values.message,
      resolve,
      paths: given?.map((path) => mustBeKnown(engine, path, context)),
      as: OWN_SOURCE,
    };
    const { plan, conflicts } = withFileHint(
      { context, engine },
      operands,
      ({ files }) => ({
        what: "A checkpoint comes first, files after “--”",
        line: ["revert", "latest", "--", ...files, ...(rest ?? [])],
      }),
      () => engine.planRevert(request, context.run),
    );
    if (conflicts.length === 0)
      return applyPlan(context, engine, plan, {
        what: "A revert",
        dryRun: values["dry-run"],
        yes: values.yes,
        extra: { conflicts },
      });
    context.clearProgress();
    const answer = {
      plan: planAnswer(plan),
      conflicts,
      applied: false,
      guard: null,
      failures: [],
    };
    context.out.answer(answer, (paint) =>
      conflictLines(conflicts, context, paint),
    );
    return EXIT.conflicts;
  },
});

function readResolutions(
  given: readonly string[],
  context: Context,
): Record<string, Resolution> {
  const resolutions: [string, Resolution][] = given.map((one) => {
    const at = one.lastIndexOf("=");
    const how = one.slice(at + 1);
    if (at <= 0 || how === "")
      throw usageError(
        "revert",
        `--resolve is PATH=ours, PATH=theirs or PATH=FILE, not “${one}”.`,
      );
    const key = context.path(one.slice(0, at));
    return [
      key,
      how === "ours" || how === "theirs" ? how : readDecision(how, context.cwd),
    ];
  });
  return Object.fromEntries(resolutions);
}

function readDecision(file: string, cwd: string): Resolution {
  try {
    return { text: exactText(fs.readFileSync(path.resolve(cwd, file))) };
  } catch (error) {
    throw new CheckpointError(
      "not-found",
      `The file ${file} with a decided text cannot be read.`,
      {
        hint: "Give ours, theirs, or a file with the whole text of the path.",
        data: { path: file },
        cause: error,
      },
    );
  }
}

function conflictLines(
  conflicts: readonly Conflict[],
  context: Context,
  paint: Paint,
): string[] {
  return [
    `${paint("red", count(conflicts.length, "conflict"))}; nothing was changed.`,
    ...conflicts.map(
      (c) =>
        `  ${printable(context.fromHere(c.path))}${c.binary ? " (binary)" : ""}`,
    ),
    "Decide each with --resolve PATH=ours (as it is now), PATH=theirs (as it was before",
    "the change) or PATH=FILE (the text in FILE). --json holds the text with markers.",
  ];
}
