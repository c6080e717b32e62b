import type { Size, Step, StepName } from "./targets";
import { steps } from "./targets";

export interface Row {
  size: string;
  step: string;
  unit: Step["unit"];
  ours: number;
  git: number | null;
  /** The same two when they are times; null for bytes. */
  oursMs: number | null;
  gitMs: number | null;
  ratio: number | null;
  target: number | null;
  targetOf: "git" | "unit" | null;
  ok: boolean | null;
}

/** A step of this build and of another one, measured in turn. */
export interface Comparison {
  size: string;
  step: string;
  unit: Step["unit"];
  ours: number;
  other: number;
  /**
   * The median of ours / other, where each pair was measured back to back, so that
   * a slow minute of the machine affects both.
   */
  ratio: number;
  /** The same for the fastest run of each, which is the least disturbed one. */
  ratioOfBest: number;
  /** The same for processor time; null if it was not measured. */
  ratioOfCpu: number | null;
}

/** Collects the measurements of each contender and step, and takes their median. */
export class Measures {
  private readonly ours = new Map<string, number[]>();
  private readonly other = new Map<string, number[]>();
  private readonly git = new Map<string, number[]>();

  constructor(private readonly size: Size) {}

  add(
    who: "ours" | "other" | "git",
    step: StepName,
    value: number,
    cpuMs?: number,
  ): void {
    push(this[who], step, value);
    if (cpuMs !== undefined) push(this[who], cpuOf(step), cpuMs);
  }

  comparisons(): Comparison[] {
    return (Object.keys(steps) as StepName[])
      .filter((name) => this.other.has(name))
      .map((name) => {
        const { title, unit } = steps[name];
        const of = (step: string) =>
          [this.ours.get(step) ?? [], this.other.get(step) ?? []] as const;
        return compare(this.size, title, unit, of(name), of(cpuOf(name)));
      });
  }

  rows(): Row[] {
    return (Object.keys(steps) as StepName[])
      .filter((name) => this.ours.has(name))
      .map((name) => this.row(name));
  }

  private row(name: StepName): Row {
    const step: Step = steps[name];
    const git = this.git.get(name);
    return toRow(this.size, step.title, step.unit, {
      ours: median(this.ours.get(name)!),
      git: git ? median(git) : null,
      target: step.target?.at[this.size] ?? null,
      targetOf: step.target?.of ?? null,
    });
  }
}

function push(lists: Map<string, number[]>, name: string, value: number): void {
  lists.set(name, [...(lists.get(name) ?? []), value]);
}

const cpuOf = (step: StepName) => `cpu of ${step}`;

export function compare(
  size: string,
  step: string,
  unit: Step["unit"],
  [ours, other]: readonly [readonly number[], readonly number[]],
  cpu: readonly [readonly number[], readonly number[]] = [[], []],
): Comparison {
  return {
    size,
    step,
    unit,
    ours: median(ours),
    other: median(other),
    ratio: median(ours.map((value, i) => value / other[i]!)),
    ratioOfBest: Math.min(...ours) / Math.min(...other),
    ratioOfCpu: cpu[1].length === 0 ? null : median(cpu[0]) / median(cpu[1]),
  };
}

export function toRow(
  size: string,
  title: string,
  unit: Step["unit"],
  {
    ours,
    git,
    target,
    targetOf,
  }: Pick<Row, "ours" | "git" | "target" | "targetOf">,
): Row {
  const ratio = git === null ? null : ours / git;
  const reached = targetOf === "git" ? ratio : ours;
  return {
    size,
    step: title,
    unit,
    ours,
    git,
    oursMs: unit === "ms" ? ours : null,
    gitMs: unit === "ms" ? git : null,
    ratio,
    target,
    targetOf,
    ok: target === null || reached === null ? null : reached <= target,
  };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2
    ? sorted[middle]!
    : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
