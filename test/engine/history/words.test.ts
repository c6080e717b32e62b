import assert from "node:assert/strict";
import { errorOf } from "../../helpers/history";
import { workspaceForEach } from "../../helpers/tempWorkspace";

describe("what is said of a checkpoint or thread that is not there", () => {
  const makeWorkspace = workspaceForEach();

  it("tells which checkpoints there are: none, one, or several", async () => {
    const engine = await makeWorkspace({ a: "a" }).open();
    const hint = () => errorOf(() => engine.get("#9"), "not-found").hint ?? "";
    assert.match(hint(), /checkpoint create/);
    engine.checkpoint();
    assert.equal(hint(), "The only checkpoint here is #0.");
    engine.checkpoint();
    assert.match(hint(), /from #0 to #1/);
  });

  it("names the thread when it is the thread that is missing", async () => {
    const engine = await makeWorkspace({ a: "a" }).open();
    engine.recordMessage({ thread: "t", message: "m", role: "user" });
    const edit = (thread: string, message: string) =>
      errorOf(() => engine.editMessage({ thread, message }), "not-found");
    assert.equal(edit("other", "m").message, "There is no thread other.");
    assert.match(edit("t", "n").message, /no message n in the thread t/);
  });

  it("a name that nobody could see is none", async () => {
    const engine = await makeWorkspace({ a: "a" }).open();
    assert.equal(engine.checkpoint({ name: " \n\t" }).name, null);
    assert.equal(engine.rename("#0", "  ").name, null);
  });
});
