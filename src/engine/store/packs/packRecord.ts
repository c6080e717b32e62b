import { giveBack } from "../../../base/memory";
import { crc32 } from "../journal/crc32";
import { contentHash } from "./hash";
import type { Effort } from "./codec";
import { pack, unpackStart } from "./codec";

/**
 * One record of a pack: a group of contents compressed together (FORMAT.md,
 * "Packs"). Neighbouring files in one frame are smaller and faster to write than
 * individual files; a single changed file is a group of one.
 */
export interface Blob {
  hash: string;
  bytes: Uint8Array;
}

export interface RecordHeader {
  codec: number;
  rawLength: number;
  storedLength: number;
  blobs: { hash: string; length: number }[];
  /** Header, table and payload together. */
  totalLength: number;
}

const MAGIC = Buffer.from("CKP1");
const HEADER = 20;
const ROW = 36;
export const MIN_RECORD = HEADER + ROW;

/** Encodes contents; `raw` is their concatenated bytes. */
export function encodeRecord(
  blobs: readonly Blob[],
  raw: Uint8Array = concat(blobs),
  effort: Effort = "thorough",
): Buffer {
  const packed = pack(raw, effort);
  const tableEnd = HEADER + ROW * blobs.length;
  const record = Buffer.allocUnsafe(tableEnd + packed.bytes.byteLength);
  MAGIC.copy(record, 0);
  record.writeUInt8(packed.codec, 4);
  record.writeUInt8(0, 5);
  record.writeUInt16LE(blobs.length, 6);
  record.writeUInt32LE(raw.byteLength, 8);
  record.writeUInt32LE(packed.bytes.byteLength, 12);
  blobs.forEach((blob, slot) => {
    record.write(blob.hash, HEADER + ROW * slot, "hex");
    record.writeUInt32LE(blob.bytes.byteLength, HEADER + ROW * slot + 32);
  });
  record.set(packed.bytes, tableEnd);
  if (packed.bytes !== raw) giveBack(packed.bytes);
  record.writeUInt32LE(checksum(record), 16);
  return record;
}

/** Returns the length of the record with which the bytes start, or null if they do not. */
export function recordLength(bytes: Buffer): number | null {
  if (bytes.length < HEADER || bytes.compare(MAGIC, 0, 4, 0, 4) !== 0)
    return null;
  return HEADER + ROW * bytes.readUInt16LE(6) + bytes.readUInt32LE(12);
}

/** Returns the header, or null if the bytes do not start with a record. */
export function decodeHeader(bytes: Buffer): RecordHeader | null {
  const totalLength = recordLength(bytes);
  if (totalLength === null) return null;
  const count = bytes.readUInt16LE(6);
  const rawLength = bytes.readUInt32LE(8);
  const storedLength = bytes.readUInt32LE(12);
  const tableEnd = HEADER + ROW * count;
  const blobs: RecordHeader["blobs"] = [];
  // If only the fixed part was read, the table is not there yet.
  for (let slot = 0; slot < count && bytes.length >= tableEnd; slot++) {
    const at = HEADER + ROW * slot;
    blobs.push({
      hash: bytes.toString("hex", at, at + 32),
      length: bytes.readUInt32LE(at + 32),
    });
  }
  return {
    codec: bytes.readUInt8(4),
    rawLength,
    storedLength,
    blobs,
    totalLength,
  };
}

/**
 * Returns the contents of a complete record, up to a slot; throws if its checksum is
 * wrong. The caller verifies the hash of a content that it uses.
 */
export function decodeRecord(record: Buffer, upTo = Infinity): Blob[] {
  const header = decodeHeader(record);
  if (!header || !isWhole(record)) throw new Error("wrong-checksum");
  const { blobs, codec, rawLength } = header;
  const tableEnd = HEADER + ROW * blobs.length;
  const wanted = blobs.slice(0, upTo + 1);
  const needed = wanted.reduce((bytes, { length }) => bytes + length, 0);
  const packed = record.subarray(tableEnd);
  const raw = unpackStart(
    codec,
    packed,
    rawLength,
    wanted.length < blobs.length ? needed : rawLength,
  );
  let at = 0;
  return wanted.map(({ hash, length }) => {
    const bytes = raw.subarray(at, at + length);
    at += length;
    if (bytes.byteLength !== length) throw new Error("wrong-table");
    return { hash, bytes };
  });
}

/** True if these bytes are one complete and undamaged record. */
export function isWhole(record: Buffer): boolean {
  return (
    recordLength(record) === record.length &&
    record.readUInt32LE(16) === checksum(record)
  );
}

/** A copy of a complete record's table, which lists its contents. */
export function tableOf(record: Buffer): Buffer {
  const end = HEADER + ROW * record.readUInt16LE(6);
  return Buffer.from(record.subarray(HEADER, end));
}

/** The hash in a slot of such a table; "" if there is none. */
export function hashIn(table: Buffer, slot: number): string {
  return table.toString("hex", ROW * slot, ROW * slot + 32);
}

export function isIntact(blob: Blob): boolean {
  return contentHash(blob.bytes) === blob.hash;
}

/** The offset of the next possible record at or after `from`, or -1. */
export function findRecord(bytes: Buffer, from: number): number {
  return bytes.indexOf(MAGIC, from);
}

function checksum(record: Buffer): number {
  return crc32(record.subarray(20), crc32(record.subarray(0, 16)));
}

function concat(blobs: readonly Blob[]): Uint8Array {
  return Buffer.concat(blobs.map((blob) => blob.bytes));
}
