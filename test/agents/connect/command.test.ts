import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { dataDir } from "../../../src/host/dataDir";
import { ended, fixture, reading, recorded } from "../hooks/hooking";
import { DIST, makePlace, type Place } from "../place";

const run = promisify(execFile);

describe("checkpoint connect", function () {
  this.timeout(120_000);
  let place: Place;

  beforeEach(() => {
    place = makePlace();
    // The command lines must work for a path with a space and a quote.
    const data = path.join(path.dirname(place.root), "it's my data");
    place.env["XDG_DATA_HOME"] = data;
    place.env["LOCALAPPDATA"] = data;
    place.env["CHECKPOINT_HOOK_IDLE_MS"] = "2000";
    const home = place.env["HOME"] ?? "";
    place = { ...place, dataDir: dataDir(place.env, process.platform, home) };
    place.write("src/app.ts", "app\n");
  });
  afterEach(async () => {
    await ended(place);
    place.remove();
  });

  const connect = async (...args: string[]) => {
    const { stdout } = await run(
      process.execPath,
      [path.join(DIST, "cli.js"), "connect", ...args, "--json"],
      { cwd: place.root, env: place.env },
    );
    return JSON.parse(stdout) as {
      agents: { name: string; connected: boolean }[];
      changes: { file: string; after: string }[];
      toRun: string[][];
      applied: boolean;
    };
  };
  const home = (...names: string[]) =>
    path.join(place.env["HOME"] ?? "", ...names);

  it("shows the changes, refuses without confirmation, then writes and lists", async () => {
    const shown = await connect("gemini", "--dry-run");
    assert.equal(shown.applied, false);
    assert.match(shown.changes[0]?.after ?? "", /hook gemini BeforeTool/);
    assert.ok(!fs.existsSync(home(".gemini")));
    await assert.rejects(connect("gemini"), { code: 2 });
    assert.ok(!fs.existsSync(home(".gemini")));
    await connect("gemini", "--yes");
    const { agents } = await connect();
    const connected = agents.filter((one) => one.connected);
    assert.deepEqual(
      connected.map(({ name }) => name),
      ["gemini"],
    );
    // Nothing is left to write, so no confirmation is needed.
    assert.deepEqual((await connect("gemini")).changes, []);
    await connect("gemini", "--remove", "--yes");
    assert.ok(!fs.existsSync(home(".gemini", "settings.json")));
    await assert.rejects(connect("nobody", "--yes"), { code: 2 });
  });

  it("escapes control characters in a folder's name", async function () {
    if (process.platform === "win32") return; // such a name is not allowed there
    const cwd = path.join(place.root, "odd\x1b[31mname");
    fs.mkdirSync(cwd);
    const words = ["connect", "gemini", "--scope", "project", "--yes"];
    for (const more of [[], ["--remove"]]) {
      const { stdout } = await run(
        process.execPath,
        [path.join(DIST, "cli.js"), ...words, ...more],
        { cwd, env: place.env },
      );
      assert.match(stdout, /odd\\x1b\[31mname/);
      assert.ok(!stdout.includes("\x1b"), stdout);
    }
  });

  it("fails without changing anything when the data folder cannot be written", async () => {
    // A file takes the folder's path.
    fs.writeFileSync(place.env["XDG_DATA_HOME"] ?? "", "");
    const failed = await connect("gemini", "--yes").then(
      () => assert.fail("it did not fail"),
      (error: { code: number; stdout: string }) => error,
    );
    assert.equal(failed.code, 1);
    const { error } = JSON.parse(failed.stdout) as {
      error: { code: string; message: string };
    };
    assert.equal(error.code, "io");
    assert.match(error.message, /bin.checkpoint.* could not be written\./);
    assert.ok(!fs.existsSync(home(".gemini")));
  });

  it("asks the user to run Claude Code's own command when it is not installed", async () => {
    place.env["PATH"] = "/nowhere";
    const { toRun } = await connect("claude-code", "--yes");
    assert.deepEqual(toRun[0]?.slice(0, 3), ["claude", "mcp", "add"]);
  });

  it("refuses before writing anything when Claude Code has a different server of that name", async () => {
    const bin = path.join(path.dirname(place.root), "bin");
    const ran = path.join(bin, "ran");
    fs.mkdirSync(bin);
    fs.writeFileSync(
      path.join(bin, "claude"),
      `#!/bin/sh\necho "$@" >>'${ran}'\necho '  Command: npx'\n`,
      { mode: 0o755 },
    );
    place.env["PATH"] = `${bin}${path.delimiter}${place.env["PATH"]}`;
    await assert.rejects(connect("claude-code", "--yes"), { code: 2 });
    assert.ok(!fs.existsSync(home(".claude")));
    assert.equal(fs.readFileSync(ran, "utf8"), "mcp get checkpoint\n");
  });

  it("writes command lines that run in a shell and record events", async () => {
    await connect("claude-code", "--yes");
    const settings = JSON.parse(
      fs.readFileSync(home(".claude", "settings.json"), "utf8"),
    ) as { hooks: Record<string, { hooks: { command: string }[] }[]> };
    const line = settings.hooks["UserPromptSubmit"]?.[0]?.hooks[0]?.command;
    const result = spawnSync("/bin/sh", ["-c", line ?? ""], {
      cwd: place.root,
      env: place.env,
      input: JSON.stringify(fixture("claude-code/user-prompt", place.root)),
      encoding: "utf8",
    });
    assert.equal(result.status, 0);
    assert.equal(result.stdout + result.stderr, "");
    await recorded(place);
    await reading(place, (engine) => {
      assert.equal(engine.threads()[0]?.source, "claude-code");
    });
  });

  it("does not disturb an agent after Checkpoint is uninstalled", async () => {
    for (const agent of ["claude-code", "cursor", "copilot", "gemini"])
      await connect(agent, "--yes");
    const lines = [
      home(".claude", "settings.json"),
      home(".cursor", "hooks.json"),
      home(".copilot", "hooks", "checkpoint.json"),
      home(".gemini", "settings.json"),
    ].flatMap((file) => {
      const text = fs.readFileSync(file, "utf8");
      return [
        ...text.matchAll(/"(?:command|bash)": ("[^\n]* hook [^\n]*")/g),
      ].map(([, line]) => JSON.parse(line ?? "") as string);
    });
    assert.ok(lines.length > 20);
    const gone = (how: () => void) => {
      how();
      for (const line of lines) {
        const result = spawnSync("/bin/sh", ["-c", line], {
          cwd: place.root,
          env: place.env,
          input: "{}",
          encoding: "utf8",
        });
        assert.equal(result.status, 0, line);
        if (/hook cursor beforeShell/.test(line))
          assert.match(result.stdout, /allow/);
      }
    };
    const launcher = path.join(place.dataDir, "bin", "checkpoint");
    // First the program behind the launcher is gone, then the launcher itself.
    gone(() => {
      const text = fs.readFileSync(launcher, "utf8");
      fs.writeFileSync(launcher, text.replace(/cli\.js/, "gone.js"));
    });
    gone(() => fs.rmSync(launcher));
  });
});
