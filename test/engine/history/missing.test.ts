import assert from "node:assert/strict";
import { errorOf } from "../../helpers/history";
import { workspaceForEach } from "../../helpers/tempWorkspace";

describe("the error for a missing checkpoint or thread", () => {
  const makeWorkspace = workspaceForEach();

  it("lists the existing checkpoints: none, one, or several", async () => {
    const engine = await makeWorkspace({ a: "a" }).open();
    const known = () => errorOf(() => engine.get("#9"), "not-found").data;
    const reference = "#9";
    assert.deepEqual(known(), { reference, first: null, last: null });
    engine.checkpoint();
    assert.deepEqual(known(), { reference, first: 0, last: 0 });
    engine.checkpoint();
    assert.deepEqual(known(), { reference, first: 0, last: 1 });
  });

  it("names the thread if the thread is missing", async () => {
    const engine = await makeWorkspace({ a: "a" }).open();
    engine.recordMessage({ thread: "t", message: "m", role: "user" });
    const edit = (thread: string, message: string) =>
      errorOf(() => engine.editMessage({ thread, message }), "not-found");
    assert.deepEqual(edit("other", "m").toJSON(), {
      code: "not-found",
      problem: "unknown-thread",
      data: { thread: "other" },
    });
    assert.deepEqual(edit("t", "n").data, { thread: "t", message: "n" });
  });

  it("treats an invisible name as no name", async () => {
    const engine = await makeWorkspace({ a: "a" }).open();
    assert.equal(engine.checkpoint({ name: " \n\t" }).name, null);
    assert.equal(engine.rename("#0", "  ").name, null);
  });
});
