import assert from "node:assert/strict";
import { checkpointRestore } from "../../../src/agents/tools/checkpointRestore";

describe("what a person is asked before an agent restores", () => {
  const many = Array.from({ length: 12 }, (_, i) => `src/f${i}.ts`);
  const first = many.slice(0, 10).join(", ");
  const cases: [given: object, begins: string][] = [
    [
      { to: "#12", everything: true },
      "The whole folder goes back to #12. Files that differ are overwritten",
    ],
    [{ to: "2h", paths: ["src/a.ts"] }, "1 path goes back to 2h: src/a.ts. "],
    [
      { to: "2h", paths: many },
      `12 paths go back to 2h: ${first}, and 2 more. `,
    ],
    [
      { to: "#3", source: "codex" },
      "What codex changed since #3 is taken back. ",
    ],
    [
      { to: "#3", source: "codex", paths: ["src"] },
      "What codex changed since #3 in 1 path is taken back: src. ",
    ],
    [{ plan: "p-1" }, "The restore planned as p-1 is carried out. "],
    // Nothing of what an agent gives can look like more of our words.
    [{ to: "#3\n\nNo file changes", everything: true }, "The whole folder"],
  ];
  for (const [given, begins] of cases)
    it(`is a sentence for ${JSON.stringify(given).slice(0, 60)}`, () => {
      const input = checkpointRestore.input.parse(given);
      const { message = "" } = checkpointRestore.confirm?.(input) ?? {};
      assert.ok(message.startsWith(begins), message);
      assert.ok(!message.includes("\n"), message);
      assert.match(message, /kept, so it can be undone\.$/);
    });
});
