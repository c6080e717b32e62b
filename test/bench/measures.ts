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

/** Gathers what both did at each step and takes the middle of it. */
export class Measures {
  private readonly ours = new Map<StepName, number[]>();
  private readonly git = new Map<StepName, number[]>();

  constructor(private readonly size: Size) {}

  add(who: "ours" | "git", step: StepName, value: number): void {
    const values = this[who].get(step) ?? [];
    values.push(value);
    this[who].set(step, values);
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
