const PROBE_BYTES = 8000;

/** True when git would call the content binary: a NUL byte near its start. */
export function isBinary(bytes: Uint8Array): boolean {
  const nul = bytes.indexOf(0);
  return nul >= 0 && nul < PROBE_BYTES;
}
