import type { SkipReason } from "../../model/checkpoint";
import { ownPath } from "../../model/workspacePath";
import type { StoredContent } from "../packs/packs";
import { jsonBytes } from "./jsonBytes";
import type {
  BornVersion,
  EndedVersion,
  JournalRecord,
  StatsRecord,
} from "./records";

/**
 * How a value of a long list is encoded: as an array, because a first capture
 * writes one per file. The order of its elements is part of the format.
 */
interface RowCodec<T, R extends readonly unknown[]> {
  encode: (value: T) => R;
  decode: (row: R) => T;
}

type BornRow = [
  path: string,
  layer: 0 | 1,
  hash: string | null,
  mode: number,
  sizeBytes: number,
  adopted: 0 | 1,
  reason: SkipReason | null,
  mtimeMs: number,
  ctimeMs: number,
  ino: number,
];

const bornRow: RowCodec<BornVersion, BornRow> = {
  encode: (one) => [
    one.path,
    one.layer === "disk" ? 0 : 1,
    one.hash,
    one.mode,
    one.sizeBytes,
    one.isAdopted ? 1 : 0,
    one.reason,
    one.mtimeMs,
    one.ctimeMs,
    one.ino,
  ],
  decode: (row) => ({
    path: ownPath(row[0]),
    layer: row[1] === 0 ? "disk" : "unsaved",
    hash: row[2],
    mode: row[3],
    sizeBytes: row[4],
    isAdopted: row[5] === 1,
    reason: row[6],
    mtimeMs: row[7],
    ctimeMs: row[8],
    ino: row[9],
  }),
};

type EndedRow = [path: string, layer: 0 | 1, released: 0 | 1];

const endedRow: RowCodec<EndedVersion, EndedRow> = {
  encode: ({ path, layer, isReleased }) => [
    path,
    layer === "disk" ? 0 : 1,
    isReleased ? 1 : 0,
  ],
  decode: ([path, layer, released]) => ({
    path: ownPath(path),
    layer: layer === 0 ? "disk" : "unsaved",
    isReleased: released === 1,
  }),
};

type TimesRow = [path: string, mtimeMs: number, ctimeMs: number, ino: number];

const timesRow: RowCodec<StatsRecord["rows"][number], TimesRow> = {
  encode: ({ path, mtimeMs, ctimeMs, ino }) => [path, mtimeMs, ctimeMs, ino],
  decode: ([path, mtimeMs, ctimeMs, ino]) => ({
    path: ownPath(path),
    mtimeMs,
    ctimeMs,
    ino,
  }),
};

type ContentRow = [
  hash: string,
  pack: number,
  offset: number,
  slot: number,
  sizeBytes: number,
  storedBytes: number,
];

const contentRow: RowCodec<StoredContent, ContentRow> = {
  encode: (one) => [
    one.hash,
    one.pack,
    one.offset,
    one.slot,
    one.sizeBytes,
    one.storedBytes,
  ],
  decode: ([hash, pack, offset, slot, sizeBytes, storedBytes]) => ({
    hash,
    pack,
    offset,
    slot,
    sizeBytes,
    storedBytes,
  }),
};

/** The lists of each record type that are encoded as rows. */
const ROWS = {
  moment: { born: bornRow, died: endedRow, blobs: contentRow },
  stats: { rows: timesRow },
  begin: { blobs: contentRow },
  compact: { moved: contentRow },
} as const;

type AnyCodecs = Readonly<Record<string, RowCodec<unknown, unknown[]>>>;

function rowsOf(kind: string): AnyCodecs {
  return ((ROWS as Record<string, unknown>)[kind] as AnyCodecs) ?? {};
}

/** Encodes a record as the bytes of a frame, with the fields that the frame adds. */
export function encodeRecord(record: JournalRecord, more: object = {}): Buffer {
  const rows = rowsOf(record.t);
  return jsonBytes({ ...record, ...more }, (key) => rows[key]?.encode);
}

/** Decodes a record from a frame to values with named fields. */
export function decodeRecord<T extends { t: string }>(
  written: T,
): T & JournalRecord {
  const record = written as Record<string, unknown>;
  for (const [key, row] of Object.entries(rowsOf(written.t))) {
    const list = record[key];
    if (Array.isArray(list))
      record[key] = list.map((one: unknown[]) => row.decode(one));
  }
  return written as T & JournalRecord;
}
