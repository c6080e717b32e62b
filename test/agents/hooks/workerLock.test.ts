import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import {
  isStillOurs,
  isWorking,
  letGo,
  showLife,
  takeOver,
} from "../../../src/agents/hooks/workerLock";
import { hooksDir } from "../../../src/agents/hooks/places";
import { realProcesses } from "../../../src/base/processes";

describe("the lock of the hooks' worker", () => {
  let dataDir: string;
  let file: string;
  beforeEach(() => {
    dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "checkpoint-hooks-"));
    fs.mkdirSync(hooksDir(dataDir), { recursive: true });
    file = path.join(hooksDir(dataDir), "worker.pid");
  });
  afterEach(() => fs.rmSync(dataDir, { recursive: true, force: true }));

  const { boot, namespace } = realProcesses;
  const put = (...lines: (string | number)[]) =>
    fs.writeFileSync(file, lines.join("\n") + "\n");
  const age = () => {
    const old = new Date(Date.now() - 60_000);
    fs.utimesSync(file, old, old);
  };

  it("is held by one process, and has only its pid in the first line", () => {
    assert.ok(takeOver(dataDir));
    assert.ok(isWorking(dataDir));
    assert.ok(isStillOurs(dataDir));
    assert.ok(!takeOver(dataDir));
    const [first] = fs.readFileSync(file, "utf8").split("\n");
    assert.equal(first, String(process.pid));
    letGo(dataDir);
    assert.ok(!isWorking(dataDir));
  });

  it("from another PID namespace is respected while it is being touched", () => {
    put(process.pid, "1", boot, "pid:[1]");
    assert.ok(isWorking(dataDir));
    assert.ok(!isStillOurs(dataDir), "the same number is not the same process");
    assert.ok(!takeOver(dataDir));
    age();
    assert.ok(!isWorking(dataDir));
    showLife(dataDir);
    assert.ok(isWorking(dataDir));
    age();
    assert.ok(takeOver(dataDir));
  });

  it("from an earlier boot is taken over", () => {
    put(process.pid, realProcesses.start(process.pid), "earlier", namespace);
    age();
    assert.ok(takeOver(dataDir));
    assert.ok(isStillOurs(dataDir));
  });

  it("with a pid that another process now has is taken over, even if start times are unknown", () => {
    put(process.ppid, "", boot, namespace);
    age();
    assert.ok(takeOver(dataDir));
  });
});
