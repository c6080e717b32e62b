import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { register } from "../../../src/host/registry";
import { storeDirFor } from "../../../src/host/stores";
import { makePlace, type Place } from "../place";
import { ended, hook, logOf, reading, recorded } from "./hooking";

describe("verdicts from agents' hooks", () => {
  let place: Place;
  beforeEach(() => {
    place = makePlace();
    place.write("src/a.txt", "good\n");
  });
  afterEach(async () => {
    await ended(place);
    place.remove();
  });

  async function send(
    name: string,
    more: object,
    env: Record<string, string> = {},
  ): Promise<void> {
    const payload = {
      ...{ hook_event_name: name, session_id: "s1", prompt_id: "p1" },
      ...{ cwd: place.root, ...more },
    };
    const { code } = await hook(
      place,
      "command",
      ["claude-code", name],
      payload,
      env,
    );
    assert.equal(code, 0);
  }
  const bash = (command: string) => ({
    ...{ tool_name: "Bash", tool_input: { command }, tool_use_id: command },
  });
  const before = (command: string) => send("PreToolUse", bash(command));
  const passed = (command: string) =>
    send("PostToolUse", {
      ...bash(command),
      tool_response: { stdout: "", stderr: "", interrupted: false },
      duration_ms: 1234,
    });
  const failed = (command: string, exitCode = 1) =>
    send("PostToolUseFailure", {
      ...bash(command),
      error: `Exit code ${exitCode}`,
      is_interrupt: false,
    });
  async function edit(file: string, text: string): Promise<void> {
    const tool = {
      ...{ tool_name: "Write", tool_use_id: `${file} ${text}` },
      tool_input: { file_path: `${place.root}/${file}` },
    };
    await send("PreToolUse", tool);
    place.write(file, text);
    await send("PostToolUse", { ...tool, tool_response: {} });
  }
  const checks = async () => {
    await recorded(place);
    return reading(place, (engine) => engine.status().checks);
  };
  const textAt = (ref: string) =>
    reading(place, (engine) =>
      Buffer.from(engine.read(ref, "src/a.txt")).toString(),
    );

  it("are about the state that the command saw, with the agent's name", async () => {
    await send("UserPromptSubmit", { prompt: "Make it better" });
    await before("npm test");
    await passed("npm test");
    const [good] = await checks();
    assert.deepEqual(
      { ...good?.last, at: "" },
      {
        ...{ label: "npm test", passed: true, exitCode: 0, durationMs: 1234 },
        ...{ source: "claude-code", at: "", exact: true },
      },
    );
    await edit("src/a.txt", "worse\n");
    await before("npm test");
    await failed("npm test", 2);
    const [bad] = await checks();
    assert.equal(bad?.last.exitCode, 2);
    assert.deepEqual(bad?.lastGood?.sources, [
      { source: "claude-code", files: 1 },
    ]);
    assert.equal(await textAt("good"), "good\n");
    assert.equal(await textAt("bad"), "worse\n");
    const { plan, conflicts } = await reading(place, (engine) =>
      engine.planRevert({ source: "claude-code", since: "good" }),
    );
    assert.deepEqual(conflicts, []);
    assert.deepEqual(
      plan.writes.map(({ path }) => path),
      ["src/a.txt"],
    );
    assert.equal(logOf(place), "");
  });

  it("are known of a check that runs longer than the worker waits for events", async () => {
    const env = { CHECKPOINT_HOOK_IDLE_MS: "300" };
    await send("PreToolUse", bash("npm test"), env);
    await recorded(place);
    const lock = path.join(place.dataDir, "hooks", "worker.pid");
    // The worker looks at least once a second whether it has waited long enough.
    const end = Date.now() + 3000;
    while (fs.existsSync(lock) && Date.now() < end)
      await new Promise((resolve) => setTimeout(resolve, 10));
    await passed("npm test");
    const [good] = await checks();
    assert.equal(good?.last.passed, true);
  });

  it("count for no state if files changed while the command ran", async () => {
    await before("npm test");
    place.write("src/a.txt", "by somebody else\n");
    await passed("npm test");
    const [one] = await checks();
    assert.equal(one?.last.exact, false);
    assert.equal(one?.lastGood, null);
  });

  it("need a check, a start and a result", async () => {
    await before("rm -rf out");
    await passed("rm -rf out");
    await passed("npm test"); // Nobody knows what it saw.
    await before("npm test | tail -5");
    await passed("npm test | tail -5");
    await before("npm run build");
    await failed("npm run build", 130); // interrupted
    await before("cd /elsewhere && npm test");
    await passed("cd /elsewhere && npm test");
    assert.deepEqual(await checks(), []);
  });

  it("of Codex have the exit code from its transcript", async () => {
    const transcript = path.join(place.dataDir, "..", "rollout.jsonl");
    const tell = async (name: string) => {
      const payload = {
        ...{ hook_event_name: name, session_id: "s1", turn_id: "t1" },
        ...{ cwd: place.root, transcript_path: transcript },
        ...{ tool_name: "Bash", tool_input: { command: "npm test" } },
        ...{ tool_use_id: "call_1", tool_response: "1 failing" },
      };
      await hook(place, "command", ["codex", name], payload);
    };
    await tell("PreToolUse");
    const item = { type: "CommandExecution", id: "call_1", exit_code: 1 };
    const other = { ...item, id: "call_2", exit_code: 0 };
    fs.mkdirSync(path.dirname(transcript), { recursive: true });
    fs.writeFileSync(
      transcript,
      [item, other]
        .map((one) => JSON.stringify({ payload: { item: one } }) + "\n")
        .join(""),
    );
    await tell("PostToolUse");
    const [one] = await checks();
    assert.equal(one?.last.exitCode, 1);
    assert.equal(one?.last.source, "codex");
  });

  it("have no secrets in their labels", async () => {
    const command = "TOKEN=s3cret npm test -- --key s3cret";
    await before(command);
    await passed(command);
    const [one] = await checks();
    assert.equal(one?.label, "npm test …");
  });

  it("follow the settings of the folder", async () => {
    const { root, dataDir } = place;
    const storeDir = storeDirFor(dataDir, root);
    const settings = {
      checks: { enabled: true, add: ["smoke.sh"], remove: ["npm test"] },
    };
    register(dataDir, { root, storeDir, settings });
    for (const command of ["npm test", "./smoke.sh"]) {
      await before(command);
      await passed(command);
    }
    assert.deepEqual(
      (await checks()).map(({ label }) => label),
      ["smoke.sh"],
    );
  });
});
