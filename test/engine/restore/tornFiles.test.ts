import assert from "node:assert/strict";
import { isTornForm } from "../../../src/engine/restore/tornFiles";
import { Random } from "../../helpers/random";

describe("what a power cut leaves of a file", () => {
  const planned = new Random(1).bytes(10_000);
  const torn = (change: (bytes: Buffer) => void, size = planned.length) => {
    const bytes = Buffer.alloc(size);
    planned.copy(bytes, 0, 0, size);
    change(bytes);
    return isTornForm(bytes, planned);
  };

  it("is nothing, a prefix, or zeros instead of pages", () => {
    for (const size of [0, 4096, 8192, 9999])
      assert.ok(
        torn(() => {}, size),
        `cut at ${size}`,
      );
    assert.ok(torn((bytes) => bytes.fill(0)));
    assert.ok(torn((bytes) => bytes.fill(0, 4096, 8192)));
    assert.ok(torn((bytes) => bytes.fill(0, 8192)));
    assert.ok(torn((bytes) => bytes.fill(0, 0, 4096), 8192));
  });

  it("is not what a person writes", () => {
    assert.ok(!torn((bytes) => bytes.write("x", 5000)));
    assert.ok(!torn((bytes) => bytes.write("typed", 0), 4096));
    assert.ok(!torn(() => {}, 10_001));
    // Zeros that start in the middle of a page were written by somebody.
    assert.ok(!torn((bytes) => bytes.fill(0, 100, 4096)));
    assert.ok(!isTornForm(Buffer.from("other"), Buffer.from("plan!")));
  });
});
