import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import { stateAt } from "../../helpers/history";
import { workspaceForEach } from "../../helpers/tempWorkspace";

describe("capturing a file that a changed .gitignore now ignores", () => {
  const makeWorkspace = workspaceForEach();

  for (const [path, rules] of [
    ["a.log", ".gitignore"],
    ["src/a.log", ".gitignore"],
    ["src/a.log", "src/.gitignore"],
    ["src/deep/+a.log", "src/.gitignore"],
  ] as const)
    it(`releases it, and no later checkpoint has it: ${path} by ${rules}`, async () => {
      const workspace = makeWorkspace({ [path]: "mine", b: "b" });
      await setTimeout(50); // until its timestamps are trusted
      const engine = await workspace.open();
      engine.checkpoint();
      workspace.write(rules, "*.log\n");
      const { released } = engine.capture({ paths: [path] });
      engine.checkpoint();
      assert.ok(!stateAt(engine, "latest").has(path), "still followed");
      assert.deepEqual(released, [path]);
    });
});
