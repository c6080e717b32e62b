// A mark at its beginning is part of a name.
const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Returns a name as text, or null when it is not UTF-8: no path of ours can hold it. */
export function utf8Name(bytes: Uint8Array): string | null {
  try {
    return UTF8.decode(bytes);
  } catch {
    return null;
  }
}
