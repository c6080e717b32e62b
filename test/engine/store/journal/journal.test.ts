import assert from "node:assert/strict";
import {
  encodeBatch,
  encodeFrame,
  scanFrames,
} from "../../../../src/engine/store/journal/journal";
import type { JournalRecord } from "../../../../src/engine/store/journal/records";

describe("the frames of a journal", () => {
  const record = (n: number, padding = 0): JournalRecord => ({
    t: "drop",
    ids: [`id ${n}`, "x".repeat(padding)],
  });
  const frames = [record(1), record(2, 5000), record(3), record(4)].map(
    (given, i) => encodeFrame(i + 1, given),
  );
  const whole = Buffer.concat(frames);
  const ends = frames.map((_, i) =>
    frames.slice(0, i + 1).reduce((sum, frame) => sum + frame.length, 0),
  );

  it("are read as they were written", () => {
    const scan = scanFrames(whole);
    assert.deepEqual(
      scan.frames.map((frame) => frame.record),
      [record(1), record(2, 5000), record(3), record(4)],
    );
    assert.deepEqual(
      scan.frames.map((frame) => frame.seq),
      [1, 2, 3, 4],
    );
    assert.deepEqual(
      scan.frames.map((frame) => frame.end),
      ends,
    );
    assert.deepEqual(scan.damaged, []);
    assert.equal(scan.tornBytes, 0);
  });

  it("a tail truncated at any byte loses only the last frame", () => {
    const from = ends[2]!;
    for (let length = from; length < whole.length; length++) {
      const scan = scanFrames(whole.subarray(0, length));
      assert.equal(scan.frames.length, 3, `cut at ${length}`);
      assert.equal(scan.end, from);
      assert.deepEqual(scan.damaged, []);
      assert.equal(scan.tornBytes, length - from);
    }
  });

  it("a flipped bit anywhere loses the frame it hit, and the others are read", () => {
    for (let at = 0; at < whole.length; at++) {
      const bytes = Buffer.from(whole);
      bytes[at]! ^= 1 << (at % 8);
      const scan = scanFrames(bytes);
      const hit = ends.findIndex((end) => at < end);
      const expected = [1, 2, 3, 4].filter((seq) => seq !== hit + 1);
      assert.deepEqual(
        scan.frames.map((frame) => frame.seq),
        expected,
        `flipped at ${at}`,
      );
      if (hit < 3) assert.equal(scan.damaged.length, 1);
      else assert.ok(scan.tornBytes > 0);
    }
  });

  it("garbage between frames is skipped", () => {
    const garbage = Buffer.from("CKJ1 something that looks like a frame CKJ1");
    const scan = scanFrames(
      Buffer.concat([frames[0]!, garbage, frames[1]!, garbage]),
    );
    assert.deepEqual(
      scan.frames.map((frame) => frame.seq),
      [1, 2],
    );
    assert.equal(scan.end, ends[1]! + garbage.length);
    assert.equal(scan.tornBytes, garbage.length);
  });

  it("offsets are relative to the start of the file", () => {
    const scan = scanFrames(whole.subarray(ends[0]), ends[0]);
    assert.deepEqual(
      scan.frames.map((frame) => frame.end),
      ends.slice(1),
    );
  });

  describe("of a batch", () => {
    const first = encodeFrame(1, record(1));
    const batch = encodeBatch(2, [record(2), record(3), record(4)]);
    const without = (frames: Buffer[], lost: number[]) =>
      frames.map((frame, i) =>
        lost.includes(i) ? Buffer.alloc(frame.length) : frame,
      );
    const seqs = (bytes: Buffer) => {
      const scan = scanFrames(bytes);
      return scan.frames.map(({ seq }) => seq);
    };

    it("are read as they were written, without showing that they were one batch", () => {
      const scan = scanFrames(Buffer.concat([first, ...batch]));
      assert.deepEqual(
        scan.frames.map((frame) => frame.record),
        [record(1), record(2), record(3), record(4)],
      );
    });

    it("count all or not at all at the end of the journal", () => {
      for (const lost of [[0], [1], [2], [0, 1], [0, 2], [1, 2]]) {
        const bytes = Buffer.concat([first, ...without(batch, lost)]);
        const scan = scanFrames(bytes);
        assert.deepEqual(seqs(bytes), [1], `without ${lost}`);
        assert.equal(scan.end, first.length);
        assert.equal(scan.lastStart, 0);
        assert.deepEqual(scan.damaged, []);
        assert.equal(scan.tornBytes, bytes.length - first.length);
      }
    });

    it("of a second writer do not invalidate those of the first", () => {
      const bytes = Buffer.concat([first, ...batch, ...batch.slice(0, 2)]);
      assert.deepEqual(seqs(bytes), [1, 2, 3, 4]);
    });

    it("were complete if others follow: damage loses only what it hit", () => {
      const next = encodeFrame(5, record(5));
      const bytes = Buffer.concat([first, ...without(batch, [1]), next]);
      assert.deepEqual(seqs(bytes), [1, 2, 4, 5]);
      assert.equal(scanFrames(bytes).damaged.length, 1);
      const later = encodeBatch(5, [record(5), record(6), record(7)]);
      const cut = Buffer.concat([
        first,
        ...without(batch, [1]),
        ...later.slice(0, 2),
      ]);
      assert.deepEqual(seqs(cut), [1, 2, 4]);
    });
  });
});
