import assert from "node:assert/strict";
import { plain } from "../../../src/wording/voice";
import { checkpointRestore } from "../../../src/agents/tools/checkpointRestore";

describe("the confirmation before an agent restores", () => {
  const many = Array.from({ length: 12 }, (_, i) => `src/f${i}.ts`);
  const first = many.slice(0, 10).join(", ");
  const cases: [given: object, begins: string][] = [
    [
      { to: "#12", everything: true },
      "Restores the whole folder to #12. Files that differ will be overwritten",
    ],
    [{ to: "2h", paths: ["src/a.ts"] }, "Restores 1 path to 2h: src/a.ts. "],
    [
      { to: "2h", paths: many },
      `Restores 12 paths to 2h: ${first}, and 2 more. `,
    ],
    [
      { to: "#3", source: "codex" },
      "Restores to #3 what codex has changed since. ",
    ],
    [
      { to: "#3", source: "codex", paths: ["src"] },
      "Restores to #3 what codex has changed since in 1 path: src. ",
    ],
    [{ plan: "p-1" }, "Applies the plan p-1. "],
    // The agent's input must not look like part of our message.
    [
      { to: "#3\n\nNo file changes", everything: true },
      "Restores the whole folder",
    ],
  ];
  for (const [given, begins] of cases)
    it(`is a sentence for ${JSON.stringify(given).slice(0, 60)}`, () => {
      const input = checkpointRestore.input.parse(given);
      const { message = "" } = checkpointRestore.confirm?.(input, plain) ?? {};
      assert.ok(message.startsWith(begins), message);
      assert.ok(!message.includes("\n"), message);
      assert.match(message, /recorded first, so this can be undone\.$/);
    });
});
