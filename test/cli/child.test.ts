import assert from "node:assert/strict";
import { ChildProcess } from "node:child_process";
import { runChild } from "../../src/cli/child";

describe("a command run in the foreground", () => {
  const kill = Object.getOwnPropertyDescriptor(ChildProcess.prototype, "kill")!;
  const { isTTY } = process.stdin;
  afterEach(() => {
    Object.defineProperty(ChildProcess.prototype, "kill", kill);
    process.stdin.isTTY = isTTY;
  });

  /** Runs a command that ends on its own, and sends us a signal meanwhile. */
  async function run(signal: "SIGINT" | "SIGTERM") {
    const ending = runChild(
      [process.execPath, "-e", "setTimeout(() => process.exit(5), 300)"],
      { cwd: process.cwd(), printsToStderr: true, stdin: "ignore" },
    );
    // Not emitted as an event, because the test runner listens too.
    (process.listeners(signal).at(-1) as (signal: string) => void)(signal);
    return ending;
  }

  it("is waited for even if it cannot be signalled", async () => {
    ChildProcess.prototype.kill = function () {
      this.emit("error", new Error("kill EPERM"));
      this.emit("error", new Error("kill EPERM"));
      return false;
    };
    const { exitCode, wasInterrupted } = await run("SIGTERM");
    assert.deepEqual(
      { exitCode, wasInterrupted },
      { exitCode: 5, wasInterrupted: true },
    );
  });

  it("receives Ctrl-C once: from the terminal if there is one, otherwise from us", async () => {
    const told: unknown[] = [];
    ChildProcess.prototype.kill = (signal) => {
      told.push(signal);
      return true;
    };
    process.stdin.isTTY = true;
    await run("SIGINT");
    assert.deepEqual(told, []);
    await run("SIGTERM");
    process.stdin.isTTY = false;
    await run("SIGINT");
    assert.deepEqual(told, ["SIGTERM", "SIGINT"]);
  });

  it("that does not exist is reported as such", async () => {
    const options = { cwd: process.cwd(), printsToStderr: true } as const;
    await assert.rejects(
      runChild(["no-such-command-here"], { ...options, stdin: "ignore" }),
      { code: "not-found" },
    );
  });
});
