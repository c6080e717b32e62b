const PROBE_BYTES = 8000;

/** True if git would treat the content as binary: it has a NUL byte near its start. */
export function isBinary(bytes: Uint8Array): boolean {
  const nul = bytes.indexOf(0);
  return nul >= 0 && nul < PROBE_BYTES;
}
