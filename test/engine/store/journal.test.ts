import assert from "node:assert/strict";
import { encodeFrame, scanFrames } from "../../../src/engine/store/journal";
import type { JournalRecord } from "../../../src/engine/store/records";

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

  it("come back as they were written", () => {
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

  it("a tail cut at any byte costs the last frame alone", () => {
    const from = ends[2]!;
    for (let length = from; length < whole.length; length++) {
      const scan = scanFrames(whole.subarray(0, length));
      assert.equal(scan.frames.length, 3, `cut at ${length}`);
      assert.equal(scan.end, from);
      assert.deepEqual(scan.damaged, []);
      assert.equal(scan.tornBytes, length - from);
    }
  });

  it("a flipped bit anywhere costs the frame it hit, and the others are read", () => {
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

  it("garbage between frames is passed over", () => {
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

  it("offsets count from where the bytes begin in their file", () => {
    const scan = scanFrames(whole.subarray(ends[0]), ends[0]);
    assert.deepEqual(
      scan.frames.map((frame) => frame.end),
      ends.slice(1),
    );
  });
});
