import type { RestorePlan } from "./restorePlan";

/** Returns the plan without these paths, because another process is writing them. */
export function leaveOut(
  plan: RestorePlan,
  paths: ReadonlySet<string>,
): RestorePlan {
  if (paths.size === 0) return plan;
  const isKept = ({ path }: { path: string }) => !paths.has(path);
  const left = [...plan.writes, ...plan.deletes]
    .filter((op) => !isKept(op))
    .map(({ path }) => ({ path, reason: "changing" as const }));
  return {
    ...plan,
    writes: plan.writes.filter(isKept),
    deletes: plan.deletes.filter(isKept),
    leftAlone: [...plan.leftAlone, ...left],
    changedByOthers: plan.changedByOthers.filter(isKept),
  };
}
