import type { Run } from "../api";
import type { Context } from "../context";
import { checkCancelled } from "../context";
import {
  decodeHeader,
  decodeRecord,
  findRecord,
  isIntact,
} from "../store/packRecord";
import type { Place } from "../store/packs";
import { packNumbers } from "../store/packs";

export interface BadPlace {
  pack: number;
  file: string;
  offset: number;
  detail: string;
}

export interface PackCheck {
  /** Every sound content found, wherever it lies. */
  sound: Map<string, Place & { sizeBytes: number; storedBytes: number }>;
  bad: BadPlace[];
  contents: number;
  bytes: number;
}

/** Reads every record of every pack and checks every content's hash. */
export function checkPacks(context: Context, run?: Run): PackCheck {
  const { disk, store } = context;
  const check: PackCheck = { sound: new Map(), bad: [], contents: 0, bytes: 0 };
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
        detail: `cannot be read: ${String(error)}`,
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
        detail: "the record here cannot be read",
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
          detail: `content ${slot} does not match its hash`,
        });
      else if (!check.sound.has(blob.hash))
        check.sound.set(blob.hash, {
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
