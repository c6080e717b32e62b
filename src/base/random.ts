import crypto from "node:crypto";

/** Small requests are served from a larger one, because each costs a system call. */
const POOL_BYTES = 1024;

let pool = Buffer.alloc(0);

/** Returns a few random bytes, which nobody was given before. */
export function randomBytes(length: number): Uint8Array {
  if (pool.length < length)
    pool = crypto.randomBytes(Math.max(POOL_BYTES, length));
  const bytes = pool.subarray(0, length);
  pool = pool.subarray(length);
  return bytes;
}
