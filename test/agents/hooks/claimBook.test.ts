import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { ClaimBook } from "../../../src/agents/hooks/claimBook";
import type { Payload } from "../../../src/agents/hooks/payload";
import { readEvent } from "../../../src/agents/hooks/readEvent";
import { readClaims } from "../../../src/host/claims";
import { fixture } from "./hooking";

describe("a claim of an agent's command", () => {
  const root = "/work/shop";
  let dataDir: string;
  let book: ClaimBook;
  beforeEach(() => {
    dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "checkpoint-claims-"));
    book = new ClaimBook(dataDir, root, Date.now);
  });
  afterEach(() => fs.rmSync(dataDir, { recursive: true }));

  it("knows which other agents' tools ran beside it, also once they have ended", () => {
    const event = (agent: string, name: string) =>
      readEvent(
        {
          hook_event_name: name,
          session_id: agent,
          tool_name: "Bash",
          tool_input: { command: "make" },
          tool_use_id: agent,
        },
        agent,
        null,
      )!;
    const open = { paths: [], isOpen: true };
    const beside = () =>
      readClaims(dataDir, root, Date.now()).map((claim) => claim.beside);
    book.begin(event("codex", "PreToolUse"), open);
    book.begin(event("codex", "PreToolUse"), open);
    assert.deepEqual(beside(), [[], []]);
    book.begin(event("claude-code", "PreToolUse"), open);
    book.end(event("claude-code", "PostToolUse"));
    assert.deepEqual(beside(), [["claude-code"], ["claude-code"]]);
  });

  it("ends when the command has failed, as when it has succeeded", () => {
    const failed = fixture("claude-code/post-tool-failure", root) as Payload;
    const event = (name: string) =>
      readEvent({ ...failed, hook_event_name: name }, "claude-code", null)!;
    for (const end of ["PostToolUse", "PostToolUseFailure"]) {
      book.begin(event("PreToolUse"), { paths: [], isOpen: true });
      assert.equal(readClaims(dataDir, root, Date.now()).length, 1);
      book.end(event(end));
      assert.deepEqual(readClaims(dataDir, root, Date.now()), [], end);
    }
  });
});
