import assert from "node:assert/strict";
import { giveBack } from "../../src/base/memory";

const canGiveBack = "transfer" in ArrayBuffer.prototype;

describe("a buffer whose memory is freed", () => {
  it("is freed immediately, if the platform supports it", () => {
    const bytes = Buffer.allocUnsafeSlow(100_000);
    giveBack(bytes.subarray(5, 10));
    assert.equal(bytes.byteLength, canGiveBack ? 0 : 100_000);
  });

  it("is not freed while other bytes share its ArrayBuffer", () => {
    const small = Buffer.from("small");
    const other = Buffer.from("another");
    giveBack(small);
    assert.equal(small.toString(), "small");
    assert.equal(other.toString(), "another");
  });

  it("can be freed twice", () => {
    const bytes = Buffer.allocUnsafeSlow(100_000);
    giveBack(bytes);
    giveBack(bytes);
  });
});
