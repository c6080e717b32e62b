import assert from "node:assert/strict";
import { giveBack } from "../../src/base/memory";

const canGiveBack = "transfer" in ArrayBuffer.prototype;

describe("memory that is given back", () => {
  it("is gone at once, where the platform can", () => {
    const bytes = Buffer.allocUnsafeSlow(100_000);
    giveBack(bytes.subarray(5, 10));
    assert.equal(bytes.byteLength, canGiveBack ? 0 : 100_000);
  });

  it("is left alone when others have their bytes in the same buffer", () => {
    const small = Buffer.from("small");
    const other = Buffer.from("another");
    giveBack(small);
    assert.equal(small.toString(), "small");
    assert.equal(other.toString(), "another");
  });

  it("may be given back twice", () => {
    const bytes = Buffer.allocUnsafeSlow(100_000);
    giveBack(bytes);
    giveBack(bytes);
  });
});
