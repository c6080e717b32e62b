import fs from "node:fs";
import path from "node:path";
import type { Conflict, Resolution, RevertRequest } from "../../engine/api";
import { exactText } from "../../engine/model/exactText";
import { applyPlan } from "../applyPlan";
import { usageError } from "../line/usageError";
import { command } from "../line/command";
import { OWN_SOURCE, type Context } from "../context";
import { EXIT } from "../exitCodes";
import { withFileHint } from "../text/fileHint";
import { CONSENT, ONLY_PATHS, refOf } from "../line/options";
import { planAnswer } from "../planAnswer";
import { mustBeKnown } from "../line/knownPaths";
import { sectionLines } from "../text/planText";
import { plain, printable, type Paint } from "../text/text";
import { voice } from "../text/voice";
import { count } from "../../wording/counts";
import { uncertainSection } from "../../wording/plan";
import { SaidError } from "../../wording/said";

export default command({
  summary: "Revert what one checkpoint or agent changed; keep the rest",
  group: "Restore",
  operands: [
    {
      ...refOf("The checkpoint whose changes to revert"),
      isOptional: true,
    },
  ],
  options: {
    source: {
      type: "string",
      value: "S",
      help: "Revert what this source changed",
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
      help: "Revert what this conversation changed",
      complete: "thread",
    },
    message: {
      type: "string",
      value: "M",
      help: "With --thread: only what this message changed",
    },
    maybe: {
      type: "boolean",
      help: "Also revert changes whose author is uncertain",
    },
    resolve: {
      type: "string",
      isMany: true,
      value: "PATH=HOW",
      help: "Resolve a conflict: ours (as it is now), theirs (before the change), or a file with the text",
    },
    ...CONSENT,
  },
  rest: ONLY_PATHS,
  notes: [
    "A change counts as an agent's only if its tool or command named the file, or if nobody else was at work. Other changes made meanwhile are listed and left alone; use --maybe to revert them too.",
    "If the same lines have been changed since, there is a conflict: nothing is written, the exit code is 3, and --json has the text with conflict markers. Resolve each with --resolve.",
  ],
  examples: [
    [
      "checkpoint revert 7",
      "Reverts what checkpoint 7 changed and keeps later work.",
    ],
    [
      "checkpoint revert --source codex --since 2h --yes",
      "Reverts what Codex did in the last two hours.",
    ],
    [
      "checkpoint revert 7 --resolve src/app.ts=ours --yes",
      "Resolves the conflict in src/app.ts by keeping it as it is now.",
    ],
  ],
  async run({ values, operands, rest, context }) {
    const ways = [operands[0], values.source, values.thread];
    if (ways.filter((way) => way !== undefined).length !== 1)
      throw usageError(
        "revert",
        "Specify exactly one of REF, --source S and --thread T.",
      );
    if (values.since !== undefined && values.source === undefined)
      throw usageError("revert", "--since requires --source.");
    if (values.message !== undefined && values.thread === undefined)
      throw usageError("revert", "--message requires --thread.");
    if (values.maybe && operands[0] !== undefined)
      throw usageError("revert", "--maybe requires --source or --thread.");
    const resolve = readResolutions(values.resolve ?? [], context);
    const given = context.scope(rest);
    const engine = await context.open();
    const request: RevertRequest = {
      ref: operands[0],
      source: values.source,
      since: values.since,
      thread: values.thread,
      message: values.message,
      maybe: values.maybe,
      resolve,
      paths: given?.map((path) => mustBeKnown(engine, path, context)),
      as: OWN_SOURCE,
    };
    const { plan, conflicts, maybe } = withFileHint(
      { context, engine },
      operands,
      ({ files }) => ({
        what: "Put the checkpoint first and files after “--”",
        line: ["revert", "latest", "--", ...files, ...(rest ?? [])],
      }),
      () => engine.planRevert(request, context.run),
    );
    context.clearProgress();
    if (maybe.length > 0 && !context.out.isJson)
      context.out.note(
        sectionLines(
          uncertainSection(
            maybe.map((one) => ({ ...one, path: context.fromHere(one.path) })),
            voice,
          ),
          plain,
        ).join("\n"),
      );
    if (conflicts.length === 0)
      return applyPlan(context, engine, plan, {
        what: "A revert",
        dryRun: values["dry-run"],
        yes: values.yes,
        extra: { conflicts, maybe },
      });
    const answer = {
      plan: planAnswer(plan),
      conflicts,
      maybe,
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
        `--resolve must be PATH=ours, PATH=theirs or PATH=FILE, not “${one}”.`,
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
    throw new SaidError(
      "not-found",
      `Cannot read ${file}, the text for a conflict.`,
      {
        hint: "Use ours, theirs, or a file with the complete text.",
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
    "Resolve each with --resolve PATH=ours (as it is now), PATH=theirs (as it was before",
    "the change) or PATH=FILE (the text in FILE). --json has the text with conflict markers.",
  ];
}
