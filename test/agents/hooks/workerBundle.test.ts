import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { DIST, makePlace, type Place } from "../place";
import { putDown } from "../../../src/agents/hooks/inbox";
import { ended, fixture, hook, reading, recorded, workerPid } from "./hooking";

describe("the worker that a hook starts", function () {
  this.timeout(120_000);
  let place: Place;
  beforeEach(() => (place = makePlace()));
  afterEach(async () => {
    await ended(place);
    place.remove();
  });

  if (process.platform === "linux")
    for (const front of ["launcher", "command"] as const)
      it(`does not load the whole command (by the ${front})`, async () => {
        const event = fixture("claude-code/session-start", place.root);
        await hook(place, front, ["claude-code", "SessionStart"], event);
        await recorded(place);
        const pid = await workerPid(place);
        const words = fs.readFileSync(`/proc/${pid}/cmdline`, "utf8");
        assert.equal(
          words.split("\0").filter(Boolean).at(-1),
          path.join(DIST, "hookWorker.js"),
        );
      });

  it("is also started the way launchers of earlier versions do", async () => {
    const { root: cwd, env, dataDir } = place;
    const event = fixture("claude-code/user-prompt", cwd);
    const payload = JSON.stringify(event);
    putDown(dataDir, {
      ...{ agent: "claude-code", event: "UserPromptSubmit", cwd },
      ...{ env: {}, payload },
    });
    const worker = spawn(
      process.execPath,
      [path.join(DIST, "cli.js"), "hook", "--work"],
      { env: { ...env, CHECKPOINT_HOOK_IDLE_MS: "1" }, stdio: "ignore" },
    );
    const [code] = (await once(worker, "close")) as [number | null];
    assert.equal(code, 0);
    await reading(place, (engine) => assert.equal(engine.threads().length, 1));
  });

  it("is a small bundle", () => {
    const size = (name: string) => fs.statSync(path.join(DIST, name)).size;
    assert.ok(size("hookWorker.js") < size("cli.js") / 5);
  });
});
