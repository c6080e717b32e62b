import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { repository } from "../../helpers/repository";
import { connect } from "../../mcp/connect";
import { makePlace, type Place } from "../place";
import { ended, hook, reading, recorded, workerPid } from "./hooking";

const SESSION = "late-session";

describe("what real agents tell late, twice or elsewhere", function () {
  this.timeout(120_000);
  let place: Place;

  beforeEach(async () => {
    place = makePlace();
    for (const file of ["m32.ts", "m33.ts", "other.ts"])
      place.write(file, "before\n");
    await claude("SessionStart", { source: "startup" });
  });
  afterEach(async () => {
    await ended(place);
    place.remove();
  });

  const tell = async (args: string[], payload: object) => {
    const { code } = await hook(place, "launcher", args, {
      cwd: place.root,
      ...payload,
    });
    assert.equal(code, 0);
    await recorded(place);
  };
  const claude = (event: string, more: object = {}) =>
    tell(["claude-code", event], {
      hook_event_name: event,
      session_id: SESSION,
      ...more,
    });
  const shell = (event: string, command: string, more: object = {}) =>
    claude(event, {
      tool_name: "Bash",
      tool_input: { command, run_in_background: true },
      tool_use_id: "toolu_1",
      ...more,
    });
  const NOTIFICATION =
    "<task-notification>\n<task-id>b1</task-id>\n<tool-use-id>toolu_1</tool-use-id>\n<status>completed</status>\n</task-notification>";
  const source = (file: string) =>
    reading(place, (engine) => engine.history(file)[0]?.source);
  const messages = (thread = SESSION) =>
    reading(place, (engine) =>
      engine.thread(thread).messages.map(({ role, text }) => [role, text]),
    );

  it("sets guards before in-place edits apart from those before real dangers", async () => {
    await shell("PreToolUse", "sed -i s/before/after/ m32.ts");
    await shell("PreToolUse", "rm -rf other.ts", { tool_use_id: "toolu_2" });
    const guards = await reading(
      place,
      (engine) => engine.list({ kinds: ["guard"] }).checkpoints,
    );
    assert.deepEqual(
      guards.map(({ name, metadata }) => [name, metadata["edit"] === true]),
      [
        ["Before rm -rf other.ts", false],
        ["Before sed -i s/before/after/ m32.ts", true],
      ],
    );
  });

  for (const [when, isLate] of [
    ["before it reports its answer", false],
    ["after that", true],
  ] as const)
    it(`marks the messages that Claude Code was rewound past, if it writes its transcript ${when}`, async () => {
      const transcript_path = path.join(place.root, "..", "transcript.jsonl");
      const fixture = "test/fixtures/transcripts/claude-code.jsonl";
      const rows = fs.readFileSync(path.join(repository, fixture), "utf8");
      const at = rows.lastIndexOf(
        '{"type":"queue-operation","operation":"enqueue"',
      );
      const write = (written: string) => {
        const time = `"timestamp":"${new Date().toISOString()}"`;
        const text = written.replaceAll(/"timestamp":"[^"]*"/g, time);
        fs.writeFileSync(transcript_path, text);
      };
      const say = async (prompt: string, answer: string, written: string) => {
        await claude("UserPromptSubmit", { prompt, transcript_path });
        if (!isLate) write(written);
        const { code } = await hook(place, "launcher", ["claude-code"], {
          hook_event_name: "Stop",
          session_id: SESSION,
          cwd: place.root,
          last_assistant_message: answer,
          transcript_path,
        });
        assert.equal(code, 0);
        // What does not wait for the transcript has been recorded by then.
        if (isLate) await atMost(500, recorded(place));
        if (isLate) write(written);
        await recorded(place);
      };
      const deleted = () =>
        reading(place, (engine) =>
          engine.thread(SESSION).messages.map((one) => one.deleted),
        );
      await say("PLAY:one please write", "One.", rows.slice(0, at));
      await say("PLAY:two sed and rm", "Two.", rows.slice(0, at));
      assert.deepEqual(await deleted(), [false, false, false, false]);
      await say("PLAY:one again please", "Again.", rows);
      assert.deepEqual(await deleted(), [
        ...[false, false, true, true, false, false],
      ]);
    });

  for (const [when, isEnded] of [
    ["in the same turn", false],
    ["after the turn", true],
  ] as const)
    it(`keeps the author of a command in the background that ends ${when}`, async () => {
      const command = "sleep 2; sed -i s/before/BG/ m32.ts";
      await claude("UserPromptSubmit", { prompt: "go", prompt_id: "p1" });
      await shell("PreToolUse", command);
      await shell("PostToolUse", command, {
        tool_response: { stdout: "", backgroundTaskId: "b1" },
      });
      if (isEnded) await claude("Stop", { last_assistant_message: "wait" });
      place.write("m32.ts", "BG\n");
      await claude("UserPromptSubmit", { prompt: NOTIFICATION });
      assert.equal(await source("m32.ts"), "claude-code");
      const said = await messages();
      assert.deepEqual(
        said.filter(([role]) => role === "user"),
        [["user", "go"]],
        "the notification is not the person's message",
      );
      // Nothing is claimed any more.
      place.write("m32.ts", "person\n");
      await claude("SessionEnd", { reason: "exit" });
      assert.equal(await source("m32.ts"), "outside");
    });

  it("does not give a person's file to a command in the background after the turn", async () => {
    await shell("PreToolUse", "npm run dev");
    await shell("PostToolUse", "npm run dev", {
      tool_response: { backgroundTaskId: "b1" },
    });
    await claude("Stop", { last_assistant_message: "it runs" });
    place.write("other.ts", "person\n");
    await claude("UserPromptSubmit", { prompt: "next" });
    assert.equal(await source("other.ts"), "outside");
    await reading(place, (engine) =>
      assert.deepEqual(engine.planRevert({ source: "claude-code" }).maybe, [
        { path: "other.ts", sources: ["claude-code"] },
      ]),
    );
  });

  it("settles what was interrupted at the next prompt: nobody knows, maybe the agent", async () => {
    await claude("UserPromptSubmit", { prompt: "go" });
    await shell("PreToolUse", "sed -i s/before/INT/ m33.ts; sleep 60");
    place.write("m33.ts", "INT\n");
    await claude("UserPromptSubmit", { prompt: "stop that" });
    assert.equal(await source("m33.ts"), "outside");
    await reading(place, (engine) => {
      const { plan, maybe } = engine.planRevert({ source: "claude-code" });
      assert.deepEqual(plan.writes, []);
      assert.deepEqual(maybe, [{ path: "m33.ts", sources: ["claude-code"] }]);
    });
  });

  it("records the end of a turn that failed", async () => {
    await shell("PreToolUse", "npm run build");
    place.write("other.ts", "built\n");
    await claude("StopFailure", { error: "overloaded" });
    assert.equal(await source("other.ts"), "claude-code");
  });

  it("reads Copilot's answer from its transcript, and records no message twice", async () => {
    const transcript = path.join(place.root, "..", "events.jsonl");
    const line = (type: string, data: object) => JSON.stringify({ type, data });
    fs.writeFileSync(
      transcript,
      [
        line("user.message", { content: "go" }),
        line("assistant.message", {
          content: "Step 1.",
          toolRequests: [{ name: "bash" }],
        }),
        line("tool.execution_complete", {}),
        line("assistant.message", {
          content: "All done.",
          toolRequests: [],
          model: "fake-1",
        }),
        line("assistant.turn_end", {}),
        "",
      ].join("\n"),
    );
    const at = Date.UTC(2026, 10, 18);
    // Copilot runs its own hooks and those in Claude Code's settings.
    for (const [event, pascal, more] of [
      ["userPromptSubmitted", "UserPromptSubmit", { prompt: "go" }],
      ["agentStop", "Stop", { stopReason: "end_turn" }],
    ] as const) {
      await tell(["copilot", event], {
        sessionId: "c1",
        timestamp: at,
        transcriptPath: transcript,
        ...more,
      });
      await tell(["claude-code", pascal], {
        hook_event_name: pascal,
        session_id: "c1",
        timestamp: new Date(at).toISOString(),
        transcript_path: transcript,
        ...more,
      });
    }
    assert.deepEqual(await messages("c1"), [
      ["user", "go"],
      ["agent", "All done."],
    ]);
  });

  it("takes the last of Gemini's messages as its answer", async () => {
    const transcript = path.join(place.root, "..", "session.jsonl");
    const entry = (type: string, content: unknown) =>
      JSON.stringify({ type, content, model: "gemini-9" });
    const answer = "I wrote notes.md.\n\nAnd tests.";
    fs.writeFileSync(
      transcript,
      [
        entry("user", [{ text: "go" }]),
        entry("gemini", "Step 1."),
        entry("gemini", answer),
        '{"$set":{}}',
      ].join("\n"),
    );
    await tell(["gemini", "AfterAgent"], {
      hook_event_name: "AfterAgent",
      session_id: "g1",
      timestamp: "2026-11-17T18:17:45.842Z",
      transcript_path: transcript,
      prompt_response: `Step 1.\n${answer}`,
    });
    assert.deepEqual(await messages("g1"), [["agent", answer]]);
  });

  it("has its answer even if the transcript is missing or a pipe would block", async () => {
    for (const transcript_path of ["/no/such/file", "/dev/stdin", place.root])
      await tell(["gemini", "AfterAgent"], {
        hook_event_name: "AfterAgent",
        session_id: "g2",
        timestamp: transcript_path,
        transcript_path,
        prompt_response: "Said.",
      });
    const said = await messages("g2");
    assert.deepEqual(said[0], ["agent", "Said."]);
  });

  it("records the model and the subagent of a change, and finds it by them", async () => {
    const sub = {
      tool_name: "Write",
      tool_input: { file_path: path.join(place.root, "sub.md") },
      tool_use_id: "toolu_2",
      agent_id: "a1",
      agent_type: "reviewer",
      model: "model-b",
    };
    await claude("PreToolUse", sub);
    place.write("sub.md", "sub\n");
    await claude("PostToolUse", sub);
    const codex = {
      hook_event_name: "PostToolUse",
      session_id: "x1",
      turn_id: "t1",
      model: "gpt-6",
      tool_name: "Bash",
      tool_input: { command: "make" },
      tool_use_id: "toolu_3",
    };
    await tell(["codex", "PreToolUse"], {
      ...codex,
      hook_event_name: "PreToolUse",
    });
    place.write("other.ts", "built\n");
    await tell(["codex", "PostToolUse"], codex);
    await reading(place, (engine) => {
      engine.checkpoint({ kind: "manual", capture: false });
      const [subs] = engine.history("sub.md");
      assert.deepEqual(
        [subs?.source, subs?.model, subs?.subagent],
        ["claude-code", "model-b", "reviewer"],
      );
      const [built] = engine.history("other.ts");
      assert.deepEqual(
        [built?.source, built?.model, built?.subagent],
        ["codex", "gpt-6", undefined],
      );
      const names = (filter: object) =>
        engine.list(filter).checkpoints.map(({ kind }) => kind);
      // The guard before codex's command has what the subagent wrote.
      assert.deepEqual(names({ model: "model-b" }), ["guard"]);
      assert.deepEqual(names({ subagent: "reviewer" }), ["guard"]);
      assert.deepEqual(names({ model: "gpt-6" }), ["manual"]);
      assert.deepEqual(names({ model: "gpt" }), []);
      assert.deepEqual(engine.get("latest").models, ["gpt-6"]);
      assert.equal(engine.get("latest").subagents, undefined);
    });
  });

  it("gives a checkpoint made through MCP the conversation that its hooks know", async () => {
    await claude("UserPromptSubmit", { prompt: "go", prompt_id: "p1" });
    const agent = await connect(place, { name: "claude-code" });
    const thread = async () => {
      const { data } = await agent.ok("checkpoint_create", {});
      return [data.checkpoint.thread, data.checkpoint.message] as unknown[];
    };
    try {
      assert.deepEqual(await thread(), [SESSION, "p1"]);
      await claude("Stop", { last_assistant_message: "done" });
      assert.deepEqual(await thread(), [null, null], "the turn is over");
      for (const session_id of [SESSION, "another"])
        await claude("UserPromptSubmit", { prompt: "go", session_id });
      assert.deepEqual(await thread(), [null, null], "it may be either");
    } finally {
      await agent.close();
    }
  });

  it("gives it the conversation of a prompt that is not recorded yet", async function () {
    if (process.platform === "win32") this.skip(); // processes cannot be paused there
    const agent = await connect(place, { name: "claude-code" });
    const worker = await workerPid(place);
    process.kill(worker, "SIGSTOP");
    try {
      await hook(place, "launcher", ["claude-code"], {
        hook_event_name: "UserPromptSubmit",
        session_id: SESSION,
        cwd: place.root,
        prompt: "go",
        prompt_id: "p1",
      });
      const made = agent.ok("checkpoint_create", {});
      // What does not wait for the prompt has been created by then.
      await atMost(1000, made);
      process.kill(worker, "SIGCONT");
      const { checkpoint } = (await made).data;
      assert.deepEqual(
        [checkpoint.thread, checkpoint.message],
        [SESSION, "p1"],
      );
    } finally {
      process.kill(worker, "SIGCONT");
      await agent.close();
    }
  });
});

/** Waits for work to end, but not longer than this. */
function atMost(ms: number, work: Promise<unknown>): Promise<unknown> {
  return Promise.race([
    work,
    new Promise((resolve) => setTimeout(resolve, ms)),
  ]);
}
