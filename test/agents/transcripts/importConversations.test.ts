import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { readLinkedSteps } from "../../../src/agents/transcripts/linkedSteps";
import type { ThreadDetail } from "../../../src/engine/model/thread";
import { cliForEach, type CliWorkspace } from "../../cli/runCli";

/** A transcript as Claude Code writes it: each step names the one before it. */
function transcript(cwd: string, from = Date.now()) {
  const lines: string[] = ['{"type":"summary","summary":"s"}'];
  let at = from;
  const add = (
    type: "user" | "assistant",
    uuid: string,
    parentUuid: string | null,
    content: unknown,
    more: object = {},
  ) => {
    const timestamp = new Date(at++).toISOString();
    const message = { role: type, content };
    const row = { type, uuid, parentUuid, timestamp, cwd, message, ...more };
    lines.push(JSON.stringify(row));
  };
  return { add, text: () => lines.join("\n") + "\n" };
}

describe("a transcript of Claude Code", () => {
  const anywhere = () => true;

  it("gives what was said, and an agent's turn as its last text", () => {
    const { add, text } = transcript("/w");
    add("user", "u1", null, "Add a test");
    add("assistant", "a1", "u1", [{ type: "text", text: "Let me look." }]);
    add("assistant", "a2", "a1", [{ type: "tool_use", name: "Bash" }]);
    add("user", "r1", "a2", [{ type: "tool_result", content: "ok" }]);
    add("user", "n1", "r1", "<task-notification>done</task-notification>");
    add("user", "m1", "n1", "A note", { isMeta: true });
    add("assistant", "s1", null, "Subagent", { isSidechain: true });
    add("assistant", "a3", "m1", [{ type: "text", text: "Added." }]);
    assert.deepEqual(
      readLinkedSteps(text(), anywhere).map(({ id, role, text: said }) => [
        id,
        role,
        said,
      ]),
      [
        ["u1", "user", "Add a test"],
        ["a3", "agent", "Added."],
      ],
    );
    assert.deepEqual(
      readLinkedSteps(text(), () => false),
      [],
    );
  });

  it("marks what was rewound, and reads past broken lines and circles", () => {
    const { add, text } = transcript("/w");
    add("user", "u1", null, "One");
    add("assistant", "a1", "u1", "Did one");
    add("user", "u2", "a1", "Two");
    add("assistant", "a2", "u2", "Did two");
    add("user", "u3", "a1", "Two, but better");
    const read = (more = "") =>
      readLinkedSteps(text() + more, anywhere)
        .filter(({ isRewound }) => isRewound)
        .map(({ id }) => id);
    assert.deepEqual(read(), ["u2", "a2"]);
    assert.deepEqual(read('null\n[]\n{"type":"user"\n'), ["u2", "a2"]);
    const { add: addLoop, text: loop } = transcript("/w");
    addLoop("user", "x", "y", "X");
    addLoop("user", "y", "x", "Y");
    assert.equal(readLinkedSteps(loop(), anywhere).length, 2);
  });
});

describe("checkpoint import-conversations", function () {
  this.timeout(60_000);
  const workspace = cliForEach();
  const put = (made: CliWorkspace, name: string, text: string) => {
    const project = made.root.replace(/[^a-zA-Z0-9]/g, "-");
    const folder = path.join(made.home, ".claude", "projects", project);
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, `${name}.jsonl`), text);
  };

  it("fills a conversation, linked to the files of its time, once", async () => {
    const made = workspace({ "a.txt": "one\n" });
    await made.prints("create", "-m", "before");
    const { add, text } = transcript(made.root);
    add("user", "u1", null, "Change a");
    add("assistant", "a1", "u1", "Changed");
    add("user", "u2", "u1", "Change it better");
    put(made, "session-1", text());
    const other = transcript("/somewhere/else");
    other.add("user", "u9", null, "Not here");
    put(made, "session-2", other.text());
    made.write("a.txt", "two\n");
    await made.prints("create", "-m", "after");
    const first = await made.json("import-conversations", "claude-code");
    assert.deepEqual(first, {
      threads: ["session-1"],
      messages: 3,
      leftOut: 0,
    });
    const { thread } = await made.json<{ thread: ThreadDetail }>(
      ...["thread", "show", "session-1"],
    );
    assert.equal(thread.source, "claude-code");
    assert.deepEqual(
      thread.messages.map(({ id, deleted }) => [id, deleted]),
      [
        ["u1", false],
        ["a1", true],
        ["u2", false],
      ],
    );
    await made.prints(
      "thread",
      "edit",
      "session-1",
      "u1",
      "--include-others",
      "--yes",
    );
    assert.equal(made.text("a.txt"), "one\n");
    const again = await made.json("import-conversations", "claude-code");
    assert.deepEqual(again, { threads: [], messages: 0, leftOut: 0 });
  });

  it("leaves out what is older than the history, and agents it cannot read", async () => {
    const made = workspace({ "a.txt": "one\n" });
    const { add, text } = transcript(made.root, Date.now() - 3_600_000);
    add("user", "u1", null, "Long ago");
    put(made, "session-1", text());
    await made.prints("create");
    const { messages, leftOut } = await made.json<{
      messages: number;
      leftOut: number;
    }>("import-conversations", "claude-code");
    assert.deepEqual([messages, leftOut], [0, 1]);
    const wrong = await made.problem("import-conversations", "nobody");
    assert.equal(wrong.code, "bad-input");
  });
});
