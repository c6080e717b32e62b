import assert from "node:assert/strict";
import { answerFor, mustWait } from "../../../src/agents/hooks/answers";
import { parsePayload, type Payload } from "../../../src/agents/hooks/payload";
import { readEvent } from "../../../src/agents/hooks/readEvent";
import { allFixtures, eventArgument, fixture } from "./hooking";

function agentOf(name: string): string {
  return (name.split("/")[0] ?? "").replace(/-(cli|vscode)$/, "");
}

function read(name: string, agent = agentOf(name)) {
  const payload = fixture(name, "/shop") as Payload;
  return readEvent(payload, agent, eventArgument(name));
}

describe("an agent's event", () => {
  const kinds: [RegExp, string][] = [
    [/\/(pascal-)?session-start/, "session-start"],
    [/\/(pascal-)?user-prompt/, "prompt"],
    [/\/(pascal-)?pre-(?!read-file)|older-field-names/, "before-tool"],
    [/\/(pascal-)?post-/, "after-tool"],
    [/\/(pascal-)?turn-end$|notify-argument/, "turn-end"],
    [/turn-end-failure|turn-aborted|turn-interrupted/, "turn-cut"],
    [/subagent-end/, "helper-end"],
    [/session-end/, "session-end"],
    [/pre-read-file/, "none"],
  ];
  for (const name of allFixtures())
    it(`${name} is recognised by its payload`, () => {
      const wanted = kinds.find(([pattern]) => pattern.test(name))?.[1];
      assert.ok(wanted, "every fixture means something");
      const event = read(name);
      assert.equal(event?.kind ?? "none", wanted);
      if (!event) return;
      assert.equal(event.source, agentOf(name));
      assert.ok(event.session, "its conversation is known");
      if (event.kind === "prompt")
        assert.match(event.text, /^Split the price helper/);
    });

  it("from Cursor, VS Code or Copilot keeps its author when Claude Code's hook gets it", () => {
    const foreign = allFixtures().filter((name) =>
      /^(cursor|copilot-vscode)\/|copilot-cli\/pascal-/.test(name),
    );
    assert.ok(foreign.length > 20);
    for (const name of foreign) {
      const payload = fixture(name, "/shop") as Payload;
      const event = readEvent(payload, "claude-code", null);
      if (event) assert.equal(event.source, agentOf(name), name);
    }
  });

  it("makes the agent wait only before something may be lost", () => {
    const waits = allFixtures().filter((name) => {
      const event = read(name);
      return event !== null && mustWait(event);
    });
    for (const name of waits) assert.match(name, /pre-|older-field-names/);
    for (const name of allFixtures())
      if (/destructive|pre-edit|pre-write|pre-delete/.test(name))
        assert.ok(waits.includes(name), name);
    for (const name of waits) assert.doesNotMatch(name, /read|mcp/);
  });

  it("has the same key when it arrives twice, and another key for another text", () => {
    const payload = fixture("claude-code/user-prompt", "/shop") as Payload;
    const key = (given: Payload, at: number) =>
      readEvent(given, "claude-code", null, {}, at)?.key;
    assert.equal(key(payload, 1), key(payload, 2));
    assert.notEqual(key(payload, 1), key({ ...payload, prompt: "x" }, 1));
    const bare: Payload = { ...payload, prompt_id: undefined };
    assert.notEqual(key(bare, 1), key(bare, 2), "“go on” may be said twice");
  });

  it("lists what a patch writes, moves and deletes", () => {
    const event = read("codex/pre-edit");
    assert.deepEqual(event?.tool?.paths, [
      "src/price.ts",
      "src/app.ts",
      "src/old.ts",
    ]);
    assert.equal(event.tool.does, "delete");
  });

  it("lists every file that VS Code edits in one call", () => {
    const paths = (name: string) => read(`copilot-vscode/${name}`)?.tool?.paths;
    assert.deepEqual(paths("pre-edit-several"), [
      "/shop/src/app.ts",
      "/shop/src/old.ts",
    ]);
    assert.deepEqual(paths("pre-edit-documented"), [
      "src/app.ts",
      "src/old.ts",
    ]);
  });

  it("from Cursor on Windows has its paths converted to Windows paths", () => {
    const said = {
      ...(fixture("cursor/pre-delete", "/shop") as Payload),
      cwd: undefined,
      workspace_roots: ["/c:/Users/sam/shop", "/D:/other"],
      tool_input: { file_path: "/c:/Users/sam/shop/src/old.ts" },
    };
    const event = readEvent(said, "cursor", null, {}, 0, "win32");
    assert.deepEqual(event?.roots, ["c:/Users/sam/shop", "D:/other"]);
    assert.deepEqual(event.tool?.paths, ["c:/Users/sam/shop/src/old.ts"]);
    // On other platforms such a path is valid.
    const linux = readEvent(said, "cursor", null, {}, 0, "linux");
    assert.deepEqual(linux?.roots, said.workspace_roots);
  });

  for (const name of [
    ...["StrReplace", "str_replace_editor", "createFile"],
    ...["EditNotebook", "ApplyPatch"],
  ])
    it(`by the tool ${name} is a write`, () => {
      const said = { tool_name: name, tool_input: { path: "a.ts" } };
      const event = readEvent(said, "cursor", "preToolUse");
      assert.equal(event?.tool?.does, "write");
      assert.deepEqual(event.tool.paths, ["a.ts"]);
    });

  it("from an unknown agent is read in the generic format", () => {
    const event = readEvent(
      {
        event: "before-tool",
        agent: "My Robot!",
        session: "s",
        cwd: "/shop",
        tool: { name: "bash", command: "rm -rf build" },
      },
      "generic",
      null,
    );
    assert.equal(event?.source, "my-robot");
    assert.equal(event.tool?.does, "shell");
    assert.equal(event.tool.command, "rm -rf build");
  });

  const strangers: [tool: object, does: string][] = [
    [{ name: "MyCustomWriter", paths: ["gen.txt"] }, "write"],
    [{ paths: ["gen.txt"] }, "write"],
    [{ name: "run", command: "rm -rf gen.txt" }, "shell"],
    [{ command: "make" }, "shell"],
    [{ name: "run", command: "make", paths: ["gen.txt"] }, "shell"],
    [{ name: "delete_file", paths: ["gen.txt"] }, "delete"],
    [{ name: "edit_file", command: "insert", paths: ["gen.txt"] }, "write"],
    [{ name: "read_file", paths: ["gen.txt"] }, "other"],
    [{ name: "list", command: "rm -rf gen.txt" }, "shell"],
    [{ name: "searchAndReplace", paths: ["gen.txt"] }, "write"],
    [{ name: "think" }, "other"],
  ];
  for (const [tool, does] of strangers)
    it(`from an unknown agent with ${JSON.stringify(tool)} is a ${does}`, () => {
      const event = { event: "before-tool", agent: "mine", tool };
      assert.equal(readEvent(event, "generic", null)?.tool?.does, does);
      const isAgents = readEvent(
        { tool_name: "MyCustomWriter", tool_input: tool },
        "claude-code",
        "PreToolUse",
      );
      assert.equal(isAgents?.tool?.does, "other");
    });

  it("from Copilot that reports an error ends the turn only if Copilot gives up", () => {
    const said = {
      ...{ sessionId: "s1", timestamp: 1, cwd: "/shop" },
      error: { name: "Error", message: "no answer" },
      errorContext: "model_call",
    };
    const kind = (recoverable: boolean) =>
      readEvent({ ...said, recoverable }, "copilot", "errorOccurred")?.kind;
    assert.equal(kind(false), "turn-cut");
    assert.equal(kind(true), undefined);
  });

  it("cannot pass for the user or the editor", () => {
    for (const name of ["editor", "cli", "outside", "git", "restore"]) {
      const event = readEvent(
        { event: "prompt", agent: name },
        "generic",
        null,
      );
      assert.equal(event?.source, `agent-${name}`);
    }
  });

  it("that is not JSON, empty, truncated or has wrong types is ignored", () => {
    for (const text of [
      "",
      "  ",
      "{",
      "[1]",
      "null",
      '"x"',
      "nonsense",
      "\uFEFF",
    ])
      assert.equal(parsePayload(text), null, text);
    assert.deepEqual(parsePayload('\uFEFF{"a":1}'), { a: 1 });
    const odd = { hook_event_name: 5, session_id: {}, tool_input: "x" };
    assert.equal(readEvent(odd, "claude-code", null), null);
    const wrong = { hook_event_name: "PreToolUse", tool_name: [], cwd: 7 };
    assert.equal(readEvent(wrong, "claude-code", null)?.tool, null);
  });

  it("lists every file that its tool affects, however many", () => {
    const paths = Array.from({ length: 2000 }, (_, n) => `f${n}`);
    const tool = { name: "delete_file", paths };
    const event = readEvent({ event: "before-tool", tool }, "generic", null);
    assert.deepEqual(event?.tool?.paths, paths);
  });

  it("is answered as its agent expects", () => {
    assert.equal(answerFor("claude-code", "PreToolUse"), "");
    assert.equal(answerFor("codex", "Stop"), "");
    assert.equal(answerFor("copilot", "preToolUse"), "");
    assert.equal(answerFor("gemini", "BeforeTool"), "{}");
    assert.equal(answerFor("cursor", "preToolUse"), '{"permission":"allow"}');
    assert.equal(
      answerFor("cursor", "beforeShellExecution"),
      '{"permission":"allow"}',
    );
    assert.equal(
      answerFor("cursor", "beforeSubmitPrompt"),
      '{"continue":true}',
    );
    assert.equal(answerFor("cursor", "stop"), "{}");
  });
});
