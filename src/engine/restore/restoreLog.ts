import type { Context } from "../context";
import type { RestoreReport } from "../model/restorePlan";

/** Adds a line for a person to read; the journal is what counts. */
export function logRestore(context: Context, report: RestoreReport): void {
  const { plan, guard } = report;
  const scope =
    plan.scope.paths.length === 0 ? "everything" : plan.scope.paths.join(", ");
  const result = report.applied
    ? "done"
    : `failed: ${report.failures.map((f) => `${f.path}: ${f.message}`).join("; ")}`;
  const line = [
    new Date(context.clock.now()).toISOString(),
    plan.verb,
    `to ${plan.target.label}`,
    `of ${scope}${plan.scope.source === null ? "" : ` changed by ${plan.scope.source}`}`,
    `${plan.writes.length} written, ${plan.deletes.length} deleted, ${plan.leftAlone.length} left alone`,
    `guard #${guard?.number ?? "-"}`,
    result,
  ]
    .join(" | ")
    .replace(/[\r\n]+/g, " ");
  writeLine(context, line);
}

export function writeLine(context: Context, line: string): void {
  const { disk, store } = context;
  try {
    const fd = disk.open(store.layout.restoreLog, "a", 0o600);
    try {
      disk.write(fd, Buffer.from(line + "\n"));
    } finally {
      disk.close(fd);
    }
  } catch (error) {
    // The restore itself is in the journal; a missing line must not fail it.
    context.log.warn("restore.log was not written", { error: String(error) });
  }
}
