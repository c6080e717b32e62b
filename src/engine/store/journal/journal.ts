import { giveBack } from "../../../base/memory";
import { crc32 } from "./crc32";
import { pack, unpack } from "../packs/codec";
import type { JournalRecord } from "./records";
import { decodeRecord, encodeRecord } from "./recordRows";

/**
 * The frames of a journal (FORMAT.md, "Journal"): append-only, numbered and
 * checksummed. A damaged frame is skipped by searching for the next intact one, so
 * that damage loses only the records it hit.
 */
const MAGIC = Buffer.from("CKJ1");
export const HEADER = 24;
const MAX_RECORD = 1 << 30;

export interface Frame {
  seq: number;
  record: JournalRecord;
  /**
   * Position and size of its batch, which counts only as a whole; absent if it is
   * not in a batch.
   */
  part?: Part | undefined;
  /** The start and end offsets of this frame. */
  start: number;
  end: number;
}

export type Part = [n: number, of: number];

export interface DamagedRange {
  from: number;
  to: number;
}

export interface Scan {
  frames: Frame[];
  /** Where the last intact frame starts and ends; the next one is appended there. */
  lastStart: number;
  end: number;
  /** Skipped ranges between intact frames. */
  damaged: DamagedRange[];
  /** Bytes after the last intact frame: an interrupted write. */
  tornBytes: number;
}

/** Encodes records that belong together as frames that count all or not at all. */
export function encodeBatch(
  firstSeq: number,
  records: readonly JournalRecord[],
): Buffer[] {
  const of = records.length;
  return records.map((record, i) =>
    encodeFrame(firstSeq + i, record, of > 1 ? [i + 1, of] : undefined),
  );
}

export function encodeFrame(
  seq: number,
  record: JournalRecord,
  part?: Part,
): Buffer {
  const raw = encodeRecord(record, part && { part });
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

/** Reads every intact frame of `bytes`, which starts at offset `base` of its file. */
export function scanFrames(bytes: Buffer, base = 0): Scan {
  const frames: Frame[] = [];
  const damaged: DamagedRange[] = [];
  let at = 0;
  let end = 0;
  while (at < bytes.length) {
    const frame = decodeFrame(bytes, at);
    if (frame) {
      if (at > end) damaged.push({ from: base + end, to: base + at });
      at = end = frame.end;
      frames.push({
        ...frame,
        start: base + frame.start,
        end: base + frame.end,
      });
      continue;
    }
    const next = bytes.indexOf(MAGIC, at + 1);
    if (next < 0) break;
    at = next;
  }
  const whole = frames.slice(0, frames.length - unfinished(frames));
  const last = whole.at(-1);
  const wholeEnd = last?.end ?? base;
  return {
    frames: whole,
    lastStart: last?.start ?? base,
    end: wholeEnd,
    damaged: damaged.filter(({ to }) => to < wholeEnd),
    tornBytes: base + bytes.length - wholeEnd,
  };
}

/**
 * How many frames at the end belong to an incomplete batch: a power cut may leave
 * any of its pages. The batch was never reported, so none of it counts. If frames
 * follow it, the batch was once complete, and what is left of it counts.
 */
function unfinished(frames: readonly Frame[]): number {
  const last = frames.at(-1);
  if (!last?.part) return 0;
  const [n, of] = last.part;
  const first = last.seq - n + 1;
  let found = 0;
  let next = Infinity;
  for (let i = frames.length - 1; i >= 0; i--) {
    const { seq, part } = frames[i]!;
    // Repeated numbers come from two writers, and therefore from two batches.
    if (seq < first || seq >= next || part?.[1] !== of) break;
    next = seq;
    found++;
  }
  return found === of ? 0 : found;
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
    const written = JSON.parse(
      Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString("utf8"),
    ) as { t: string; part?: Part };
    const { part } = written;
    delete written.part;
    const record = decodeRecord(written);
    return { seq: frame.readUInt32LE(4), record, part, start: at, end };
  } catch {
    // The checksum is right but it is not one of our records: treated as damage.
    return null;
  }
}

function checksum(frame: Buffer): number {
  return crc32(frame.subarray(HEADER), crc32(frame.subarray(0, 20)));
}
