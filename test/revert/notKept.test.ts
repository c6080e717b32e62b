import assert from "node:assert/strict";
import type { Engine } from "../../src/engine/api";
import { errorOf } from "../helpers/history";
import { HOUR, ManualClock } from "../helpers/manualClock";
import { TempWorkspace } from "../helpers/tempWorkspace";

describe("revert of changes that are no longer kept one by one", () => {
  const clock = new ManualClock();
  let workspace: TempWorkspace;
  let engine: Engine;
  beforeEach(async () => {
    workspace = new TempWorkspace({ "a.txt": "start\n" });
    engine = await workspace.open({ clock });
    engine.checkpoint({ name: "start" });
    record("editor", "a.txt", "mine\n");
    record("bot", "a.txt", "the bot's\n", "talk");
    letDaysPass();
    engine.prune();
  });
  afterEach(() => workspace.dispose());

  /**
   * A pause counts a day after it ended: until then the clock may just have jumped.
   */
  function letDaysPass() {
    clock.advance(48 * HOUR);
    record("editor", "later.txt", `${clock.now()}`);
    clock.advance(25 * HOUR);
  }

  function record(source: string, path: string, text: string, thread?: string) {
    workspace.write(path, text);
    clock.advance(1000);
    engine.capture({ source, thread });
  }

  it("refuses if nothing of the source is kept, and changes nothing", () => {
    const error = errorOf(
      () => engine.planRevert({ source: "bot" }),
      "not-kept",
    );
    assert.equal(error.problem, "changes-not-kept");
    assert.equal(workspace.text("a.txt"), "the bot's\n");
  });

  it("reverts what is kept, and says where that begins", () => {
    record("editor", "b.txt", "mine\n");
    record("bot", "b.txt", "the bot's, too\n");
    const { plan, conflicts } = engine.planRevert({ source: "bot" });
    assert.deepEqual(conflicts, []);
    assert.match(plan.target.label, /since/);
    engine.applyRestore(plan.id);
    assert.equal(workspace.text("a.txt"), "the bot's\n");
    assert.equal(workspace.text("b.txt"), "mine\n");
  });

  it("refuses a start before what is kept", () => {
    record("bot", "b.txt", "late\n");
    errorOf(
      () => engine.planRevert({ source: "bot", since: "start" }),
      "not-kept",
    );
    assert.ok(workspace.exists("b.txt"));
  });

  it("refuses a message whose changes are not kept", () => {
    engine.recordMessage({ thread: "talk", message: "m", role: "user" });
    clock.advance(48 * HOUR);
    record("editor", "c.txt", "1\n");
    record("bot", "c.txt", "2\n", "talk");
    letDaysPass();
    engine.prune();
    for (const message of [undefined, "m"])
      errorOf(() => engine.planRevert({ thread: "talk", message }), "not-kept");
  });
});
