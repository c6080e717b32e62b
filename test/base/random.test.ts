import assert from "node:assert/strict";
import { randomBytes } from "../../src/base/random";

describe("random bytes", () => {
  it("are never given out twice, also where the pool is filled again", () => {
    const seen = new Set<string>();
    for (let i = 0; i < 2_000; i++) {
      const bytes = randomBytes(9);
      assert.equal(bytes.length, 9);
      seen.add(Buffer.from(bytes).toString("hex"));
    }
    assert.equal(seen.size, 2_000);
    assert.equal(randomBytes(5_000).length, 5_000);
  });
});
