import zlib from "node:zlib";
import { decompress as zstdInJs } from "fzstd";

/**
 * Compression of stored bytes. A store may be written by an editor whose Node has
 * zstd and read by a command whose Node does not, so zstd can also be decoded in
 * JavaScript (fzstd: 8 KB, no dependencies, decoder only).
 */
export const RAW = 0;
export const DEFLATE = 1;
export const ZSTD = 2;
export type Codec = typeof RAW | typeof DEFLATE | typeof ZSTD;

interface Zstd {
  zstdCompressSync?: (bytes: Uint8Array, options?: object) => Buffer;
  zstdDecompressSync?: (bytes: Uint8Array, options?: object) => Buffer;
}
const zstd = zlib as unknown as Zstd;

/**
 * Compression effort: `quick` if someone is waiting; `thorough`, 7 % smaller for
 * half as much time again, for work that takes long anyway; `none` leaves the bytes
 * uncompressed, because the files are about to be overwritten.
 */
export type Effort = "none" | "quick" | "thorough";

const ZSTD_LEVEL = { quick: zstdLevel(1), thorough: zstdLevel(3) };
const DEFLATE_LEVEL = { quick: 1, thorough: 2 };

/** Large enough for a compressed group, so that it need not be joined from chunks. */
const PACKED_CHUNK = 32 * 1024;

const MAX_CHUNK = 1024 * 1024;

export interface Packed {
  codec: Codec;
  bytes: Uint8Array;
}

/** Compresses the bytes, or returns them unchanged if that does not shrink them. */
export function pack(bytes: Uint8Array, effort: Effort): Packed {
  if (effort === "none" || bytes.byteLength < 64) return { codec: RAW, bytes };
  // Low levels: two thirds of a first capture is compression, and compressing
  // neighbouring files together already makes up for the difference.
  const packed = zstd.zstdCompressSync
    ? zstd.zstdCompressSync(bytes, {
        params: ZSTD_LEVEL[effort],
        chunkSize: Math.min(bytes.byteLength, PACKED_CHUNK),
        // Lets zstd use smaller tables for a small text.
        pledgedSrcSize: bytes.byteLength,
      })
    : zlib.deflateRawSync(bytes, {
        level: DEFLATE_LEVEL[effort],
        chunkSize: Math.min(Math.max(bytes.byteLength, 64), PACKED_CHUNK),
        // A small text is compressed in less time than zlib prepares a full window.
        windowBits: windowBits(bytes.byteLength),
      });
  return packed.byteLength < bytes.byteLength
    ? { codec: zstd.zstdCompressSync ? ZSTD : DEFLATE, bytes: packed }
    : { codec: RAW, bytes };
}

/** Returns the original bytes; throws if they do not decompress to that length. */
export function unpack(
  codec: number,
  bytes: Uint8Array,
  length: number,
): Uint8Array {
  const out = unpackAny(codec, bytes, length);
  if (out.byteLength !== length) throw new Error("wrong-length");
  return out;
}

/**
 * Returns the first bytes of the original, at least as many as needed. Only deflate can
 * stop early; zstd decompresses a group as one block.
 */
export function unpackStart(
  codec: number,
  bytes: Uint8Array,
  length: number,
  needed: number,
): Uint8Array {
  // The beginning of a group compresses about as well as the rest.
  const likely = ((bytes.byteLength * needed) / length) * 1.15 + 512;
  if (codec !== DEFLATE || likely >= bytes.byteLength)
    return unpack(codec, bytes, length);
  const start = zlib.inflateRawSync(bytes.subarray(0, likely), {
    ...unpackOptions(length),
    finishFlush: zlib.constants.Z_SYNC_FLUSH,
  });
  return start.byteLength >= needed ? start : unpack(codec, bytes, length);
}

function unpackOptions(length: number) {
  return {
    // Keeps a damaged length from causing a huge allocation.
    maxOutputLength: Math.max(length, 1),
    // In one chunk: the default of 16 KB at a time costs as much as the
    // decompression.
    chunkSize: Math.min(Math.max(length, 64), MAX_CHUNK),
  };
}

function unpackAny(
  codec: number,
  bytes: Uint8Array,
  length: number,
): Uint8Array {
  const options = unpackOptions(length);
  switch (codec) {
    case RAW:
      return bytes;
    case DEFLATE:
      return zlib.inflateRawSync(bytes, options);
    case ZSTD:
      return zstd.zstdDecompressSync
        ? zstd.zstdDecompressSync(bytes, options)
        : zstdInJs(bytes, new Uint8Array(length));
    default:
      throw new Error(`unknown-codec-${codec}`);
  }
}

/** The smallest window that contains the whole text: 512 bytes to 32 KB. */
function windowBits(length: number): number {
  return Math.min(Math.max(32 - Math.clz32(length), 9), 15);
}

function zstdLevel(level: number): Record<number, number> {
  const constants = zlib.constants as Record<string, number>;
  return { [constants["ZSTD_c_compressionLevel"] ?? 100]: level };
}
