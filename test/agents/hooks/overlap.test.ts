import assert from "node:assert/strict";
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import type { Engine } from "../../../src/engine/api";
import { connect } from "../../mcp/connect";
import { DIST, makePlace, type Place } from "../place";
import { ended, hook, reading, recorded } from "./hooking";

const run = promisify(execFile);

describe("the author of what changes while agents' commands run", function () {
  this.timeout(120_000);
  let place: Place;
  const children: ChildProcess[] = [];

  beforeEach(async () => {
    place = makePlace();
    for (const file of ["m10.ts", "m20.ts", "p9.md", "build/out.js"])
      place.write(file, "before\n");
    for (const agent of ["claude-code", "codex"])
      await tell(agent, "SessionStart", {});
  });
  afterEach(async () => {
    for (const child of children.splice(0)) {
      child.kill("SIGTERM");
      await once(child, "close");
    }
    await ended(place);
    place.remove();
  });

  const tell = async (agent: string, event: string, more: object) => {
    await hook(place, "launcher", [agent, event], {
      hook_event_name: event,
      session_id: `${agent}-session`,
      cwd: place.root,
      ...more,
    });
    await recorded(place);
  };
  const shell = (agent: string, event: string, command: string) =>
    tell(agent, event, {
      tool_name: "Bash",
      tool_input: { command },
      tool_use_id: `${agent} ${command}`,
    });

  /** Starts `checkpoint watch`, and returns how to wait until it has recorded a file. */
  const watch = async () => {
    const child = spawn(
      process.execPath,
      [path.join(DIST, "cli.js"), "watch", "--quiet-ms", "50"],
      { cwd: place.root, env: place.env },
    );
    children.push(child);
    let said = "";
    child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
    const says = async (words: RegExp) => {
      while (!words.test(said)) await once(child.stderr, "data");
    };
    await says(/Watching/);
    return says;
  };

  const authors = (engine: Engine) =>
    Object.fromEntries(
      ["m10.ts", "m20.ts", "p9.md"].map((file) => [
        file,
        engine.history(file)[0]?.source,
      ]),
    );

  const claudes = "sleep 2; sed -i s/before/claude/ m10.ts; sleep 2";
  const codexs = "sed -i s/before/codex/ m20.ts";

  for (const isWatched of [false, true])
    it(`is each its own of two agents and a person, ${isWatched ? "with" : "without"} a watch`, async () => {
      const says = isWatched ? await watch() : null;
      await shell("claude-code", "PreToolUse", claudes);
      await shell("codex", "PreToolUse", codexs);
      place.write("m10.ts", "claude\n");
      place.write("m20.ts", "codex\n");
      place.write("p9.md", "person\n");
      await says?.(/p9\.md/);
      await shell("codex", "PostToolUse", codexs);
      await shell("claude-code", "PostToolUse", claudes);
      await reading(place, (engine) => {
        assert.deepEqual(authors(engine), {
          "m10.ts": "claude-code",
          "m20.ts": "codex",
          "p9.md": "outside",
        });
        const { plan, maybe } = engine.planRevert({ source: "codex" });
        assert.deepEqual(
          plan.writes.map((write) => write.path),
          ["m20.ts"],
        );
        assert.deepEqual(maybe, [
          { path: "p9.md", sources: ["claude-code", "codex"] },
        ]);
      });
    });

  it("is never reverted on a maybe, by the command or an agent, without asking", async () => {
    await shell("claude-code", "PreToolUse", "make");
    await shell("codex", "PreToolUse", codexs);
    place.write("m20.ts", "codex\n");
    place.write("p9.md", "person\n");
    await shell("codex", "PostToolUse", codexs);
    const maybe = [{ path: "p9.md", sources: ["claude-code", "codex"] }];

    const agent = await connect(place, { name: "codex" });
    try {
      const dry = { source: "codex", dryRun: true };
      const { data, text } = await agent.ok("checkpoint_revert", dry);
      assert.deepEqual(data.changed.replaced, ["m20.ts"]);
      assert.deepEqual(data.maybe, maybe);
      assert.match(
        text,
        /maybe Claude Code, Codex\) p9\.md\n.*if the user agrees/,
      );
      const asked = await agent.ok("checkpoint_revert", {
        ...dry,
        maybe: true,
      });
      assert.deepEqual(asked.data.changed.replaced, ["m20.ts", "p9.md"]);
      assert.deepEqual(asked.data.maybe, []);
      await agent.fails("checkpoint_revert", { ref: "1", maybe: true });
    } finally {
      await agent.close();
    }

    const revert = (...more: string[]) =>
      run(
        process.execPath,
        [path.join(DIST, "cli.js"), "revert", "--source", "codex", ...more],
        { cwd: place.root, env: place.env },
      );
    const { stderr } = await revert("--yes");
    assert.match(
      stderr,
      /Left alone, because .*\n {2}p9\.md \(maybe Claude Code, Codex\)/,
    );
    assert.equal(place.read("m20.ts"), "before\n");
    assert.equal(place.read("p9.md"), "person\n");
    const dry = await revert("--dry-run", "--json");
    assert.deepEqual(JSON.parse(dry.stdout).maybe, maybe);
    await revert("--maybe", "--yes");
    assert.equal(place.read("p9.md"), "before\n");
  });

  it("is not the agent for a person's new file that its command does not name", async () => {
    await shell("codex", "PreToolUse", codexs);
    place.write("m20.ts", "codex\n");
    place.write("notes.md", "person\n");
    await shell("codex", "PostToolUse", codexs);
    await reading(place, (engine) => {
      assert.equal(engine.history("m20.ts")[0]?.source, "codex");
      assert.equal(engine.history("notes.md")[0]?.source, "outside");
    });
  });

  it("is the agent that is alone at work, when its command may write anything", async () => {
    await shell("codex", "PreToolUse", "npm run build");
    place.write("build/out.js", "built\n");
    await shell("codex", "PostToolUse", "npm run build");
    await reading(place, (engine) => {
      assert.equal(engine.history("build/out.js")[0]?.source, "codex");
      assert.deepEqual(engine.planRevert({ source: "codex" }).maybe, []);
    });
  });

  it("is not the agent for a file that another editor has open", async () => {
    place.write(".p9.md.swp", "b0VIM 9.1");
    await shell("codex", "PreToolUse", "npm run build");
    place.write("build/out.js", "built\n");
    place.write("p9.md", "person\n");
    place.write(".p9.md.swp", "b0VIM 9.1 changed");
    await shell("codex", "PostToolUse", "npm run build");
    await reading(place, (engine) => {
      const source = (file: string) => engine.history(file)[0]?.source;
      assert.equal(source("build/out.js"), "codex");
      assert.equal(source("p9.md"), "outside");
      assert.equal(source(".p9.md.swp"), "outside");
      const { plan, maybe } = engine.planRevert({ source: "codex" });
      assert.deepEqual(
        plan.writes.map((write) => write.path),
        ["build/out.js"],
      );
      assert.deepEqual(
        maybe.map(({ path }) => path),
        [".p9.md.swp", "p9.md"],
      );
    });
  });

  it("is not known when two commands that may write anything overlapped, also after one has ended", async () => {
    await shell("codex", "PreToolUse", "npm run build");
    await shell("claude-code", "PreToolUse", "make");
    await shell("claude-code", "PostToolUse", "make");
    place.write("build/out.js", "built\n");
    await shell("codex", "PostToolUse", "npm run build");
    await reading(place, (engine) => {
      assert.equal(engine.history("build/out.js")[0]?.source, "outside");
    });
  });

  it("is not known when a person was at work meanwhile", async () => {
    await shell("codex", "PreToolUse", "npm run build");
    place.write("p9.md", "person\n");
    await reading(place, (engine) =>
      engine.capture({ paths: ["p9.md"], source: "editor" }),
    );
    place.write("build/out.js", "built\n");
    await shell("codex", "PostToolUse", "npm run build");
    await reading(place, (engine) => {
      assert.equal(engine.history("p9.md")[0]?.source, "editor");
      assert.equal(engine.history("build/out.js")[0]?.source, "outside");
      const { maybe } = engine.planRevert({ source: "codex", maybe: true });
      assert.deepEqual(maybe, []);
    });
  });

  it("is the agent for what its command names in a folder that it goes to", async () => {
    const command = "cd build && rm out.js && echo new > made.js";
    await shell("codex", "PreToolUse", command);
    await shell("claude-code", "PreToolUse", "make");
    fs.rmSync(path.join(place.root, "build/out.js"));
    place.write("build/made.js", "new\n");
    await shell("codex", "PostToolUse", command);
    await reading(place, (engine) => {
      assert.equal(engine.history("build/out.js")[0]?.source, "codex");
      assert.equal(engine.history("build/made.js")[0]?.source, "codex");
    });
  });
});
