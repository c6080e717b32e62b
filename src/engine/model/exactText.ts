import { isUtf8 } from "node:buffer";

/**
 * Bytes of any encoding carried in a string without loss: what is UTF-8 reads
 * as usual, and each byte that is not becomes a lone surrogate (0x80 to 0xFF
 * as U+DC80 to U+DCFF), which no UTF-8 text can hold. It survives JSON and the
 * way between threads; whoever prints it without `exactBytes` shows U+FFFD.
 */
export function exactText(bytes: Uint8Array): string {
  const buffer = asBuffer(bytes);
  if (isUtf8(buffer)) return buffer.toString("utf8");
  let text = "";
  let start = 0;
  for (let at = 0; at < buffer.length;) {
    const length = sequenceLength(buffer, at);
    if (length === 0) {
      text += buffer.toString("utf8", start, at);
      text += String.fromCharCode(0xdc00 + buffer[at]!);
      start = at + 1;
    }
    at += length || 1;
  }
  return text + buffer.toString("utf8", start);
}

/** Returns the bytes that `exactText` was given. */
export function exactBytes(text: string): Uint8Array {
  const parts: Buffer[] = [];
  let start = 0;
  // With the u flag the halves of a pair are one character and do not match.
  for (const match of text.matchAll(/[\udc80-\udcff]/gu)) {
    parts.push(Buffer.from(text.slice(start, match.index), "utf8"));
    parts.push(Buffer.of(match[0].charCodeAt(0) - 0xdc00));
    start = match.index + 1;
  }
  parts.push(Buffer.from(text.slice(start), "utf8"));
  return Buffer.concat(parts);
}

/** Returns a view of the bytes, not a copy. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The length of the UTF-8 sequence that begins here, 0 when none does. */
function sequenceLength(buffer: Buffer, at: number): number {
  const first = buffer[at]!;
  if (first < 0x80) return 1;
  const length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  return length > 0 &&
    at + length <= buffer.length &&
    isUtf8(buffer.subarray(at, at + length))
    ? length
    : 0;
}
