import type { Run } from "../api";
import type { Context } from "../context";
import { checkCancelled } from "../context";
import type { Finding } from "../model/findings";
import {
  decodeHeader,
  decodeRecord,
  findRecord,
  isIntact,
} from "../store/packs/packRecord";
import type { StoredContent } from "../store/packs/packs";
import { packNumbers } from "../store/packs/packs";

export interface BadPlace {
  pack: number;
  file: string;
  offset: number;
  finding: Finding;
}

export interface PackCheck {
  /** Every intact content found, wherever it is. */
  intact: Map<string, StoredContent>;
  bad: BadPlace[];
  contents: number;
  bytes: number;
}

/** Reads every record of every pack and verifies the hash of every content. */
export function checkPacks(context: Context, run?: Run): PackCheck {
  const { disk, store } = context;
  const check: PackCheck = {
    intact: new Map(),
    bad: [],
    contents: 0,
    bytes: 0,
  };
  const packs = packNumbers(disk, store.layout);
  packs.forEach((pack, n) => {
    run?.progress?.({ phase: "verify", done: n, total: packs.length });
    const file = `packs/${pack}.pack`;
    let bytes: Buffer;
    try {
      bytes = disk.readFile(store.layout.pack(pack));
    } catch (error) {
      check.bad.push({
        pack,
        file,
        offset: 0,
        finding: { kind: "file-unreadable", reason: String(error) },
      });
      return;
    }
    checkPack(pack, file, bytes, check, () => checkCancelled(run));
  });
  return check;
}

function checkPack(
  pack: number,
  file: string,
  bytes: Buffer,
  check: PackCheck,
  onRecord: () => void,
): void {
  for (let offset = 0; offset < bytes.length;) {
    onRecord();
    const header = decodeHeader(bytes.subarray(offset));
    const end = header ? offset + header.totalLength : Infinity;
    const blobs =
      end <= bytes.length ? tryDecode(bytes.subarray(offset, end)) : null;
    if (!blobs) {
      check.bad.push({
        pack,
        file,
        offset,
        finding: { kind: "record-unreadable" },
      });
      const next = findRecord(bytes, offset + 1);
      if (next < 0) return;
      offset = next;
      continue;
    }
    const share = (end - offset) / Math.max(1, header!.rawLength);
    blobs.forEach((blob, slot) => {
      check.contents++;
      check.bytes += blob.bytes.byteLength;
      if (!isIntact(blob))
        check.bad.push({
          pack,
          file,
          offset,
          finding: { kind: "wrong-hash", slot },
        });
      else if (!check.intact.has(blob.hash))
        check.intact.set(blob.hash, {
          hash: blob.hash,
          pack,
          offset,
          slot,
          sizeBytes: blob.bytes.byteLength,
          storedBytes: Math.round(blob.bytes.byteLength * share) || 1,
        });
    });
    offset = end;
  }
}

function tryDecode(record: Buffer) {
  try {
    return decodeRecord(record);
  } catch {
    return null;
  }
}
