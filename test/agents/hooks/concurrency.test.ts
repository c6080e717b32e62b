import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { DIST, makePlace, type Place } from "../place";
import { ended, fixture, hook, logOf, reading, recorded } from "./hooking";

const run = promisify(execFile);
const WHOLE = "before git checkout .";

describe("hooks of several agents at once", function () {
  this.timeout(300_000);
  let place: Place;

  beforeEach(() => {
    place = makePlace();
    place.write("shared.txt", "0\n");
  });
  afterEach(async () => {
    await ended(place);
    place.remove();
  });

  /** One turn of an agent that writes a file of its own, told step by step. */
  async function turn(agent: string, n: number): Promise<void> {
    const tell = (event: string, more: Record<string, unknown> = {}) =>
      hook(place, "launcher", ["generic", event], {
        event,
        agent,
        session: `${agent}-session`,
        turn: `${agent}-${n}`,
        cwd: place.root,
        ...more,
      });
    const file = `${agent}/${n}.txt`;
    const tool = { name: "write_file", paths: [path.join(place.root, file)] };
    await tell("prompt", { prompt: `${agent} ${n}` });
    await tell("before-tool", { tool });
    place.write(file, `${agent} wrote ${n}\n`);
    await tell("after-tool", { tool });
    await tell("turn-end", { text: `wrote ${n}` });
  }

  it("lose nothing and name each author, while a third process captures too", async () => {
    await hook(place, "launcher", ["generic"], {
      event: "session-start",
      agent: "first",
      session: "first-session",
      cwd: place.root,
    });
    await recorded(place);
    const turns = 8;
    let isDone = false;
    // As an editor's watcher does: it looks at everything, again and again.
    const third = async () => {
      const { openFor } = await import("../../../src/host/openFor");
      const { locate } = await import("../../../src/host/locate");
      const engine = await openFor(
        locate({ workspace: place.root, env: place.env, cwd: place.root }),
        { assetsDir: DIST },
      );
      let seen = 0;
      while (!isDone) {
        seen += engine.capture({ source: "outside" }).isNew ? 1 : 0;
        await new Promise((resolve) => setTimeout(resolve, 15));
      }
      engine.close();
      return seen;
    };
    const agent = async (name: string) => {
      for (let n = 0; n < turns; n++) await turn(name, n);
    };
    const person = async () => {
      for (let n = 0; n < turns; n++) {
        place.write(`person/${n}.txt`, `${n}\n`);
        await run(
          process.execPath,
          [path.join(DIST, "cli.js"), "create", "-m", `person ${n}`],
          { cwd: place.root, env: place.env },
        );
      }
    };
    const watching = third();
    await Promise.all([agent("first"), agent("second"), person()]);
    await recorded(place);
    isDone = true;
    await watching;
    assert.equal(logOf(place), "");

    await reading(place, (engine) => {
      for (const name of ["first", "second"]) {
        for (let n = 0; n < turns; n++) {
          const [version] = engine.history(`${name}/${n}.txt`);
          assert.equal(version?.source, name, `${name}/${n}.txt`);
        }
        const { messages, source } = engine.thread(`${name}-session`);
        assert.equal(source, name);
        assert.deepEqual(
          messages
            .filter(({ role }) => role === "user")
            .map(({ text }) => text),
          Array.from({ length: turns }, (_, n) => `${name} ${n}`),
        );
        assert.equal(messages.length, 2 * turns);
      }
      for (let n = 0; n < turns; n++) {
        const [version] = engine.history(`person/${n}.txt`);
        assert.ok(
          ["outside", "cli"].includes(version?.source ?? ""),
          `person/${n}.txt is not an agent's`,
        );
        assert.ok(engine.get(`person ${n}`));
      }
      assert.ok(engine.verify().ok);
    });
  });

  it("record the same event once when two settings tell of it", async () => {
    const payload = fixture("cursor/user-prompt", place.root);
    const start = fixture("cursor/session-start", place.root);
    await Promise.all([
      hook(place, "launcher", ["cursor", "sessionStart"], start),
      hook(place, "launcher", ["claude-code", "SessionStart"], start),
    ]);
    await Promise.all([
      hook(place, "launcher", ["cursor", "beforeSubmitPrompt"], payload),
      hook(place, "launcher", ["claude-code", "UserPromptSubmit"], payload),
    ]);
    await recorded(place);
    await reading(place, (engine) => {
      const [thread] = engine.threads();
      assert.equal(thread?.messages, 1);
      assert.equal(engine.list({ kinds: ["session"] }).total, 1);
    });
  });

  it("survive the worker's sudden end: the next event brings the others with it", async () => {
    const prompt = (n: number) =>
      hook(place, "launcher", ["generic"], {
        event: "prompt",
        agent: "robot",
        session: "s",
        turn: `t${n}`,
        prompt: `Say ${n}`,
        cwd: place.root,
      });
    await prompt(0);
    await recorded(place);
    const pidFile = path.join(place.dataDir, "hooks", "worker.pid");
    for (let n = 1; n <= 10; n++) {
      await prompt(n);
      const pid = Number(fs.readFileSync(pidFile, "utf8").split("\n")[0]);
      if (n % 3 === 0) kill(pid);
    }
    await prompt(11);
    await recorded(place);
    await reading(place, (engine) => {
      const texts = engine.thread("s").messages.map(({ text }) => text);
      const wanted = Array.from({ length: 12 }, (_, n) => `Say ${n}`);
      assert.deepEqual(texts, wanted);
    });
  });

  it("take less than 100 ms each in a folder of 10,000 files", async function () {
    for (let i = 0; i < 10_000; i++)
      place.write(`files/${i % 100}/${i}.txt`, `file ${i}\n`);
    const prompt = fixture("claude-code/user-prompt", place.root) as object;
    const shell = fixture("claude-code/pre-shell-destructive", place.root);
    const steps: [name: string, event: string, payload: object][] = [
      ["a prompt", "UserPromptSubmit", prompt],
      ["before an edit", "PreToolUse", named("pre-edit")],
      ["after an edit", "PostToolUse", named("post-edit")],
      [
        "before rm -rf build",
        "PreToolUse",
        {
          ...(shell as object),
          tool_input: { command: "rm -rf build" },
        },
      ],
      [WHOLE, "PreToolUse", shell as object],
      ["after a command", "PostToolUse", named("post-shell")],
      ["the end of a turn", "Stop", named("turn-end")],
    ];
    function named(name: string): object {
      return fixture(`claude-code/${name}`, place.root) as object;
    }
    const tell = (event: string, payload: object) =>
      // The whole session with one worker, as with an agent.
      hook(place, "launcher", ["claude-code", event], payload, {
        CHECKPOINT_HOOK_IDLE_MS: "8000",
      });
    const times = new Map<string, number[]>();
    const slowdowns: number[] = [];
    await tell("SessionStart", named("session-start"));
    await recorded(place, 120_000);
    for (let n = 0; n < 9; n++)
      for (const [name, event, payload] of steps) {
        place.write("src/app.ts", `${Math.random()}\n`);
        const { ms } = await tell(event, payload);
        times.set(name, [...(times.get(name) ?? []), ms]);
        slowdowns.push(slowdown());
        // An agent thinks before its next step.
        await recorded(place);
      }
    // The promise is for a machine that has time: when others use it too,
    // everything takes as much longer as a plain loop does.
    const factor = Math.max(1, median(slowdowns));
    const walk = walkMs(place.root);
    console.log(`      (the machine is ${factor.toFixed(1)} times slower now)`);
    for (const [name, all] of times) {
      const ms = median(all);
      console.log(`      ${name.padEnd(22)} ${ms.toFixed(0)} ms`);
      // Only what may touch any file needs a look at all of them.
      const most =
        name === WHOLE ? Math.max(100 * factor, 2.2 * walk) : 100 * factor;
      assert.ok(
        ms < most,
        `${name}: ${ms.toFixed(0)} of ${most.toFixed(0)} ms`,
      );
    }
  });
});

/** How many times longer a loop takes than it is given the processor for. */
function slowdown(): number {
  const cpu = process.cpuUsage();
  const began = performance.now();
  let used = 0;
  while (used < 10_000) {
    const { user, system } = process.cpuUsage(cpu);
    used = user + system;
  }
  return ((performance.now() - began) * 1000) / used;
}

/** Looking at 10,000 files costs this much here and now, whoever does it. */
function walkMs(folder: string): number {
  const walk = (at: string): void => {
    for (const entry of fs.readdirSync(at, { withFileTypes: true })) {
      const file = path.join(at, entry.name);
      if (entry.isDirectory()) walk(file);
      else fs.lstatSync(file);
    }
  };
  const times = [1, 2, 3, 4, 5].map(() => {
    const began = performance.now();
    walk(folder);
    return performance.now() - began;
  });
  return median(times);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended by itself meanwhile.
  }
}
