import assert from "node:assert/strict";
import { systemTime } from "../../src/base/time";

describe("the recorder's time", () => {
  it("is not affected when the clock is set back", () => {
    const before = systemTime.now();
    const { now } = Date;
    Date.now = () => now() - 3_600_000;
    try {
      assert(systemTime.now() >= before);
    } finally {
      Date.now = now;
    }
  });
});
