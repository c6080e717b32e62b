import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { repository } from "../helpers/repository";
import { cliForEach } from "./runCli";

describe("a command next to a process that writes for a long time", function () {
  this.timeout(60_000);
  const workspace = cliForEach();
  let holder: ChildProcess | undefined;
  afterEach(() => void holder?.kill("SIGKILL"));

  it("shows what is recorded, and names the process it did not wait for", async () => {
    const work = workspace({ a: "1" });
    await work.prints("create", "-m", "first");
    const stores = path.join(work.base, "own", "stores");
    holder = spawn(
      process.execPath,
      [
        path.join(repository, "out/test/worker/lockHolder.entry.js"),
        path.join(stores, fs.readdirSync(stores)[0]!, "lock"),
      ],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    await once(holder.stdout!, "data");
    work.write("a", "2");
    const list = await work.run(["list"]);
    assert.equal(list.code, 0, list.stderr);
    assert.match(list.stdout, /first/);
    const status = await work.run(["status"]);
    assert.equal(status.code, 0, status.stderr);
    assert.match(
      status.stderr,
      new RegExp(`not scanned: process ${holder.pid} on .* is writing`),
    );
    holder.kill("SIGKILL");
    await once(holder, "exit");
    assert.equal((await work.run(["status"])).stderr, "");
  });
});
