import assert from "node:assert/strict";
import type { CommandContext } from "../../../src/extension/commands/commandContext";
import { retry } from "../../../src/extension/commands/folderCommands";

describe("Try Again", () => {
  const retried: string[] = [];
  const session = (name: string, problem: object | null) => ({
    problem,
    retry: async () => void retried.push(name),
  });
  const all = [session("well", null), session("failed", { code: "io" })];
  const context = { folders: { all } } as unknown as CommandContext;

  it("restarts the folders with a problem, and leaves the others alone", async () => {
    await retry(context);
    assert.deepEqual(retried, ["failed"]);
  });
});
