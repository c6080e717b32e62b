import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { mustWait } from "../../../src/agents/hooks/answers";
import type { Payload } from "../../../src/agents/hooks/payload";
import { readEvent } from "../../../src/agents/hooks/readEvent";
import { repository } from "../../helpers/repository";

const FOLDER = path.join(repository, "test", "fixtures", "payloads");

/** The argument in the settings of each agent, and the source it is recorded as. */
const AGENTS: Record<string, [argument: string, source: string]> = {
  "claude-code": ["claude-code", "claude-code"],
  codex: ["codex", "codex"],
  gemini: ["gemini", "gemini"],
  "copilot-cli": ["copilot", "copilot"],
  // Copilot runs Claude Code's hooks, too.
  "copilot-cli-pascal": ["claude-code", "copilot"],
  qwen: ["qwen", "qwen"],
  cline: ["cline", "cline"],
  "opencode-plugin-generic": ["generic", "opencode"],
};

/** Variables that Qwen Code sets in addition to its own. */
const FOREIGN = {
  GEMINI_PROJECT_DIR: "/workspace",
  CLAUDE_PROJECT_DIR: "/workspace",
};

function payload(name: string): Payload {
  const text = fs.readFileSync(path.join(FOLDER, `${name}.json`), "utf8");
  return JSON.parse(text) as Payload;
}

function read(name: string, more: object = {}) {
  const [folder = "", file = ""] = name.split("/");
  const [argument = ""] = AGENTS[folder] ?? [];
  const env = folder === "qwen" ? FOREIGN : {};
  const event = /^(before-tool|after-tool|turn-end|session-start|\w+)/.exec(
    file,
  )?.[1];
  return readEvent({ ...payload(name), ...more }, argument, event ?? null, env);
}

const names = (fs.readdirSync(FOLDER, { recursive: true }) as string[])
  .map((name) => name.replaceAll("\\", "/"))
  .filter((name) => name.endsWith(".json"))
  .map((name) => name.slice(0, -".json".length))
  .sort();

describe("what a real agent sent", () => {
  const kinds: [RegExp, string][] = [
    [/task-notification/, "background-end"],
    [/PostToolUse-Bash-background/, "background-start"],
    [/\/(sessionstart|taskstart|session-start)/i, "session-start"],
    [/\/(userprompt|beforeagent|prompt)/i, "prompt"],
    [/\/(pretooluse|beforetool|before-tool)/i, "before-tool"],
    [/\/(posttooluse|aftertool|after-tool)/i, "after-tool"],
    [/\/(stop|agentstop|afteragent|turn-end|taskcomplete)/i, "turn-end"],
    [/\/interrupt/i, "turn-cut"],
    [/\/subagentstop/i, "helper-end"],
    [/\/sessionend/i, "session-end"],
  ];
  it("is here for every agent of the rig", () =>
    assert.equal(names.length, 123));

  for (const name of names)
    it(`is understood: ${name}`, () => {
      const wanted = kinds.find(([pattern]) => pattern.test(name))?.[1];
      assert.ok(wanted, "every payload means something");
      const event = read(name);
      assert.equal(event?.kind, wanted);
      assert.equal(event?.source, AGENTS[name.split("/")[0] ?? ""]?.[1]);
      assert.ok(event?.session, "its conversation is known");
      if (/destructive|-(Write|Edit|edit|write_file|replace|editor)/.test(name))
        if (wanted === "before-tool") assert.ok(mustWait(event), "it waits");
      if (/checkpoint_|-(view|read)$/.test(name))
        assert.equal(event.tool?.does, "other");
    });

  it("has one key, whether Copilot writes the instant as a number or a date", () => {
    const prompt = payload("copilot-cli-pascal/UserPromptSubmit");
    const ms = Date.parse(prompt["timestamp"] as string);
    const twin = {
      sessionId: prompt["session_id"],
      timestamp: ms,
      cwd: prompt["cwd"],
      prompt: prompt["prompt"],
    };
    const key = readEvent(twin, "copilot", "userPromptSubmitted")?.key;
    assert.equal(key, read("copilot-cli-pascal/UserPromptSubmit")?.key);
    const later = { ...twin, timestamp: ms + 1 };
    assert.notEqual(
      readEvent(later, "copilot", "userPromptSubmitted")?.key,
      key,
    );
  });

  it("names the tool use whose background task has ended", () => {
    const event = read("claude-code/UserPromptSubmit-task-notification");
    assert.equal(event?.tool?.id, "toolu_mwl0r66oj5");
    // A person may write about it.
    const asked = read("claude-code/UserPromptSubmit", {
      prompt: "What is a <task-notification>?",
    });
    assert.equal(asked?.kind, "prompt");
  });

  it("names the model and the subagent where it says them", () => {
    assert.equal(read("codex/PreToolUse-Bash")?.model, "gpt-6-sol");
    assert.equal(read("qwen/SessionStart-startup")?.model, "fake");
    const sub = read("claude-code/PreToolUse-Write-subagent");
    assert.equal(sub?.subagent, "general-purpose");
    assert.equal(read("claude-code/PreToolUse-Write")?.subagent, null);
    // Cline gives its main agent an id too.
    assert.equal(read("cline/PreToolUse-editor")?.subagent, null);
    const child = read("cline/PreToolUse-editor", { parent_agent_id: "a" });
    assert.equal(child?.subagent, "agent_1794938757733_hguazd");
  });

  it("has the commands and files of Cline's own format", () => {
    const shell = read("cline/PreToolUse-run_commands");
    assert.equal(shell?.tool?.does, "shell");
    assert.equal(shell?.tool?.command, "cat src/m1.ts");
    const edit = read("cline/PreToolUse-editor");
    assert.deepEqual(edit?.tool?.paths, ["/workspace/notes.md"]);
    assert.deepEqual(edit?.roots, ["/workspace"]);
    const done = read("cline/TaskComplete");
    assert.equal(done?.text, "I wrote notes.md and changed src/m1.ts.");
  });

  it("is of the agent that the argument of a generic hook names", () => {
    const told = { event: "prompt", session: "s", prompt: "x" };
    const source = (argument: string, more: object = {}) =>
      readEvent({ ...told, ...more }, argument, null, FOREIGN)?.source;
    assert.equal(source("generic:My Robot"), "my-robot");
    assert.equal(source("generic:mine", { agent: "other" }), "other");
    assert.equal(source("generic:editor"), "agent-editor");
    assert.equal(source("generic"), "agent");
  });
});
