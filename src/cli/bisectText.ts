import type { Point } from "../engine/api";
import type { Outcome } from "../engine/bisect";
import type { Diff } from "../engine/model/changes";
import { patchLines, statLines } from "./diffText";
import { count, printable, timeText, type Paint } from "./text";

export interface BisectTest {
  point: Point;
  exitCode: number;
  outcome: Outcome;
}

export interface BisectAnswer {
  /** The first bad point; null when skipped ones before it may be it as well. */
  culprit: Point | null;
  lastGood: Point;
  suspects: Point[];
  tests: BisectTest[];
  /** From the last good point to the first bad one, with its patch. */
  diff: Diff;
}

export function bisectLines(answer: BisectAnswer, paint: Paint): string[] {
  const { culprit, suspects, tests, diff } = answer;
  const head = culprit
    ? [
        `${paint("red", pointText(culprit))} is the first bad one (${count(tests.length, "test")}).`,
      ]
    : [
        "The first bad one is among these, since some were skipped:",
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
