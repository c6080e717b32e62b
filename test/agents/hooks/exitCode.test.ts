import assert from "node:assert/strict";
import { readEvent } from "../../../src/agents/hooks/readEvent";

/** Events after `npm test`, as the agents send them. */
const claude = (event: string, more: object) => ({
  hook_event_name: event,
  session_id: "s",
  tool_name: "Bash",
  tool_input: { command: "npm test" },
  tool_use_id: "t",
  ...more,
});
const stdout = { stdout: "ok", stderr: "", interrupted: false };
const gemini = (llmContent: string) => ({
  hook_event_name: "AfterTool",
  session_id: "s",
  tool_name: "run_shell_command",
  tool_input: { command: "npm test" },
  tool_response: { llmContent, returnDisplay: "" },
});
const untrusted = (text: string) =>
  gemini(`<untrusted_context>\n${text}\n</untrusted_context>`);
const qwen = (event: string, more: object) => ({
  hook_event_name: event,
  session_id: "s",
  tool_name: "run_shell_command",
  tool_input: { command: "npm test" },
  ...more,
});
const ended = (code: string, signal = "(none)", output = "x") =>
  `Command: npm test\nDirectory: (root)\nOutput: ${output}\nError: (none)\nExit Code: ${code}\nSignal: ${signal}\nProcess Group PGID: (none)`;
const copilot = (textResultForLlm: string) => ({
  sessionId: "s",
  timestamp: 1,
  toolName: "bash",
  toolArgs: { command: "npm test" },
  toolResult: { resultType: "success", textResultForLlm },
});
const cline = (...output: object[]) => ({
  taskId: "s",
  tool_result: {
    ...{ id: "t", name: "run_commands", input: { commands: ["npm test"] } },
    output,
  },
});
const cursor = (tool_output: string) => ({
  hook_event_name: "postToolUse",
  cursor_version: "3",
  conversation_id: "s",
  tool_name: "Shell",
  tool_input: { command: "npm test" },
  tool_output,
});
const generic = (more: object) => ({
  event: "after-tool",
  agent: "mine",
  session: "s",
  tool: { name: "sh", command: "npm test" },
  ...more,
});

describe("the exit code of an agent's command", () => {
  const cases: [string, object, string, number | null][] = [
    // Claude Code has an event of its own for commands that failed.
    ["claude-code", claude("PostToolUse", { tool_response: stdout }), "", 0],
    [
      "claude-code",
      claude("PostToolUse", {
        tool_response: { ...stdout, returnCodeInterpretation: "No matches" },
      }),
      "",
      null,
    ],
    [
      "claude-code",
      claude("PostToolUse", {
        tool_response: { ...stdout, interrupted: true },
      }),
      "",
      null,
    ],
    [
      "claude-code",
      claude("PostToolUseFailure", { error: "Exit code 3\n1 failing" }),
      "",
      3,
    ],
    [
      "claude-code",
      claude("PostToolUseFailure", {
        error: "Exit code 1",
        is_interrupt: true,
      }),
      "",
      null,
    ],
    [
      "claude-code",
      claude("PostToolUseFailure", {
        error: "The user refused it. Exit code 0",
      }),
      "",
      null,
    ],
    // Gemini says only exit codes that are not 0, after the output.
    ["gemini", untrusted("Output: ok\nProcess Group PGID: 7"), "", 0],
    [
      "gemini",
      untrusted("Output: (empty)\nExit Code: 2\nProcess Group PGID: 7"),
      "",
      2,
    ],
    ["gemini", untrusted("Output: Exit Code: 0\nbad\nExit Code: 1"), "", 1],
    [
      "gemini",
      untrusted("Output: x\nSignal: 15\nProcess Group PGID: 7"),
      "",
      null,
    ],
    ["gemini", untrusted("Output: \nError: spawn failed"), "", null],
    [
      "gemini",
      gemini("Command was cancelled by user before it could complete."),
      "",
      null,
    ],
    ["gemini", gemini("Command moved to background (PID: 7)."), "", null],
    [
      "cline",
      cline({ success: true, result: "exit code 1" }),
      "PostToolUse",
      0,
    ],
    [
      "cline",
      cline({
        ...{ success: false, result: "[Command exited with code 3]" },
        error: "Command exited with code 3",
      }),
      "PostToolUse",
      3,
    ],
    ["cline", cline({ success: false, error: "Timeout" }), "PostToolUse", null],
    [
      "cline",
      cline({ success: true }, { success: false }),
      "PostToolUse",
      null,
    ],
    // Qwen Code always says it.
    [
      "qwen",
      qwen("PostToolUse", { tool_response: { llmContent: ended("0") } }),
      "",
      0,
    ],
    ["qwen", qwen("PostToolUseFailure", { error: ended("3") }), "", 3],
    [
      "qwen",
      qwen("PostToolUse", {
        tool_response: { llmContent: ended("0", "(none)", "Exit Code: 9") },
      }),
      "",
      0,
    ],
    [
      "qwen",
      qwen("PostToolUseFailure", { error: ended("(none)", "SIGTERM") }),
      "",
      null,
    ],
    [
      "copilot",
      copilot("1 passing\n<exited with exit code 0>"),
      "postToolUse",
      0,
    ],
    [
      "copilot",
      copilot("\n<shellId: 0 completed with exit code 4>"),
      "postToolUse",
      4,
    ],
    [
      "copilot",
      copilot("<exited with exit code 0>\nand more"),
      "postToolUse",
      null,
    ],
    ["cursor", cursor('{"exitCode":1,"stdout":""}'), "", 1],
    ["cursor", cursor("text"), "", null],
    ["generic", generic({ exitCode: 5 }), "after-tool", 5],
    [
      "generic",
      generic({ tool: { name: "sh", command: "x", exitCode: 0 } }),
      "after-tool",
      0,
    ],
    ["generic", generic({ exitCode: "0" }), "after-tool", null],
    ["generic", generic({}), "after-tool", null],
    [
      "opencode",
      generic({ exitCode: 1, tool: { name: "bash", command: "npm test" } }),
      "after-tool",
      1,
    ],
  ];
  for (const [agent, payload, event, exitCode] of cases)
    it(`of ${agent} is ${exitCode}: ${JSON.stringify(payload).slice(-80)}`, () => {
      const read = readEvent({ ...payload }, agent, event || null);
      assert.equal(read?.kind, "after-tool");
      assert.equal(read?.exitCode, exitCode);
    });
});
