const MARK = Uint8Array.of(0xef, 0xbb, 0xbf);

/** Prepends the UTF-8 byte order mark, which takes precedence over `files.encoding`. */
export function withUtf8Mark(bytes: Uint8Array): Uint8Array {
  if (MARK.every((byte, i) => bytes[i] === byte)) return bytes;
  const marked = new Uint8Array(MARK.length + bytes.length);
  marked.set(MARK);
  marked.set(bytes, MARK.length);
  return marked;
}
