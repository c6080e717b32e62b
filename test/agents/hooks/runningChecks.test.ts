import assert from "node:assert/strict";
import { readEvent, type HookEvent } from "../../../src/agents/hooks/readEvent";
import { RunningChecks } from "../../../src/agents/hooks/runningChecks";
import type { EngineClient } from "../../../src/worker/client";

const MINUTE = 60_000;

describe("the checks that agents are running", () => {
  let now = 0;
  let recorded: unknown[] = [];
  let checks: RunningChecks;
  beforeEach(() => {
    now = 0;
    recorded = [];
    checks = new RunningChecks(
      "/work/shop",
      () => ({}),
      () => now,
    );
  });

  const engine = {
    resolve: () => Promise.resolve({ moment: 7 }),
    verdict: (given: unknown) => {
      recorded.push(given);
      return Promise.resolve();
    },
  } as unknown as EngineClient;
  const event = (name: string, session_id = "s1"): HookEvent =>
    readEvent(
      {
        ...{ hook_event_name: name, session_id, cwd: "/work/shop" },
        ...{ tool_name: "Bash", tool_use_id: `${session_id} t1` },
        tool_input: { command: "npm test" },
        tool_response: { stdout: "", stderr: "", interrupted: false },
      },
      "claude-code",
      null,
    )!;

  it("are known for as long as a check may take", async () => {
    await checks.begin(engine, event("PreToolUse"));
    now += 25 * MINUTE;
    assert.equal(checks.isRunning, true);
    await checks.end(engine, event("PostToolUse"));
    assert.equal(checks.isRunning, false);
    assert.deepEqual(recorded, [
      {
        ...{ label: "npm test", passed: true, exitCode: 0, since: 7 },
        ...{ source: "claude-code", durationMs: 25 * MINUTE },
      },
    ]);
  });

  it("do not keep the worker running for an agent that was killed", async () => {
    await checks.begin(engine, event("PreToolUse"));
    now += 24 * 60 * MINUTE;
    assert.equal(checks.isRunning, false);
  });

  it("end with the turn in which they were interrupted", async () => {
    await checks.begin(engine, event("PreToolUse"));
    await checks.begin(engine, event("PreToolUse", "s2"));
    checks.endAll(event("Stop"));
    assert.equal(checks.isRunning, true, "another conversation's goes on");
    checks.endAll(event("Stop", "s2"));
    assert.equal(checks.isRunning, false);
  });
});
