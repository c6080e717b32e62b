import type { DiskStat } from "../../base/disk";
import { isSymlink } from "../model/version";
import type { FileOnDisk } from "./fileOnDisk";
import type { Operation } from "./operations";

/** The unit in which a disk writes. */
const PAGE = 4096;

/**
 * True if these bytes are what a power cut can leave of a file that was being
 * written: nothing, a part of it, or zeros instead of some pages.
 */
export function isTornForm(found: Uint8Array, planned: Uint8Array): boolean {
  if (found.byteLength > planned.byteLength) return false;
  for (let at = 0; at < found.byteLength; at += PAGE) {
    const page = Buffer.from(found.buffer, found.byteOffset + at).subarray(
      0,
      Math.min(PAGE, found.byteLength - at),
    );
    const own = planned.subarray(at, at + page.byteLength);
    if (!page.equals(own) && page.some((byte) => byte !== 0)) return false;
  }
  return true;
}

/**
 * When a restore last changed a file, by the clock of the workspace's disk; null if
 * unknown.
 */
export type Latest = number | null;

/**
 * True if a power cut undid or tore what a restore did to a path, and nobody has
 * changed it since. It can then be repeated without loss, because the guard
 * contains the previous state.
 */
export function wasUndoneOrTorn(
  { from, to }: Operation,
  current: FileOnDisk,
  stat: Pick<DiskStat, "mtimeMs" | "ctimeMs"> | null,
  latest: Latest,
  contentOf: (hash: string) => Uint8Array,
): boolean {
  if (current.kind === "unreadable") return false;
  // The file or its folder was not created yet.
  if (current.kind !== "held") return to !== null && from === null;
  const { state, bytes } = current;
  if (!stat) return false;
  const isUntouched = latest === null || stat.ctimeMs <= latest;
  const isAsBefore = from?.hash === state.hash && from.mode === state.mode;
  if (isAsBefore) return isUntouched;
  if (to === null || isSymlink(to.mode) || isSymlink(state.mode)) return false;
  // Only the mode is missing.
  if (state.hash === to.hash) return isUntouched && state.mode !== to.mode;
  // A new hard link, for example, changes ctime but not the content.
  const isUnwritten = latest === null || stat.mtimeMs <= latest;
  return isUnwritten && isTornForm(bytes, contentOf(to.hash));
}
