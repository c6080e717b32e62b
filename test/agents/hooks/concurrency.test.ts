import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { DIST, makePlace, type Place } from "../place";
import {
  ended,
  fixture,
  hook,
  logOf,
  reading,
  recorded,
  workerPid,
} from "./hooking";

const run = promisify(execFile);

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

  /** Sends the events of one turn in which an agent writes a separate file. */
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

  it("lose nothing and attribute each change, while a third process captures too", async () => {
    await hook(place, "launcher", ["generic"], {
      event: "session-start",
      agent: "first",
      session: "first-session",
      cwd: place.root,
    });
    await recorded(place);
    const turns = 8;
    let isDone = false;
    // Like an editor, it captures everything again and again.
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

  it("record an event once when two settings files send it", async () => {
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

  it("survive a crash of the worker, and are recorded along with the next event", async () => {
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
    for (let n = 1; n <= 10; n++) {
      await prompt(n);
      if (n % 3 === 0) kill(await workerPid(place));
    }
    await prompt(11);
    await recorded(place);
    await reading(place, (engine) => {
      const texts = engine.thread("s").messages.map(({ text }) => text);
      const wanted = Array.from({ length: 12 }, (_, n) => `Say ${n}`);
      assert.deepEqual(texts, wanted);
    });
  });
});

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has already exited.
  }
}
