/**
 * Estimates how much of one content occurs in another, like git: split at line
 * endings (and every 64 bytes, for content without lines), then count the bytes of
 * the chunks that both have, in any order.
 */

/** For each chunk (by its 32-bit hash), how many bytes of the content it covers. */
export interface Fingerprint {
  sizeBytes: number;
  pieces: Map<number, number>;
}

const MAX_PIECE = 64;
const LF = 10;
const CR = 13;

/** Returns a value from 0 (nothing in common) to 1 (the same chunks). */
export function similarityOf(a: Uint8Array, b: Uint8Array): number {
  return fingerprintSimilarity(fingerprintOf(a), fingerprintOf(b));
}

export function fingerprintOf(bytes: Uint8Array): Fingerprint {
  const pieces = new Map<number, number>();
  let hash = 0x811c9dc5;
  let length = 0;
  let total = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    // Ignores CR, so that a file with converted line endings is similar to itself.
    if (byte === CR && bytes[i + 1] === LF) continue;
    hash = Math.imul(hash ^ byte, 0x01000193);
    length++;
    if (byte !== LF && length < MAX_PIECE && i + 1 < bytes.length) continue;
    pieces.set(hash, (pieces.get(hash) ?? 0) + length);
    total += length;
    hash = 0x811c9dc5;
    length = 0;
  }
  return { sizeBytes: total, pieces };
}

export function fingerprintSimilarity(a: Fingerprint, b: Fingerprint): number {
  const largest = Math.max(a.sizeBytes, b.sizeBytes);
  if (largest === 0) return 1;
  const [few, many] = a.pieces.size < b.pieces.size ? [a, b] : [b, a];
  let shared = 0;
  for (const [hash, size] of few.pieces)
    shared += Math.min(size, many.pieces.get(hash) ?? 0);
  return shared / largest;
}

/**
 * Returns the similarity function for `findRenames`, which reads and splits each
 * file once. Null content (unreadable, too large, or binary by choice) is similar
 * to nothing.
 */
export function similarityBy(
  readAdded: (path: string) => Uint8Array | null,
  readDeleted: (path: string) => Uint8Array | null,
): (addedPath: string, deletedPath: string) => number {
  const added = remembered(readAdded);
  const deleted = remembered(readDeleted);
  return (addedPath, deletedPath) => {
    const a = added(addedPath);
    const b = deleted(deletedPath);
    return a && b ? fingerprintSimilarity(a, b) : 0;
  };
}

function remembered(read: (path: string) => Uint8Array | null) {
  const known = new Map<string, Fingerprint | null>();
  return (path: string): Fingerprint | null => {
    let print = known.get(path);
    if (print === undefined) {
      const bytes = read(path);
      print = bytes && fingerprintOf(bytes);
      known.set(path, print);
    }
    return print;
  };
}
