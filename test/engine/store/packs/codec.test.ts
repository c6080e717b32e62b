import assert from "node:assert/strict";
import { pack, unpack } from "../../../../src/engine/store/packs/codec";

describe("the codec", () => {
  it("returns texts of every size around a window's, whatever the effort", () => {
    const line = "the same words again, and one that differs: ";
    let text = "";
    for (let i = 0; text.length < 70_000; i++) text += `${line}${i}\n`;
    const bytes = Buffer.from(text);
    const windows = [9, 10, 11, 12, 13, 14, 15, 16].map((bits) => 2 ** bits);
    const sizes = windows.flatMap((size) => [size - 1, size, size + 1]);
    for (const size of [0, 1, 63, 64, 65, ...sizes, 70_000])
      for (const effort of ["none", "quick", "thorough"] as const) {
        const raw = bytes.subarray(0, size);
        const packed = pack(raw, effort);
        assert.ok(packed.bytes.byteLength <= size);
        const again = unpack(packed.codec, packed.bytes, size);
        assert.ok(raw.equals(again), `${size} ${effort}`);
      }
  });
});
