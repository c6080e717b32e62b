import type { WorkspacePath } from "../../model/workspacePath";
import type { BornVersion } from "../../store/journal/records";
import type { StoredContent } from "../../store/packs/packs";

/**
 * Rows passed between threads: numbers and hashes in two transferable buffers. As
 * objects they would be copied one by one.
 */
export interface PackedRows {
  numbers: Float64Array;
  hashes: Uint8Array;
}

const READ_NUMBERS = 6;
const BLOB_NUMBERS = 5;
const HASH_BYTES = 32;

/** Packs files that were read; each path is passed as its index. */
export function packRead(
  files: readonly BornVersion[],
  pathNumbers: readonly number[],
): PackedRows {
  return pack(files.length, READ_NUMBERS, (i) => {
    const { hash, mode, sizeBytes, mtimeMs, ctimeMs, ino } = files[i]!;
    return [hash!, [pathNumbers[i]!, mode, sizeBytes, mtimeMs, ctimeMs, ino]];
  });
}

export function unpackRead(
  packed: PackedRows,
  paths: readonly WorkspacePath[],
  onFile: (file: BornVersion) => void,
): void {
  unpack(packed, READ_NUMBERS, (hash, numbers, at) => {
    onFile({
      path: paths[numbers[at]!]!,
      layer: "disk",
      hash,
      mode: numbers[at + 1]!,
      sizeBytes: numbers[at + 2]!,
      isAdopted: false,
      reason: null,
      mtimeMs: numbers[at + 3]!,
      ctimeMs: numbers[at + 4]!,
      ino: numbers[at + 5]!,
    });
  });
}

export function packBlobs(contents: readonly StoredContent[]): PackedRows {
  return pack(contents.length, BLOB_NUMBERS, (i) => {
    const { hash, pack, offset, slot, sizeBytes, storedBytes } = contents[i]!;
    return [hash, [pack, offset, slot, sizeBytes, storedBytes]];
  });
}

export function unpackBlobs(
  packed: PackedRows,
  onContent: (content: StoredContent) => void,
): void {
  unpack(packed, BLOB_NUMBERS, (hash, numbers, at) => {
    onContent({
      hash,
      pack: numbers[at]!,
      offset: numbers[at + 1]!,
      slot: numbers[at + 2]!,
      sizeBytes: numbers[at + 3]!,
      storedBytes: numbers[at + 4]!,
    });
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
