/** The steps that are measured, and their targets. */
export type Size = "1k" | "10k" | "100k" | "300k" | "1m";

/** Sizes beyond those that have targets; they are held to the target of the largest of those. */
export const SIZES: readonly Size[] = ["1k", "10k", "100k", "300k", "1m"];

export interface Step {
  title: string;
  unit: "ms" | "KB" | "MB";
  /** A ratio to shadow git in the same run, or a limit in the unit. */
  target: { of: "git" | "unit"; at: Readonly<Record<Size, number>> } | null;
}

const ratio = (a: number, b: number, c: number): Step["target"] => ({
  of: "git",
  at: { "1k": a, "10k": b, "100k": c, "300k": c, "1m": c },
});
const bound = (a: number, b: number, c: number): Step["target"] => ({
  of: "unit",
  at: { "1k": a, "10k": b, "100k": c, "300k": c, "1m": c },
});
const step = (
  title: string,
  target: Step["target"],
  unit: Step["unit"] = "ms",
): Step => ({ title, unit, target });

export const steps = {
  first: step("first capture, 2 workers", ratio(0.15, 0.12, 0.2)),
  bareFirst: step("its bare calls, on one thread", null),
  noneReported: step(
    "nothing changed, events trusted",
    ratio(0.02, 0.01, 0.002),
  ),
  noneScan: step("nothing changed, full rescan", ratio(0.4, 0.8, 1.0)),
  bareScan: step("its bare calls", null),
  oneScan: step("1 file, full rescan", ratio(0.4, 0.8, 1.0)),
  oneReported: step(
    "1 file, from a watcher event, fsynced",
    ratio(0.08, 0.03, 0.01),
  ),
  bareOne: step("its bare calls", null),
  hundredReported: step(
    "100 files, from watcher events, fsynced",
    ratio(0.12, 0.05, 0.05),
  ),
  bareHundred: step("its bare calls", null),
  restoreKnown: step(
    "restore 140 files, changed set known",
    ratio(0.6, 0.3, 0.2),
  ),
  bareRestore: step("its bare calls", null),
  restoreScan: step("restore 140 files, with rescan", ratio(0.8, 0.9, 1.0)),
  diskFirst: step(
    "disk after first capture, of gc'ed git",
    ratio(1, 1, 1),
    "KB",
  ),
  diskEach: step("disk per single-file checkpoint", bound(8, 8, 8), "KB"),
  memory: step("peak memory of the engine process", bound(120, 160, 300), "MB"),
  list: step("list newest 50 of 10,000 checkpoints", bound(5, 5, 10)),
  diff: step("diff of two checkpoints of 10,000", bound(5, 5, 10)),
  history: step("one file's history in 10,000", bound(5, 5, 10)),
  verdict: step(
    "record a verdict among 10,000 checkpoints, fsynced",
    bound(15, 15, 15),
  ),
  good: step("find good, half of 10,000 checkpoints known", bound(20, 20, 20)),
  open: step("make a new store (git init)", null),
  reopen: step("open a recorded workspace", null),
  searchText: step("search a text in as many versions (git log -S)", null),
  searchRegex: step("search a pattern in as many versions (git log -G)", null),
  bisect: step("bisect 1,000 checkpoints (git bisect run)", null),
  bareBisect: step("its bare calls: Node, and ten checks", null),
  bisectKnown: step("the same, half the verdicts known (git bisect run)", null),
  listProcess: step("checkpoint list, the whole process", null),
  bareNode: step("its bare calls: plain Node", null),
} satisfies Record<string, Step>;

export type StepName = keyof typeof steps;

export function isSize(text: string): text is Size {
  return (SIZES as readonly string[]).includes(text);
}

export function filesOf(size: Size): number {
  const unit = size.endsWith("m") ? 1_000_000 : 1000;
  return Number.parseInt(size, 10) * unit;
}
