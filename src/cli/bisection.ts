import { nextStep, type Outcome } from "../engine/bisect";
import type { Engine, Point, Run } from "../engine/api";
import { titleOf } from "../engine/model/checkpoint";
import { CheckpointError } from "../engine/model/errors";
import type { FileEntry } from "../engine/model/version";
import { isWithin } from "../engine/model/workspacePath";
import type { Scratch } from "../host/scratch";
import type { BisectAnswer, BisectTest } from "./bisectText";
import { runChild } from "./child";
import type { Context } from "./context";
import { printable } from "./text";

export interface BisectRequest {
  good: string;
  bad: string;
  keep: readonly string[];
  links: readonly string[];
  command: readonly string[];
  overMoments: boolean;
  trustsEnds: boolean;
}

const SKIP = 125;

/** So long a person who pressed Ctrl-C may wait. */
const HEAR_MS = 50;

/** One search: the points, the scratch copy moving between them, what came of each. */
export class Bisection {
  private readonly outcomes = new Map<number, Outcome>();
  private readonly tests: BisectTest[] = [];
  private kept: FileEntry[] = [];

  constructor(
    private readonly context: Context,
    private readonly engine: Engine,
    private readonly scratch: Scratch,
    private readonly request: BisectRequest,
  ) {}

  async run(): Promise<BisectAnswer> {
    // What is there now is what --keep means, and what `workspace` names.
    const now = this.engine.capture({ source: "outside" }, this.context.run);
    this.context.clearProgress();
    this.kept = this.keptFiles(now.moment);
    const points = this.points(now.moment);
    const last = points.length - 1;
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
        `about ${testsLeft} to go`,
      );
      this.outcomes.set(index, outcome);
    }
  }

  /** The points from good to bad, each moment once, oldest first. */
  private points(nowMoment: number): Point[] {
    const { engine, request } = this;
    const pointOf = (ref: string): Point =>
      /^(workspace|now)$/.test(ref.trim())
        ? { ...engine.resolve(`@${nowMoment}`), label: "workspace" }
        : engine.resolve(ref);
    const [good, bad] = [pointOf(request.good), pointOf(request.bad)];
    if (good.moment >= bad.moment)
      throw new CheckpointError(
        "bad-input",
        `GOOD (${good.label}) is not before BAD (${bad.label}).`,
        {
          hint: "Give the older point, where the command succeeds, first.",
          data: { good: good.moment, bad: bad.moment },
        },
      );
    const between = request.overMoments
      ? this.momentsBetween(good.moment, bad.moment)
      : this.checkpointsBetween(good.moment, bad.moment);
    return [good, ...between, bad];
  }

  private checkpointsBetween(from: number, to: number): Point[] {
    const found = new Map<number, Point>();
    let before: number | undefined;
    do {
      const page = this.engine.list({ limit: 500, before });
      for (const checkpoint of page.checkpoints)
        if (checkpoint.moment > from && checkpoint.moment < to)
          // Newest first: of several at one moment, the oldest stays.
          found.set(checkpoint.moment, {
            moment: checkpoint.moment,
            at: checkpoint.createdAt,
            label: `#${checkpoint.number} ${titleOf(checkpoint)}`,
            checkpoint,
          });
      before = page.next ?? undefined;
    } while (before !== undefined);
    return [...found.values()].sort((a, b) => a.moment - b.moment);
  }

  private momentsBetween(from: number, to: number): Point[] {
    const found: Point[] = [];
    for (let moment = from + 1; moment < to; moment++)
      try {
        found.push(this.engine.resolve(`@${moment}`));
      } catch (error) {
        // Pruned moments cannot be tried; their neighbours can.
        if (
          !CheckpointError.is(error, "not-kept") &&
          !CheckpointError.is(error, "not-found")
        )
          throw error;
      }
    return found;
  }

  private keptFiles(moment: number): FileEntry[] {
    return this.request.keep.flatMap((path) => {
      const files = this.engine.files(`@${moment}`, { path });
      if (files.length === 0)
        throw new CheckpointError(
          "not-found",
          `--keep ${path}: no such file is recorded.`,
          {
            hint: "Give files or folders that are there now and not ignored.",
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
    const outcome = await this.test(point, `to be sure that it is ${wanted}`);
    if (outcome === wanted) return void this.outcomes.set(index, outcome);
    const did = { good: "succeeds", bad: "fails", skip: "asks to skip" }[
      outcome
    ];
    throw new CheckpointError(
      "not-found",
      `The command ${did} at ${point.label}, which was given as ${wanted === "good" ? "GOOD" : "BAD"}.`,
      {
        hint: "Choose other points, or another command. What it printed is above.",
        data: { ref: point.label, outcome },
      },
    );
  }

  private async test(point: Point, why: string): Promise<Outcome> {
    const { out } = this.context;
    const isKept = (path: string) =>
      this.request.keep.some((keep) => isWithin(path, keep));
    const files = this.engine
      .files(`@${point.moment}`)
      .filter((file) => !isKept(file.path));
    await this.moveTo([...files, ...this.kept]);
    this.scratch.link(this.engine.root, this.request.links);
    out.note(out.paintErr("dim", `trying ${printable(point.label)} (${why})`));
    const exitCode = await this.tryCommand(point);
    const outcome =
      exitCode === 0 ? "good" : exitCode === SKIP ? "skip" : "bad";
    const style = { good: "green", bad: "red", skip: "yellow" } as const;
    out.note(
      `${out.paintErr(style[outcome], outcome)} ${printable(point.label)}`,
    );
    this.tests.push({ point: pointJson(point), exitCode, outcome });
    return outcome;
  }

  /** Moves the scratch copy, which takes long in a large folder; Ctrl-C is heard now and then. */
  private async moveTo(files: readonly FileEntry[]): Promise<void> {
    // Asked for once: each time means that new work begins.
    const run = this.context.run;
    let heardMs = Date.now();
    for (const done of this.scratch.moving(files)) {
      if (Date.now() - heardMs < HEAR_MS) continue;
      run.progress?.({ phase: "write", done, total: files.length });
      await hear(run);
      heardMs = Date.now();
    }
    await hear(run);
    this.context.clearProgress();
  }

  /** Returns the command's exit code in the scratch copy as it is now. */
  private async tryCommand(point: Point): Promise<number> {
    try {
      const result = await runChild(this.request.command, {
        cwd: this.scratch.dir,
        printsToStderr: true,
        stdin: "ignore",
        env: { CHECKPOINT_BISECT: point.label },
      });
      if (result.wasInterrupted || result.signal === "SIGINT") throw stopped();
      return result.exitCode;
    } catch (error) {
      // Once it was started, a point without it (a script that was not there
      // yet) says nothing about good and bad.
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
      diff,
    };
  }
}

async function hear(run: Run): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  if (run.isCancelled?.()) throw stopped();
}

function stopped(): CheckpointError {
  return new CheckpointError(
    "cancelled",
    "Stopped. The scratch copy is removed; nothing was changed.",
  );
}

function pointJson({
  label,
  moment,
  at,
  checkpoint,
}: Point): BisectTest["point"] {
  return { label, moment, at, checkpoint };
}
