import type { Context } from "../context";
import type { RestorePlan, RestoreReport } from "../model/restorePlan";

/** Adds a line about a completed or failed restore. */
export function logRestore(context: Context, report: RestoreReport): void {
  const { plan, guard, failures } = report;
  const { paths, source } = plan.scope;
  noteRestore(
    context,
    plan,
    paths.length === 0 ? "everything" : paths.join(", "),
    ...(source === null ? [] : [`by ${source}`]),
    `written ${plan.writes.length}`,
    `deleted ${plan.deletes.length}`,
    `kept ${plan.leftAlone.length}`,
    `guard #${guard?.number ?? "-"}`,
    report.applied ? "done" : "failed",
    ...failures.map(({ path, code, problem }) => `${path}: ${code}/${problem}`),
  );
}

/** Adds a line to restore.log, for people to read; the journal is authoritative. */
export function noteRestore(
  context: Context,
  { verb, target }: Pick<RestorePlan, "verb" | "target">,
  ...fields: readonly string[]
): void {
  const at = new Date(context.clock.now()).toISOString();
  const line = [at, verb, `to ${target.label}`, ...fields]
    .join(" | ")
    .replace(/[\r\n]+/g, " ");
  const { disk, store } = context;
  try {
    const fd = disk.open(store.layout.restoreLog, "a", 0o600);
    try {
      disk.write(fd, Buffer.from(line + "\n"));
    } finally {
      disk.close(fd);
    }
  } catch (error) {
    // The restore is recorded in the journal, so a missing log line must not fail
    // it.
    context.log.warn("restore.log not written", { error: String(error) });
  }
}
