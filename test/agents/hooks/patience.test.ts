import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { shLauncher } from "../../../src/agents/launcherText";
import {
  hooksDir,
  inboxDir,
  workerLock,
} from "../../../src/agents/hooks/places";

describe("how long the launcher waits", function () {
  this.timeout(120_000);
  let dir: string;
  beforeEach(() => {
    dir = fs.mkdtempSync(path.join(os.tmpdir(), "checkpoint-patience-"));
    fs.mkdirSync(inboxDir(dir), { recursive: true });
    // A worker that runs, and handles nothing.
    fs.writeFileSync(workerLock(dir), `${process.pid}\n`);
    fs.writeFileSync(path.join(dir, "cli.js"), "");
  });
  afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

  /** Starts a hook, with a `sleep` as it is on a very busy machine. */
  const start = (sleep: string) => {
    const launcher = path.join(dir, "checkpoint");
    const program = {
      execPath: "/bin/false",
      script: path.join(dir, "cli.js"),
    };
    write(launcher, shLauncher(program, hooksDir(dir)));
    fs.mkdirSync(path.join(dir, "bin"));
    write(path.join(dir, "bin", "sleep"), `#!/bin/sh\n${sleep}\n`);
    const PATH = `${path.join(dir, "bin")}:${process.env["PATH"] ?? ""}`;
    const child = spawn(launcher, ["hook", "claude-code", "PreToolUse"], {
      env: { ...process.env, PATH },
    });
    child.stdin.end("{}");
    return child;
  };
  const write = (file: string, text: string) =>
    fs.writeFileSync(file, text, { mode: 0o755 });
  const marks = () =>
    fs
      .readdirSync(inboxDir(dir))
      .map((name) => path.extname(name))
      .filter((end) => end === ".late");
  const log = () => fs.readFileSync(path.join(dir, "log"), "utf8");

  it("is a time and not a number of tries, and its end is marked", async () => {
    const busy = `for one in "${inboxDir(dir)}"/*.event; do : >"$one.busy"; done`;
    const child = start(`echo >>"${dir}/log"; ${busy}; exec /bin/sleep 0.1`);
    await once(child, "close");
    const tries = log().length;
    assert.ok(tries > 2 && tries < 45, `${tries} tries`);
    assert.deepEqual(marks(), [".late"]);
  });

  it("is marked as over when its agent stops it", async () => {
    const child = start(`echo >>"${dir}/log"; exec /bin/sleep 0.1`);
    while (!fs.existsSync(path.join(dir, "log")))
      await new Promise((resolve) => setTimeout(resolve, 5));
    child.kill("SIGTERM");
    await once(child, "close");
    assert.deepEqual(marks(), [".late"]);
  });
});
