import type { BisectAnswer, BisectStep, BisectTest } from "../../answers/verbs";
import { nextStep, type Outcome } from "../../engine/bisect";
import type { Engine, Point } from "../../engine/api";
import { CheckpointError } from "../../engine/model/errors";
import type { FileEntry } from "../../engine/model/version";
import { isWithin } from "../../engine/model/workspacePath";
import { bisectPoints } from "./bisectPoints";
import type { Context } from "../context";
import { stopped, type ScratchCopy } from "../scratchCopy";
import { printable } from "../text/text";
import { SaidError } from "../../wording/said";

export interface BisectRequest {
  good: string;
  bad: string;
  keep: readonly string[];
  command: readonly string[];
  /** The label of its verdicts; null to test every point. */
  label: string | null;
  overMoments: boolean;
  trustsEnds: boolean;
}

const SKIP = 125;

/** One bisection: its points, the scratch copy that moves between them, and the results. */
export class Bisection {
  private readonly outcomes = new Map<number, Outcome>();
  private readonly tests: BisectTest[] = [];
  private kept: FileEntry[] = [];

  constructor(
    private readonly context: Context,
    private readonly engine: Engine,
    private readonly copy: ScratchCopy,
    private readonly request: BisectRequest,
  ) {}

  async run(): Promise<BisectAnswer> {
    // Record the current state: --keep and `workspace` refer to it.
    const now = this.engine.capture({ source: "outside" }, this.context.run);
    this.context.clearProgress();
    this.kept = this.keptFiles(now.moment);
    const points = bisectPoints(this.engine, this.request, now.moment);
    const last = points.length - 1;
    this.useVerdicts(points);
    if (!this.request.trustsEnds) {
      await this.mustBe("good", points, 0);
      await this.mustBe("bad", points, last);
    }
    for (;;) {
      const step = nextStep(points.length, this.outcomes);
      if (step.kind === "done") return this.answer(points, step);
      const { index, testsLeft } = step;
      const outcome = await this.test(
        points[index]!,
        `about ${testsLeft} left`,
        testsLeft,
      );
      this.outcomes.set(index, outcome);
    }
  }

  /** Points on which exactly this command is known to pass or fail need no test. */
  private useVerdicts(points: readonly Point[]): void {
    const { label, keep } = this.request;
    // With files of today in it, the copy is not the state that was checked.
    if (label === null || keep.length > 0) return;
    points.forEach((point, at) => {
      const known = point.verdicts.filter(
        (verdict) => verdict.exact && verdict.label === label,
      );
      const [first] = known;
      if (first && known.every(({ passed }) => passed === first.passed))
        this.outcomes.set(at, first.passed ? "good" : "bad");
    });
  }

  private keptFiles(moment: number): FileEntry[] {
    return this.request.keep.flatMap((path) => {
      const files = this.engine.files(`@${moment}`, { path });
      if (files.length === 0)
        throw new SaidError(
          "not-found",
          `--keep ${path}: no such file is recorded.`,
          {
            hint: "Specify files or folders that exist now and are not ignored.",
            data: { path },
          },
        );
      return files;
    });
  }

  private async mustBe(
    wanted: "good" | "bad",
    points: readonly Point[],
    index: number,
  ) {
    const point = points[index]!;
    const outcome =
      this.outcomes.get(index) ??
      (await this.test(point, `to confirm that it is ${wanted}`));
    if (outcome === wanted) return void this.outcomes.set(index, outcome);
    const did = { good: "succeeds", bad: "fails", skip: "asks to skip" }[
      outcome
    ];
    throw new SaidError(
      "not-found",
      `The command ${did} at ${point.label}, which was given as ${wanted === "good" ? "GOOD" : "BAD"}.`,
      {
        hint: "Choose other points or another command. Its output is above.",
        data: { ref: point.label, outcome },
      },
    );
  }

  private async test(
    point: Point,
    why: string,
    testsLeft: number | null = null,
  ): Promise<Outcome> {
    notifyCaller({ type: "testing", point: pointJson(point), testsLeft });
    const { out } = this.context;
    const isKept = (path: string) =>
      this.request.keep.some((keep) => isWithin(path, keep));
    const files = this.engine
      .files(`@${point.moment}`)
      .filter((file) => !isKept(file.path));
    await this.copy.moveTo([...files, ...this.kept]);
    out.note(out.paintErr("dim", `trying ${printable(point.label)} (${why})`));
    const exitCode = await this.tryCommand(point);
    const outcome =
      exitCode === 0 ? "good" : exitCode === SKIP ? "skip" : "bad";
    const style = { good: "green", bad: "red", skip: "yellow" } as const;
    out.note(
      `${out.paintErr(style[outcome], outcome)} ${printable(point.label)}`,
    );
    const test: BisectTest = { point: pointJson(point), exitCode, outcome };
    this.tests.push(test);
    notifyCaller({ type: "tested", test });
    return outcome;
  }

  /** Returns the command's exit code in the scratch copy's current state. */
  private async tryCommand(point: Point): Promise<number> {
    try {
      const result = await this.copy.run(this.request.command, {
        printsToStderr: true,
        stdin: "ignore",
        env: { CHECKPOINT_BISECT: point.label },
      });
      if (result.wasInterrupted || result.signal === "SIGINT") throw stopped();
      return result.exitCode;
    } catch (error) {
      // If the command could be started before, a point without it (a script that did not exist
      // yet) is skipped as untestable.
      if (CheckpointError.is(error, "not-found") && this.tests.length > 0)
        return SKIP;
      throw error;
    }
  }

  private answer(
    points: readonly Point[],
    step: { lastGood: number; firstBad: number; suspects: number[] },
  ): BisectAnswer {
    const [good, bad] = [points[step.lastGood]!, points[step.firstBad]!];
    const [from, to] = [good, bad].map((point) =>
      point.checkpoint ? `#${point.checkpoint.number}` : `@${point.moment}`,
    ) as [string, string];
    const diff = this.engine.diff(from, to, { patch: true });
    return {
      culprit: step.suspects.length === 1 ? pointJson(bad) : null,
      lastGood: pointJson(good),
      suspects: step.suspects.map((i) => pointJson(points[i]!)),
      tests: this.tests,
      leftOut: this.copy.leftOut,
      diff,
    };
  }
}

/** Tells the program that started the command, if it opened a channel for messages. */
function notifyCaller(step: BisectStep): void {
  process.send?.(step);
}

function pointJson({
  label,
  moment,
  at,
  checkpoint,
  verdicts,
}: Point): BisectTest["point"] {
  return { label, moment, at, checkpoint, verdicts };
}
