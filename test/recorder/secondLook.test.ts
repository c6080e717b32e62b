import assert from "node:assert/strict";
import { SecondLook } from "../../src/recorder/secondLook";

describe("reading unsettled files again", () => {
  it("is due a while after the last capture with unsettled files", () => {
    const look = new SecondLook(10);
    assert.equal(look.dueAt, null);
    look.captured(true, 100);
    assert.equal(look.dueAt, 110);
    look.captured(true, 105);
    assert.equal(look.dueAt, 115);
    look.captured(false, 115, true);
    assert.equal(look.dueAt, null);
  });

  it("is delayed longer each time, and stops", () => {
    const look = new SecondLook(10);
    look.captured(true, 0);
    const pauses: number[] = [];
    for (let at = 0; look.dueAt !== null; look.captured(true, at, true)) {
      pauses.push(look.dueAt - at);
      at = look.dueAt;
    }
    assert.deepEqual(pauses, [10, 20, 40, 80, 160]);
    look.captured(true, 1000);
    assert.equal(look.dueAt, 1010);
  });
});
