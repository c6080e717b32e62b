import assert from "node:assert/strict";
import { restore } from "../../helpers/history";
import { TempWorkspace } from "../../helpers/tempWorkspace";

describe("a file that was ignored at the point restored to", () => {
  const cases = {
    "by a setting": {
      then: { exclude: ["gen"] },
      now: { exclude: [] },
      rules: "",
    },
    "by a .gitignore that was respected then": {
      then: { respectGitignore: true },
      now: { respectGitignore: false },
      rules: "gen\n",
    },
  };
  for (const [name, { then, now, rules }] of Object.entries(cases))
    it(`${name} is left alone, even if it was created again since`, async () => {
      const workspace = new TempWorkspace({
        ".gitignore": rules,
        "gen/x": "there all along",
        a: "1",
      });
      try {
        let engine = await workspace.open();
        engine.configure(then);
        engine.checkpoint();
        engine.configure(now);
        engine.checkpoint();
        workspace.remove("gen/x");
        engine.checkpoint();
        workspace.write("gen/x", "made again");
        workspace.write("a", "2");
        engine.checkpoint();
        restore(engine, { to: "#0" });
        assert.equal(workspace.text("gen/x"), "made again");
        assert.equal(workspace.text("a"), "1");

        // The rewritten journal gives the same result.
        engine.compact();
        engine = await workspace.reopen(engine);
        engine.configure(now);
        workspace.write("a", "3");
        const plan = engine.planRestore({ to: "#0" });
        assert.deepEqual(plan.deletes, []);
        assert.deepEqual(
          plan.leftAlone.map(({ path, reason }) => [path, reason]),
          [["gen/x", "ignored-then"]],
        );
      } finally {
        workspace.dispose();
      }
    });

  it("is deleted if the settings of that time would have recorded it", async () => {
    const workspace = new TempWorkspace({ a: "1" });
    try {
      const engine = await workspace.open();
      engine.checkpoint();
      workspace.write("gen/x", "new");
      engine.checkpoint();
      restore(engine, { to: "#0" });
      assert.ok(!workspace.exists("gen/x"));
    } finally {
      workspace.dispose();
    }
  });
});
