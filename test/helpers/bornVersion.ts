import { ownPath } from "../../src/engine/model/workspacePath";
import type { BornVersion } from "../../src/engine/store/journal/records";
import type { StoredContent } from "../../src/engine/store/packs/packs";

/** A version of a file as a moment records it; the path may be unparsed. */
export function bornVersion(path: string, hash: string): BornVersion {
  return {
    path: ownPath(path),
    layer: "disk",
    hash,
    mode: 0o644,
    sizeBytes: 1,
    isAdopted: false,
    reason: null,
    mtimeMs: 1,
    ctimeMs: 1,
    ino: 1,
  };
}

export function storedContent(hash: string, offset = 0): StoredContent {
  return { hash, pack: 1, offset, slot: 0, sizeBytes: 1, storedBytes: 1 };
}
