import assert from "node:assert/strict";
import { agentSource } from "../../src/agents/sources";

describe("the source of an agent that calls itself", () => {
  const cases: [unknown, string][] = [
    ["claude-code", "claude-code"],
    ["Claude Code", "claude-code"],
    ["codex-mcp-client", "codex"],
    ["gemini-cli-mcp-client", "gemini"],
    ["cursor-vscode", "cursor"],
    ["Visual Studio Code", "copilot"],
    ["github-copilot-developer", "copilot"],
    ["My Robot 3.0!", "my-robot-3.0"],
    ["  ../../etc  ", "etc"],
    ["x".repeat(500), "x".repeat(40)],
    ["", "agent"],
    ["中文", "agent"],
    [undefined, "agent"],
    [{ name: "x" }, "agent"],
    ["editor", "agent-editor"],
    ["CLI", "agent-cli"],
    ["restore", "agent-restore"],
  ];
  for (const [given, wanted] of cases)
    it(`${JSON.stringify(given)?.slice(0, 40)} is ${wanted.slice(0, 40)}`, () =>
      assert.equal(agentSource(given), wanted));
});
