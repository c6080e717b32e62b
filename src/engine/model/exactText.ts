import { isUtf8 } from "node:buffer";

/**
 * Encodes bytes of any encoding in a string without loss: valid UTF-8 is decoded as
 * usual, and every other byte becomes a lone surrogate (0x80 to 0xFF as U+DC80 to
 * U+DCFF), which cannot occur in UTF-8 text. The string survives JSON and messages
 * between threads; printing it without `exactBytes` shows U+FFFD.
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

/** Returns the bytes that were passed to `exactText`. */
export function exactBytes(text: string): Uint8Array {
  const parts: Buffer[] = [];
  let start = 0;
  // With the u flag, a surrogate pair is one character and does not match.
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

/** The length of the UTF-8 sequence that starts here; 0 if there is none. */
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
