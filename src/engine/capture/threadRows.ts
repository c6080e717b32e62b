import type { BlobRow, BornRow } from "../store/records";

/**
 * Rows on their way from one thread to the other: numbers and hashes in two
 * blocks that are handed over. As objects they would be copied one by one.
 */
export interface PackedRows {
  numbers: Float64Array;
  hashes: Uint8Array;
}

const READ_NUMBERS = 6;
const BLOB_NUMBERS = 5;
const HASH_BYTES = 32;

/** Packs rows of read files; paths go as their numbers. */
export function packRead(
  rows: readonly BornRow[],
  pathNumbers: readonly number[],
): PackedRows {
  return pack(rows.length, READ_NUMBERS, (i) => {
    const [, , hash, mode, size, , , mtimeMs, ctimeMs, ino] = rows[i]!;
    return [hash!, [pathNumbers[i]!, mode, size, mtimeMs, ctimeMs, ino]];
  });
}

export function unpackRead(
  packed: PackedRows,
  paths: readonly string[],
  onRow: (row: BornRow) => void,
): void {
  unpack(packed, READ_NUMBERS, (hash, numbers, at) => {
    onRow([
      paths[numbers[at]!]!,
      0,
      hash,
      numbers[at + 1]!,
      numbers[at + 2]!,
      0,
      null,
      numbers[at + 3]!,
      numbers[at + 4]!,
      numbers[at + 5]!,
    ]);
  });
}

export function packBlobs(rows: readonly BlobRow[]): PackedRows {
  return pack(rows.length, BLOB_NUMBERS, (i) => {
    const [hash, ...numbers] = rows[i]!;
    return [hash, numbers];
  });
}

export function unpackBlobs(
  packed: PackedRows,
  onRow: (row: BlobRow) => void,
): void {
  unpack(packed, BLOB_NUMBERS, (hash, numbers, at) => {
    onRow([
      hash,
      numbers[at]!,
      numbers[at + 1]!,
      numbers[at + 2]!,
      numbers[at + 3]!,
      numbers[at + 4]!,
    ]);
  });
}

function pack(
  count: number,
  width: number,
  rowAt: (i: number) => [hash: string, numbers: number[]],
): PackedRows {
  const numbers = new Float64Array(count * width);
  const hashes = Buffer.from(new ArrayBuffer(count * HASH_BYTES));
  for (let i = 0; i < count; i++) {
    const [hash, values] = rowAt(i);
    numbers.set(values, i * width);
    hashes.write(hash, i * HASH_BYTES, "hex");
  }
  return { numbers, hashes };
}

function unpack(
  { numbers, hashes }: PackedRows,
  width: number,
  onRow: (hash: string, numbers: Float64Array, at: number) => void,
): void {
  const bytes = Buffer.from(
    hashes.buffer,
    hashes.byteOffset,
    hashes.byteLength,
  );
  for (let i = 0; i < bytes.length / HASH_BYTES; i++) {
    const hash = bytes.toString("hex", i * HASH_BYTES, (i + 1) * HASH_BYTES);
    onRow(hash, numbers, i * width);
  }
}
