import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { cmdLauncher } from "../../src/agents/launcherText";
import { writeLaunchers } from "../../src/extension/launchers";

describe("the launchers", () => {
  let dir: string;
  beforeEach(() => {
    dir = fs.mkdtempSync(path.join(os.tmpdir(), "checkpoint-launchers-"));
  });
  afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

  if (process.platform !== "win32")
    it("run the command with its arguments, whatever the paths contain", async () => {
      const odd = path.join(dir, `it's a "$HOME" & more`);
      fs.mkdirSync(odd);
      const script = path.join(odd, "cli.js");
      fs.writeFileSync(
        script,
        "console.log(JSON.stringify([process.env.ELECTRON_RUN_AS_NODE, ...process.argv.slice(2)]))",
      );
      const bin = path.join(dir, "bin");
      await writeLaunchers(bin, { execPath: process.execPath, script });
      const args = ["list", "two words", "it's", "$(x)", ""];
      const said = execFileSync(path.join(bin, "checkpoint"), args);
      assert.deepEqual(JSON.parse(said.toString()), ["1", ...args]);
    });

  it("are written once per version", async () => {
    const file = path.join(dir, "checkpoint");
    const runtime = { execPath: "/node", script: "/v1/cli.js" };
    await writeLaunchers(dir, runtime);
    const first = fs.statSync(file);
    await writeLaunchers(dir, runtime);
    assert.equal(fs.statSync(file).ino, first.ino);
    await writeLaunchers(dir, { ...runtime, script: "/v2/cli.js" });
    assert.match(fs.readFileSync(file, "utf8"), /v2/);
    assert.deepEqual(fs.readdirSync(dir).sort(), [
      "checkpoint",
      "checkpoint.cmd",
    ]);
  });

  it("keep a percent sign from being expanded as a variable on Windows", () => {
    const text = cmdLauncher({
      execPath: "C:\\100%\\Code.exe",
      script: "C:\\ü\\cli.js",
    });
    assert.match(text, /"C:\\100%%\\Code\.exe" "C:\\ü\\cli\.js" %\*\r\n/);
    assert.match(text, /chcp 65001/);
  });
});
