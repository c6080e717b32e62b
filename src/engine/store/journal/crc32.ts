import zlib from "node:zlib";

const native = (
  zlib as unknown as {
    crc32?: (data: Uint8Array, value?: number) => number;
  }
).crc32;

let table: Uint32Array | undefined;

/**
 * CRC-32 of the bytes, using Node's own function if available (20.15 and later),
 * otherwise a table.
 */
export function crc32(bytes: Uint8Array, start = 0): number {
  if (native) return native(bytes, start);
  table ??= makeTable();
  let crc = ~start;
  for (const byte of bytes) crc = table[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  return ~crc >>> 0;
}

function makeTable(): Uint32Array {
  const made = new Uint32Array(256);
  for (let n = 0; n < 256; n++) {
    let c = n;
    for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    made[n] = c >>> 0;
  }
  return made;
}
