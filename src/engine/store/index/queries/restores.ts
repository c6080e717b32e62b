import type { RestorePlan, RestoreVerb } from "../../../model/restorePlan";
import { jsonIn } from "../decode";
import type { Row } from "../sql";
import type { StoreIndex } from "../storeIndex";

/** A restore's row in the index. */
export interface RestoreRow {
  id: string;
  verb: RestoreVerb;
  at: number;
  source: string;
  guard: string;
  moment: number;
  /** Decoded when it is first read: most readers of the rows do not need it. */
  readonly plan: RestorePlan;
  of: string | null;
  state: "begun" | "done" | "recovered" | "rolled-back";
  /** The boot in which it ran, while its files are not known to be on the disk. */
  boot: string | null;
  /** When it last changed a file, by the clock of the workspace's disk. */
  latest: number | null;
}

const COLUMNS =
  "id, verb, at, source, guard, moment, plan, of, state, boot, latest";

/** Every known restore, in the order they began. */
export function restoreRows({ sql }: StoreIndex): RestoreRow[] {
  return sql.all(`SELECT ${COLUMNS} FROM restore ORDER BY seq`).map(toRow);
}

/** Ended restores whose files are not known to be on the disk, newest first. */
export function unsettledRestoreRows({ sql }: StoreIndex): RestoreRow[] {
  return sql
    .all(
      `SELECT ${COLUMNS} FROM restore WHERE boot IS NOT NULL AND state <> 'begun' ORDER BY seq DESC`,
    )
    .map(toRow);
}

/**
 * Those of them that ran in another boot, or in an unknown one. Called before every
 * write, so it must be cheap: it does not read the plans.
 */
export function unsettledSinceBoot(
  index: StoreIndex,
  boot: string,
): readonly string[] {
  return index.ofRestores(`unsettled:${boot}`, () =>
    index.sql
      .all(
        "SELECT id FROM restore WHERE boot IS NOT NULL AND state <> 'begun' AND (boot = '' OR boot <> ?)",
        boot,
      )
      .map(([id]) => id as string),
  );
}

function toRow(row: Row): RestoreRow {
  let plan: RestorePlan | undefined;
  return {
    id: row[0] as string,
    verb: row[1] as RestoreVerb,
    at: row[2] as number,
    source: row[3] as string,
    guard: row[4] as string,
    moment: row[5] as number,
    get plan() {
      return (plan ??= jsonIn<RestorePlan>(row[6])!);
    },
    of: row[7] as string | null,
    state: row[8] as RestoreRow["state"],
    boot: row[9] as string | null,
    latest: row[10] as number | null,
  };
}

/** Called before every write, so it must be cheap. */
export function hasUnfinishedRestore(index: StoreIndex): boolean {
  return index.ofRestores(
    "unfinished",
    () =>
      index.sql.first("SELECT 1 FROM restore WHERE state = 'begun'") !==
      undefined,
  );
}

export function unfinishedPlans(index: StoreIndex): RestorePlan[] {
  return index.sql
    .all("SELECT plan FROM restore WHERE state = 'begun'")
    .map(([plan]) => jsonIn<RestorePlan>(plan)!);
}

/** The plan of the last restore, if it was interrupted and has been ended since. */
export function lastInterruptedPlan(index: StoreIndex): RestorePlan | null {
  const row = index.sql.first(
    "SELECT state, plan FROM restore ORDER BY seq DESC LIMIT 1",
  );
  return row?.[0] === "recovered" || row?.[0] === "rolled-back"
    ? jsonIn<RestorePlan>(row[1])
    : null;
}

/** The plan of a restore, and the restore that it undoes or redoes. */
export function planOf(
  index: StoreIndex,
  id: string,
): { plan: RestorePlan; of: string | null } | null {
  const row = index.sql.first("SELECT plan, of FROM restore WHERE id = ?", id);
  if (!row) return null;
  return { plan: jsonIn<RestorePlan>(row[0])!, of: row[1] as string | null };
}
