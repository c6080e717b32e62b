import { labelOfWords } from "../../host/checkCommands";
import { usageError } from "../line/usageError";
import { Bisection } from "../bisect/bisection";
import { command } from "../line/command";
import { EXIT } from "../exitCodes";
import { COPY, ScratchCopy } from "../scratchCopy";
import { COPY_NOTE } from "../text/leftOutText";
import type { BisectAnswer } from "../../answers/verbs";
import type { Point } from "../../engine/api";
import { patchLines, statLines } from "../text/diffText";
import { printable, timeText, type Paint } from "../text/text";
import { count } from "../../wording/counts";

export default command({
  summary: "Find the first checkpoint at which a command fails",
  group: "Inspect",
  operands: [
    {
      name: "GOOD",
      help: "A point at which the command succeeds",
      complete: "ref",
    },
    { name: "BAD", help: "A later point at which it fails", complete: "ref" },
    {
      name: "PATH",
      help: "More paths for --keep",
      isOptional: true,
      isMany: true,
      complete: "file",
    },
  ],
  options: {
    keep: {
      type: "string",
      isMany: true,
      value: "PATH",
      help: "Use the current version of this file or folder in every test",
      complete: "file",
    },
    moments: {
      type: "boolean",
      help: "Test every moment, not only checkpoints",
    },
    copy: COPY,
    label: {
      type: "string",
      value: "L",
      help: "Use the verdicts with this label (default: those of the command)",
    },
    retest: {
      type: "boolean",
      help: "Run the command even where its verdict is known",
    },
    "trust-ends": {
      type: "boolean",
      help: "Do not test GOOD and BAD first",
    },
  },
  rest: {
    name: "COMMAND",
    help: "The command to run, with its arguments",
    isMany: true,
  },
  notes: [
    `The command runs in a scratch copy; your folder is never touched. Exit code 0 means good, 125 skips the point, anything else means bad. ${COPY_NOTE}`,
    "Points on which “checkpoint check” has recorded that the command passes or fails are not tested again.",
    "Links in the copy that point into the folder point into the copy instead. Files that contain the folder's absolute path, such as scripts of a Python environment, still refer to the folder itself.",
  ],
  examples: [
    [
      "checkpoint bisect 3 latest -- npm test",
      "Finds the checkpoint that broke the tests and shows what it changed.",
    ],
    [
      "checkpoint bisect 2h workspace --moments --keep test.js -- node test.js",
      "Runs today's test on every moment of the last two hours.",
    ],
  ],
  async run({ values, operands, rest, context }) {
    const [good, bad, ...more] = operands.map((word) => word!);
    if (more.length > 0 && !values.keep)
      throw usageError(
        "bisect",
        `Unexpected argument “${more[0]}”. Put the command after “--”.`,
      );
    const keep = [...(values.keep ?? []), ...more].map((one) =>
      context.path(one),
    );
    const engine = await context.open();
    const answer = await ScratchCopy.with(
      context,
      engine,
      values.copy ?? [],
      (copy) =>
        new Bisection(context, engine, copy, {
          good: good!,
          bad: bad!,
          keep,
          command: rest!,
          label: values.retest ? null : (values.label ?? ownLabel(rest!)),
          overMoments: values.moments === true,
          trustsEnds: values["trust-ends"] === true,
        }).run(),
    );
    context.clearProgress();
    context.out.answer(answer, (paint) => bisectLines(answer, paint));
    return answer.culprit ? EXIT.done : EXIT.failed;
  },
});

/** Verdicts of a command with arguments share a label whatever the arguments are. */
function ownLabel(command: readonly string[]): string | null {
  const label = labelOfWords(command);
  return label.endsWith("…") ? null : label;
}

function bisectLines(answer: BisectAnswer, paint: Paint): string[] {
  const { culprit, suspects, tests, diff } = answer;
  const head = culprit
    ? [
        `${paint("red", pointText(culprit))} is the first bad one (${count(tests.length, "test")}).`,
      ]
    : [
        "The first bad one is one of these, because some were skipped:",
        ...suspects.map((point) => `  ${paint("yellow", pointText(point))}`),
      ];
  return [
    ...head,
    ...statLines(diff, paint),
    ...patchLines(diff.patch ?? "", paint),
  ];
}

function pointText(point: Point): string {
  return `${printable(point.label)} (${timeText(point.at)})`;
}
