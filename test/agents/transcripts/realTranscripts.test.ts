import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { transcripts } from "../../../src/agents/transcripts/pastConversations";
import { rewoundMessages } from "../../../src/agents/transcripts/rewoundMessages";
import type { ThreadMessage } from "../../../src/engine/model/thread";
import { repository } from "../../helpers/repository";

const FIXTURES = path.join(repository, "test", "fixtures", "transcripts");
const ROOT = "/work/shop";

const ONE = "I wrote notes.md and changed src/m1.ts.";
const TWO = "Sed and rm are done.";

describe("transcripts as the real agents wrote them", () => {
  let base: string;
  beforeEach(() => {
    base = fs.mkdtempSync(path.join(os.tmpdir(), "checkpoint-transcripts-"));
  });
  afterEach(() => fs.rmSync(base, { recursive: true, force: true }));

  const read = (
    agent: string,
    more = "",
    isHere = (cwd: string): boolean => cwd === ROOT,
  ) => {
    const text = fs
      .readFileSync(path.join(FIXTURES, `${agent}.jsonl`), "utf8")
      .replaceAll("__WORKSPACE__", ROOT);
    // Gemini keeps the folder's path beside the transcripts.
    const file = path.join(base, "chats", "session-1.jsonl");
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(path.join(base, ".project_root"), ROOT);
    return transcripts[agent]!.read(text + more, file, isHere);
  };
  const said = (agent: string, more?: string) =>
    read(agent, more)?.messages.map(({ role, text, isRewound }) => [
      role,
      text,
      isRewound,
    ]);

  const two = (agent: string) => (agent === "codex" ? "two-codex" : "two");

  for (const agent of ["codex", "copilot", "gemini", "qwen"])
    it(`${agent}: prompts, and each turn's last answer`, () => {
      assert.deepEqual(said(agent), [
        ["user", "PLAY:one please write", false],
        ["agent", ONE, false],
        ["user", `PLAY:${two(agent)} sed and rm`, false],
        ["agent", TWO, false],
      ]);
      const ids = read(agent)!.messages.map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length);
    });

  it("claude-code: the same, and what it was rewound past", () => {
    assert.deepEqual(said("claude-code"), [
      ["user", "PLAY:one please write", false],
      ["agent", ONE, false],
      ["user", "PLAY:two sed and rm", true],
      ["agent", TWO, true],
      ["user", "PLAY:one again please", false],
      ["agent", ONE, false],
    ]);
  });

  for (const agent of Object.keys(transcripts)) {
    it(`${agent}: nothing of a conversation in another folder`, () => {
      const found = read(agent, "", () => false);
      assert.deepEqual(found?.messages ?? [], []);
    });

    it(`${agent}: reads past a line that is still being written`, () => {
      assert.deepEqual(said(agent, '{"type":"us'), said(agent));
    });
  }

  it("codex: what was rolled back", () => {
    const row = { type: "thread_rolled_back", num_turns: 1 };
    const rolled = JSON.stringify({ type: "event_msg", payload: row });
    const flags = said("codex", rolled)?.map(([, , isRewound]) => isRewound);
    assert.deepEqual(flags, [false, false, true, true]);
  });

  it("qwen: what was rewound, to a prompt or to the start", () => {
    const [, , second] = read("qwen")!.messages;
    const rows = fs.readFileSync(path.join(FIXTURES, "qwen.jsonl"), "utf8");
    const before = rows
      .split("\n")
      .filter(Boolean)
      .map((row) => JSON.parse(row) as Record<string, string>)
      .find(({ uuid }) => uuid === second!.id)!["parentUuid"]!;
    // As its chat recording service writes it.
    const rewind = (parentUuid: string | null) =>
      JSON.stringify({
        ...{ uuid: "rewind", parentUuid, type: "system", subtype: "rewind" },
        ...{ timestamp: "2026-11-18T14:00:00.000Z", provenance: "system" },
        ...{ cwd: ROOT, systemPayload: { truncatedCount: 2 } },
      });
    const flags = (parentUuid: string | null) =>
      said("qwen", `${rewind(parentUuid)}\n`)?.map((message) => message[2]);
    assert.deepEqual(flags(before), [false, false, true, true]);
    assert.deepEqual(flags(null), [true, true, true, true]);
  });

  it("qwen: no prompt of its own goals", () => {
    const prompt = (provenance: string) =>
      JSON.stringify({
        ...{ uuid: provenance, parentUuid: null, type: "user", provenance },
        ...{ timestamp: "2026-11-18T14:00:00.000Z", cwd: ROOT },
        message: { role: "user", parts: [{ text: provenance }] },
      });
    const more = `${prompt("goal_runtime")}\n${prompt("real_user")}\n`;
    const texts = said("qwen", more)?.map(([, text]) => text);
    assert.equal(texts?.includes("goal_runtime"), false);
    assert.equal(texts?.at(-1), "real_user");
  });

  it("gemini: what was rewound", () => {
    const id = read("gemini")!.messages[2]!.id;
    const rewound = JSON.stringify({ $rewindTo: id });
    const flags = said("gemini", rewound)?.map(([, , isRewound]) => isRewound);
    assert.deepEqual(flags, [false, false, true, true]);
  });

  it("finds the recorded messages of what was rewound, by their texts in order", () => {
    const past = read("claude-code")!.messages;
    const recorded = (texts: [string, string, boolean?][]) =>
      texts.map(([role, text, deleted = false], i) => ({
        ...{ id: `m${i}`, role, text, deleted },
      })) as ThreadMessage[];
    const all: [string, string][] = [
      ["user", "PLAY:one please write"],
      ["agent", ONE],
      ["user", "a prompt that the transcript does not have"],
      ["user", "PLAY:two sed and rm\n"],
      ["agent", TWO],
      ["user", "PLAY:one again please"],
    ];
    assert.deepEqual(rewoundMessages(past, recorded(all)), ["m3", "m4"]);
    const marked = all.map(([role, text], i) => [role, text, i === 3] as const);
    assert.deepEqual(rewoundMessages(past, recorded(marked as never)), ["m4"]);
    assert.deepEqual(rewoundMessages([], recorded(all)), []);
  });
});
