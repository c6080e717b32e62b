import { MENDED, noteMoments } from "./doubt";
import { isRecordable } from "../model/workspacePath";
import type { BlobRow, MomentRecord } from "./records";
import { LOST } from "./schema";
import { hashBytes } from "./sql";
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
    "INSERT OR REPLACE INTO moment VALUES (?, ?, ?, ?, ?)",
    record.n,
    record.at,
    record.source,
    record.mends ? MENDED : record.full ? 1 : 0,
    record.thread ?? null,
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
  blobs: readonly BlobRow[],
): Map<string, number> {
  const ids = new Map<string, number>();
  const rows = index.sql.inserter("content", CONTENT_COLUMNS);
  const isFresh = index.next.content === 1;
  for (const [hash, pack, offset, slot, size, stored] of blobs) {
    if (ids.has(hash)) continue;
    const known = isFresh ? undefined : index.contentId(hash);
    if (known !== undefined) {
      // Stored again because the old copy was damaged: the new place counts.
      index.sql.run(
        "UPDATE content SET pack = ?, offset = ?, slot = ?, stored = ? WHERE id = ?",
        pack,
        offset,
        slot,
        stored,
        known,
      );
      ids.set(hash, known);
      continue;
    }
    const id = index.next.content++;
    ids.set(hash, id);
    rows.add(id, hashBytes(hash), size, stored, pack, offset, slot);
  }
  rows.end();
  return ids;
}

function endVersions(index: StoreIndex, record: MomentRecord): void {
  for (const [path, layer, released] of record.died) {
    end(index, path, layer, record.n, released);
    if (layer === 0) index.head.remove(path);
  }
}

function addVersions(
  index: StoreIndex,
  record: MomentRecord,
  ids: Map<string, number>,
  hadContents: boolean,
): void {
  const isFresh = index.next.path === 1;
  const paths = index.sql.inserter("path", ["id", "path"]);
  const versions = index.sql.inserter("version", VERSION_COLUMNS);
  // Only a path that is in both layers is met twice.
  const made = record.born.some(([, layer]) => layer !== 0)
    ? new Map<string, number>()
    : undefined;
  for (const row of record.born) {
    const [path, layer, hash, mode, size, adopted, reason, m, c, ino] = row;
    let pathId =
      made?.get(path) ??
      (isFresh ? undefined : end(index, path, layer, record.n, 0));
    if (pathId === undefined) {
      if (!isRecordable(path)) continue; // nothing of ours wrote that
      pathId = index.next.path++;
      paths.add(pathId, path);
      made?.set(path, pathId);
    }
    const content =
      hash === null ? null : contentFor(index, hash, size, ids, hadContents);
    const id = index.next.version++;
    versions.add(
      id,
      pathId,
      layer,
      content,
      mode,
      size,
      record.n,
      adopted,
      reason,
      m,
      c,
      ino,
    );
    if (layer === 0)
      index.head.set(path, {
        version: id,
        pathId,
        content,
        mode,
        sizeBytes: size,
        mtimeMs: m,
        ctimeMs: c,
        ino,
        reason,
      });
  }
  paths.end();
  versions.end();
}

/** A content that a damaged journal no longer places is kept as lost. */
function contentFor(
  index: StoreIndex,
  hash: string,
  size: number,
  ids: Map<string, number>,
  hadContents: boolean,
): number {
  // The tables of a first moment have no indexes yet to ask them by.
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

/** Ends what lives at a path, if anything; returns the id of the path, if it has one. */
function end(
  index: StoreIndex,
  path: string,
  layer: number,
  at: number,
  released: 0 | 1,
): number | undefined {
  const living = layer === 0 ? index.head.get(path) : undefined;
  if (living) {
    index.sql.run(`${END} WHERE id = ?`, at, released, living.version);
    return living.pathId;
  }
  const row = index.sql.first("SELECT id FROM path WHERE path = ?", path);
  if (!row) return undefined;
  const pathId = row[0] as number;
  if (layer !== 0)
    index.sql.run(
      `${END} WHERE path = ? AND layer = ? AND died IS NULL`,
      at,
      released,
      pathId,
      layer,
    );
  return pathId;
}

const END =
  "UPDATE version SET died = ?, released = ?, mtime = NULL, ctime = NULL, ino = NULL";
