import { CLOSES_GAPS, noteMoments } from "../gaps";
import { isRecordable } from "../../model/workspacePath";
import type { StoredContent } from "../packs/packs";
import type { EndedVersion, MomentRecord } from "../journal/records";
import { LOST } from "./schema";
import { hashBytes, layerCode } from "./decode";
import type { StoreIndex } from "./storeIndex";

const CONTENT_COLUMNS = [
  "id",
  "hash",
  "size",
  "stored",
  "pack",
  "offset",
  "slot",
];
const PATH_COLUMNS = ["id", "path"];
const VERSION_COLUMNS = [
  "id",
  "path",
  "layer",
  "content",
  "mode",
  "size",
  "born",
  "adopted",
  "reason",
  "mtime",
  "ctime",
  "ino",
];

export function applyMoment(index: StoreIndex, record: MomentRecord): void {
  noteMoments(index, record.n - 1);
  index.sql.run(
    "INSERT OR REPLACE INTO moment VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    record.n,
    record.at,
    record.source,
    record.mends ? CLOSES_GAPS : record.full ? 1 : 0,
    record.thread ?? null,
    record.maybe ? JSON.stringify(record.maybe) : null,
    record.model ?? null,
    record.subagent ?? null,
    record.formatted ? JSON.stringify(record.formatted) : null,
  );
  index.setMeta("moment", Math.max(index.lastMoment, record.n));
  if (record.rules !== undefined) {
    index.setMeta("rules", record.rules);
    index.sql.run(
      "INSERT OR REPLACE INTO rules VALUES (?, ?)",
      record.n,
      record.rules,
    );
  }
  const hadContents = index.next.content > 1;
  const contents = addContents(index, record.blobs);
  endVersions(index, record);
  addVersions(index, record, contents, hadContents);
}

export function addContents(
  index: StoreIndex,
  blobs: readonly StoredContent[],
): Map<string, number> {
  const ids = new Map<string, number>();
  const rows = index.sql.inserter("content", CONTENT_COLUMNS);
  const isFresh = index.next.content === 1;
  for (const { hash, pack, offset, slot, sizeBytes, storedBytes } of blobs) {
    if (ids.has(hash)) continue;
    const known = isFresh ? undefined : index.contentId(hash);
    if (known !== undefined) {
      // Stored again because the old copy was damaged: use the new location.
      index.forgetContents();
      index.sql.run(
        "UPDATE content SET pack = ?, offset = ?, slot = ?, stored = ? WHERE id = ?",
        pack,
        offset,
        slot,
        storedBytes,
        known,
      );
      ids.set(hash, known);
      continue;
    }
    const id = index.next.content++;
    ids.set(hash, id);
    rows.add(id, hashBytes(hash), sizeBytes, storedBytes, pack, offset, slot);
  }
  rows.end();
  return ids;
}

function endVersions(index: StoreIndex, record: MomentRecord): void {
  for (const ended of record.died) {
    endVersion(index, ended, record.n, ended.isReleased);
    if (ended.layer === "disk") index.current.remove(ended.path);
  }
}

function addVersions(
  index: StoreIndex,
  record: MomentRecord,
  ids: Map<string, number>,
  hadContents: boolean,
): void {
  const isFresh = index.next.path === 1;
  const paths = index.sql.inserter("path", PATH_COLUMNS);
  const versions = index.sql.inserter("version", VERSION_COLUMNS);
  // Only a path with both layers occurs twice.
  const made = record.born.some(({ layer }) => layer !== "disk")
    ? new Map<string, number>()
    : undefined;
  for (const born of record.born) {
    const { path, layer, hash, mode, sizeBytes, reason } = born;
    const { mtimeMs, ctimeMs, ino } = born;
    let pathId =
      made?.get(path) ??
      (isFresh ? undefined : endVersion(index, born, record.n, false));
    if (pathId === undefined) {
      if (!isRecordable(path)) continue; // we never write such a path
      pathId = index.next.path++;
      paths.add(pathId, path);
      made?.set(path, pathId);
    }
    const content =
      hash === null
        ? null
        : contentFor(index, hash, sizeBytes, ids, hadContents);
    const id = index.next.version++;
    versions.add(
      id,
      pathId,
      layerCode(layer),
      content,
      mode,
      sizeBytes,
      record.n,
      born.isAdopted ? 1 : 0,
      reason,
      mtimeMs,
      ctimeMs,
      ino,
    );
    if (layer === "disk")
      index.current.set(path, {
        version: id,
        pathId,
        content,
        mode,
        sizeBytes,
        mtimeMs,
        ctimeMs,
        ino,
        reason,
      });
  }
  paths.end();
  versions.end();
}

/** The row of a content; one that a damaged journal no longer locates is kept as lost. */
function contentFor(
  index: StoreIndex,
  hash: string,
  size: number,
  ids: Map<string, number>,
  hadContents: boolean,
): number {
  // During a first moment the tables have no indexes to query yet.
  const known =
    ids.get(hash) ?? (hadContents ? index.contentId(hash) : undefined);
  if (known !== undefined) return known;
  const id = index.next.content++;
  const row = index.sql.inserter("content", CONTENT_COLUMNS);
  row.add(id, hashBytes(hash), size, 0, LOST, 0, 0);
  row.end();
  ids.set(hash, id);
  return id;
}

/** Ends the current version at a path, if any; returns the path's id, if it has one. */
function endVersion(
  index: StoreIndex,
  { path, layer }: Pick<EndedVersion, "path" | "layer">,
  at: number,
  isReleased: boolean,
): number | undefined {
  const released = isReleased ? 1 : 0;
  const current = layer === "disk" ? index.current.get(path) : undefined;
  if (current) {
    index.sql.run(END_ONE, at, released, current.version);
    return current.pathId;
  }
  const row = index.sql.first("SELECT id FROM path WHERE path = ?", path);
  if (!row) return undefined;
  const pathId = row[0] as number;
  if (layer !== "disk")
    index.sql.run(END_AT, at, released, pathId, layerCode(layer));
  return pathId;
}

const END =
  "UPDATE version SET died = ?, released = ?, mtime = NULL, ctime = NULL, ino = NULL";
const END_ONE = `${END} WHERE id = ?`;
const END_AT = `${END} WHERE path = ? AND layer = ? AND died IS NULL`;
