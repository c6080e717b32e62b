const MARK = Uint8Array.of(0xef, 0xbb, 0xbf);

/** Puts UTF-8's mark before a text: an editor heeds it before `files.encoding`. */
export function withUtf8Mark(bytes: Uint8Array): Uint8Array {
  if (MARK.every((byte, i) => bytes[i] === byte)) return bytes;
  const marked = new Uint8Array(MARK.length + bytes.length);
  marked.set(MARK);
  marked.set(bytes, MARK.length);
  return marked;
}
