import { giveBack } from "../../base/memory";
import { crc32 } from "./crc32";
import { pack, unpack } from "./codec";
import { jsonBytes } from "./jsonBytes";
import type { JournalRecord } from "./records";

/**
 * The frames of a journal (FORMAT.md, "Journal"): append-only, numbered,
 * checksummed. A frame that does not hold is passed over and the next sound one
 * looked for, so that damage costs only the records it hit.
 */
const MAGIC = Buffer.from("CKJ1");
export const HEADER = 24;
const MAX_RECORD = 1 << 30;

export interface Frame {
  seq: number;
  record: JournalRecord;
  /** Offset after this frame. */
  end: number;
}

export interface DamagedRange {
  from: number;
  to: number;
}

export interface Scan {
  frames: Frame[];
  /** Where the last sound frame begins and ends: the next is written there. */
  lastStart: number;
  end: number;
  /** Passed over between sound frames. */
  damaged: DamagedRange[];
  /** Bytes after the last sound frame: a write that was cut off. */
  tornBytes: number;
}

export function encodeFrame(seq: number, record: JournalRecord): Buffer {
  const raw = jsonBytes(record);
  const packed =
    raw.length > 1024 ? pack(raw, "quick") : { codec: 0, bytes: raw };
  const frame = Buffer.allocUnsafe(HEADER + packed.bytes.byteLength);
  MAGIC.copy(frame, 0);
  frame.writeUInt32LE(seq, 4);
  frame.writeUInt32LE(packed.codec, 8);
  frame.writeUInt32LE(raw.length, 12);
  frame.writeUInt32LE(packed.bytes.byteLength, 16);
  frame.set(packed.bytes, HEADER);
  if (packed.bytes !== raw) giveBack(packed.bytes);
  giveBack(raw);
  frame.writeUInt32LE(checksum(frame), 20);
  return frame;
}

/** Reads every sound frame of `bytes`, which starts at `base` in its file. */
export function scanFrames(bytes: Buffer, base = 0): Scan {
  const frames: Frame[] = [];
  const damaged: DamagedRange[] = [];
  let at = 0;
  let end = 0;
  let lastStart = 0;
  while (at < bytes.length) {
    const frame = decodeFrame(bytes, at);
    if (frame) {
      if (at > end) damaged.push({ from: base + end, to: base + at });
      lastStart = at;
      at = end = frame.end;
      frames.push({ ...frame, end: base + frame.end });
      continue;
    }
    const next = bytes.indexOf(MAGIC, at + 1);
    if (next < 0) break;
    at = next;
  }
  return {
    frames,
    lastStart: base + lastStart,
    end: base + end,
    damaged,
    tornBytes: bytes.length - end,
  };
}

function decodeFrame(bytes: Buffer, at: number): Frame | null {
  if (
    at + HEADER > bytes.length ||
    bytes.compare(MAGIC, 0, 4, at, at + 4) !== 0
  )
    return null;
  const rawLength = bytes.readUInt32LE(at + 12);
  const length = bytes.readUInt32LE(at + 16);
  const end = at + HEADER + length;
  if (end > bytes.length || rawLength > MAX_RECORD) return null;
  const frame = bytes.subarray(at, end);
  if (frame.readUInt32LE(20) !== checksum(frame)) return null;
  try {
    const raw = unpack(
      frame.readUInt32LE(8),
      frame.subarray(HEADER),
      rawLength,
    );
    const record = JSON.parse(
      Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString("utf8"),
    ) as JournalRecord;
    return { seq: frame.readUInt32LE(4), record, end };
  } catch {
    // Sound by its checksum and still not ours: treated like damage.
    return null;
  }
}

function checksum(frame: Buffer): number {
  return crc32(frame.subarray(HEADER), crc32(frame.subarray(0, 20)));
}
