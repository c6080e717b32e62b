import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { makePlace, type Place } from "../place";
import { ended, hook, logOf, reading, recorded, type Front } from "./hooking";

describe("a guard for an agent that does not wait", function () {
  if (process.platform === "win32") return; // processes cannot be paused there
  this.timeout(120_000);
  let place: Place;
  beforeEach(() => {
    place = makePlace();
    for (let i = 0; i < 20; i++) place.write(`src/${i}.txt`, `${i}`);
    place.write("other.txt", "other");
  });
  afterEach(async () => {
    await ended(place);
    place.remove();
  });

  const event = (front: Front, name: string, more: object) =>
    hook(place, front, ["claude-code", name], {
      hook_event_name: name,
      session_id: "s1",
      cwd: place.root,
      ...more,
    });
  const remove = {
    tool_name: "Bash",
    tool_input: { command: "rm -rf src" },
  };
  const workerPid = () =>
    Number.parseInt(
      fs.readFileSync(path.join(place.dataDir, "hooks/worker.pid"), "utf8"),
      10,
    );
  const lastGuard = () =>
    reading(place, (engine) => {
      const [guard] = engine.list({ kinds: ["guard"] }).checkpoints;
      const files = engine.files(`#${guard!.number}`).map(({ path }) => path);
      return { guard: guard!, files };
    });

  for (const front of ["launcher", "command"] as const) {
    it(`says that it is partial (by the ${front})`, async () => {
      await event(front, "SessionStart", { source: "startup" });
      await recorded(place);
      for (let i = 20; i < 40; i++) place.write(`src/${i}.txt`, `${i}`);
      const pid = workerPid();
      process.kill(pid, "SIGSTOP");
      let ms: number;
      try {
        ({ ms } = await event(front, "PreToolUse", remove));
        for (let i = 10; i < 40; i++)
          fs.rmSync(path.join(place.root, `src/${i}.txt`));
      } finally {
        process.kill(pid, "SIGCONT");
      }
      assert.ok(ms > 900, `it waited for ${ms} ms`);
      await recorded(place);
      const { guard, files } = await lastGuard();
      assert.equal(guard.name, "Before rm -rf src (partial)");
      assert.deepEqual(guard.metadata, { partial: true });
      assert.match(guard.description ?? "", /^Partial: .* already running/);
      assert.equal(files.length, 11);
      assert.match(logOf(place), /warn A guard is partial/);
    });

    it(`does not say so when it is complete (by the ${front})`, async () => {
      await event(front, "SessionStart", { source: "startup" });
      await recorded(place);
      // On a busy machine the worker may really be late, so try again.
      for (let tries = 1; ; tries++) {
        place.write("src/one.txt", `try ${tries}`);
        const { ms } = await event(front, "PreToolUse", remove);
        await recorded(place);
        if (ms < 900) break;
        assert.ok(tries < 20, "it was never answered in time");
      }
      const { guard, files } = await lastGuard();
      assert.equal(guard.name, "Before rm -rf src");
      assert.deepEqual(guard.metadata, {});
      assert.equal(files.length, 22);
      const inbox = path.join(place.dataDir, "hooks/inbox");
      assert.deepEqual(fs.readdirSync(inbox), []);
    });

    it(`has what is endangered, and the rest is recorded after it (by the ${front})`, async () => {
      await event(front, "PreToolUse", remove);
      await recorded(place);
      const { guard, files } = await lastGuard();
      assert.match(guard.name ?? "", /^Before rm -rf src/);
      assert.equal(files.length, 20);
      fs.rmSync(path.join(place.root, "src"), { recursive: true });
      await event(front, "PostToolUse", remove);
      await recorded(place);
      await reading(place, (engine) => {
        const sources = (name: string) =>
          engine.history(name).map(({ source }) => source);
        assert.deepEqual(sources("other.txt"), ["outside"]);
        assert.equal(sources("src/1.txt")[0], "claude-code");
        const { plan } = engine.planRevert({ source: "claude-code" });
        assert.equal(plan.writes.length, 20);
        assert.deepEqual(plan.deletes, []);
      });
    });
  }
});
