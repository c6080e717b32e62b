import type { PruneResult, Usage } from "../../../../answers/store";
import type { CheckpointKind } from "../../../model/checkpoint";
import type { RestorePlan } from "../../../model/restorePlan";
import type { Retained } from "../../../model/retentionRules";
import { hashText, jsonIn } from "../decode";
import type { StoreIndex } from "../storeIndex";
import { unfinishedPlans } from "./restores";

/** Every checkpoint as the retention rules need it, without its age. */
export function checkpointsToRetain(
  index: StoreIndex,
): Omit<Retained, "ageMs">[] {
  return index.sql
    .all(
      "SELECT id, number, kind, metadata, pinned, moment, coalesce(state_at, at) FROM checkpoint ORDER BY number",
    )
    .map((row) => ({
      id: row[0] as string,
      number: row[1] as number,
      kind: row[2] as CheckpointKind,
      atMs: row[6] as number,
      pinned: row[4] === 1,
      moment: row[5] as number,
      apart:
        row[2] === "guard"
          ? apartOf(jsonIn<Record<string, unknown>>(row[3]) ?? {})
          : null,
    }));
}

/** Reads from a guard's metadata whether it is counted apart from others. */
function apartOf({
  restore,
  verb,
  edit,
}: Record<string, unknown>): Retained["apart"] {
  if (edit === true) return "edit";
  const isOfUndo =
    restore !== undefined && (verb === "undo" || verb === "redo");
  return isOfUndo ? "undo" : null;
}

/** Identifies a checkpoint that is about to be removed. */
export function removedCheckpoint(
  index: StoreIndex,
  id: string,
): PruneResult["removed"][number] {
  const row = index.sql.first(
    "SELECT number, kind, name FROM checkpoint WHERE id = ?",
    id,
  )!;
  return {
    number: row[0] as number,
    kind: row[1] as CheckpointKind,
    name: row[2] as string | null,
  };
}

export function idsOfKind(index: StoreIndex, kind: CheckpointKind): string[] {
  return index.sql
    .all("SELECT id FROM checkpoint WHERE kind = ?", kind)
    .map((row) => row[0] as string);
}

export function countUnpinned(index: StoreIndex, kind: CheckpointKind): number {
  return index.sql.number(
    "SELECT count(*) FROM checkpoint WHERE kind = ? AND NOT pinned",
    kind,
  );
}

/** True if there is an unpinned guard from before one time or after another. */
export function hasGuardOutside(
  index: StoreIndex,
  upToMs: number,
  afterMs: number,
): boolean {
  const row = index.sql.first(
    "SELECT 1 FROM checkpoint WHERE kind = 'guard' AND NOT pinned AND (at <= ? OR at > ?)",
    upToMs,
    afterMs,
  );
  return row !== undefined;
}

export function countVersions(index: StoreIndex): number {
  return index.sql.number("SELECT count(*) FROM version");
}

/** The contents that must be kept. */
export interface ReachableContents {
  /** How much space the other contents take in the packs. */
  garbageBytes(): number;
  bytesIn(pack: number): number;
  /** The hashes of those in a pack, in their order there. */
  hashesIn(pack: number): string[];
}

/**
 * A content must be kept if a version has it, or if an unfinished restore needs it
 * to continue or roll back.
 */
export function reachableContents(index: StoreIndex): ReachableContents {
  const { sql } = index;
  const ids = unfinishedPlans(index)
    .flatMap(hashesOf)
    .map((hash) => index.contentId(hash))
    .filter((id) => id !== undefined);
  const ofVersions =
    "id IN (SELECT content FROM version WHERE content IS NOT NULL)";
  const isLiving =
    ids.length === 0
      ? ofVersions
      : `(${ofVersions} OR id IN (${ids.join(",")}))`;
  return {
    garbageBytes: () =>
      sql.number(
        `SELECT coalesce(sum(stored), 0) FROM content WHERE NOT ${isLiving}`,
      ),
    bytesIn: (pack) =>
      sql.number(
        `SELECT coalesce(sum(stored), 0) FROM content WHERE pack = ? AND ${isLiving}`,
        pack,
      ),
    hashesIn: (pack) =>
      sql
        .all(
          `SELECT hash FROM content WHERE pack = ? AND ${isLiving} ORDER BY offset, slot`,
          pack,
        )
        .map((row) => hashText(row[0])),
  };
}

function hashesOf({ writes, deletes }: RestorePlan): string[] {
  const before = [...writes, ...deletes].map((op) => op.before?.hash);
  const after = writes.map((op) => op.after.hash);
  return [...before, ...after].filter((hash) => hash !== undefined);
}

/** How many bytes of a pack the records refer to, and how many contents. */
export function referencedIn(
  index: StoreIndex,
  pack: number,
): { storedBytes: number; contents: number } {
  const [storedBytes, contents] = index.sql.first(
    "SELECT coalesce(sum(stored), 0), count(*) FROM content WHERE pack = ?",
    pack,
  ) as [number, number];
  return { storedBytes, contents };
}

/** The space used by the versions of a path or folder. */
export type SpaceOf = Usage["byFolder"][number];

/** The space used by the distinct contents of each top-level folder, largest first. */
export function largestFolders(index: StoreIndex, limit: number): SpaceOf[] {
  return largest(
    index,
    "CASE instr(p.path, '/') WHEN 0 THEN '.' ELSE substr(p.path, 1, instr(p.path, '/') - 1) END",
    limit,
  );
}

/** The space used by the distinct contents of each file, largest first. */
export function largestFiles(index: StoreIndex, limit: number): SpaceOf[] {
  return largest(index, "p.path", limit);
}

function largest(index: StoreIndex, group: string, limit: number): SpaceOf[] {
  return index.sql
    .all(
      `SELECT g, sum(stored), sum(versions) FROM (
         SELECT ${group} AS g, c.id, c.stored AS stored, count(*) AS versions
         FROM version v JOIN path p ON p.id = v.path JOIN content c ON c.id = v.content
         GROUP BY g, c.id)
       GROUP BY g ORDER BY 2 DESC LIMIT ${limit}`,
    )
    .map((row) => ({
      path: row[0] as string,
      bytes: row[1] as number,
      versions: row[2] as number,
    }));
}
