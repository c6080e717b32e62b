import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { realDisk } from "../../../../src/base/realDisk";
import { processStart, realProcesses } from "../../../../src/base/processes";
import { Lock } from "../../../../src/engine/store/lock/lock";
import { threadEnded } from "../../../../src/engine/store/lock/lockOwner";
import { errorOf } from "../../../helpers/history";

describe("the lock of a store", () => {
  let dir: string;
  let file: string;
  beforeEach(() => {
    dir = fs.mkdtempSync(path.join(os.tmpdir(), "checkpoint-lock-"));
    file = path.join(dir, "lock");
  });
  afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

  const owner = (given: object) =>
    fs.writeFileSync(
      file,
      JSON.stringify({
        pid: process.pid,
        start: processStart(process.pid),
        thread: 0,
        host: os.hostname(),
        boot: realProcesses.boot,
        namespace: realProcesses.namespace,
        token: "someone",
        ...given,
      }),
    );
  const lock = (timeoutMs = 60) => new Lock(realDisk, file, timeoutMs);
  const isFree = () => assert.deepEqual(fs.readdirSync(dir), []);

  it("exists during the work and is removed after it", () => {
    const mine = lock();
    const result = mine.hold(() => {
      assert.ok(fs.existsSync(file));
      assert.ok(mine.isHeld);
      return 7;
    });
    assert.equal(result, 7);
    assert.ok(!mine.isHeld);
    isFree();
  });

  it("is lost by a process that was suspended so long that another broke it", () => {
    const order: string[] = [];
    let isHeldUp = false;
    const slow = new Lock(
      {
        ...realDisk,
        write(fd, bytes) {
          if (!isHeldUp) {
            isHeldUp = true;
            const old = Date.now() / 1000 - 60;
            fs.utimesSync(file, old, old);
            lock().hold(() => {
              order.push("another begins");
              realDisk.write(fd, bytes);
            });
            order.push("another ends");
          } else realDisk.write(fd, bytes);
        },
      },
      file,
    );
    slow.hold(() => order.push("the first"));
    assert.deepEqual(order, ["another begins", "another ends", "the first"]);
    isFree();
    let again = true;
    const late = new Lock(
      {
        ...realDisk,
        write(fd, bytes) {
          if (again) {
            again = false;
            fs.rmSync(file);
            const pid = process.ppid; // alive, and will stay so
            owner({ pid, start: processStart(pid) });
          }
          realDisk.write(fd, bytes);
        },
      },
      file,
      60,
    );
    errorOf(() => late.hold(() => assert.fail("two at once")), "store-locked");
    assert.match(fs.readFileSync(file, "utf8"), /someone/);
  });

  it("is created again by a process that was suspended so long that another may be breaking it", () => {
    const made: string[] = [];
    const { now } = Date;
    const slow = new Lock(
      {
        ...realDisk,
        open(path, flags, mode) {
          made.push(path.slice(dir.length + 1));
          return realDisk.open(path, flags, mode);
        },
        write(fd, bytes) {
          if (made.length === 1) Date.now = () => now() + 4_000;
          realDisk.write(fd, bytes);
        },
      },
      file,
    );
    try {
      slow.hold(() => assert.ok(fs.existsSync(file)));
    } finally {
      Date.now = now;
    }
    const locks = made.filter((name) => name === "lock");
    assert.equal(locks.length, 2, made.join());
    isFree();
  });

  it("is not retried forever if a broken one keeps its name", () => {
    owner({ pid: 999_999, start: "1" });
    let removals = 0;
    const keeping = new Lock(
      {
        ...realDisk,
        // Like a file that is deleted while another process has it open, on some
        // disks.
        unlink(path) {
          if (path !== file) return realDisk.unlink(path);
          if (++removals > 1_000) throw new Error("tried for ever");
        },
      },
      file,
      60,
    );
    errorOf(() => keeping.hold(() => assert.fail("not ours")), "store-locked");
    fs.rmSync(file);
    isFree();
  });

  it("is released when the work throws", () => {
    assert.throws(() =>
      lock().hold(() => {
        throw new Error("work");
      }),
    );
    isFree();
  });

  it("is shared by nested work", () => {
    const mine = lock();
    mine.hold(() => mine.hold(() => assert.ok(fs.existsSync(file))));
    isFree();
  });

  it("a second holder in this process waits, and learns who has it", () => {
    lock().hold(() => {
      let waits = 0;
      const error = errorOf(
        () =>
          lock().hold(
            () => {},
            () => waits++,
          ),
        "store-locked",
      );
      assert.ok(waits > 0);
      assert.equal(error.data["pid"], process.pid);
    });
    isFree();
  });

  it("of a dead process is broken", () => {
    const { pid } = spawnSync(process.execPath, ["-e", ""]);
    owner({ pid, start: "" });
    lock().hold(() => {});
    isFree();
  });

  it("of a process whose id was reused is broken", function () {
    if (processStart(process.pid) === "") this.skip();
    owner({ pid: process.ppid, start: "1" });
    lock().hold(() => {});
    isFree();
  });

  it("of a live process is waited for until it is released", async () => {
    const child = spawn(
      process.execPath,
      [
        "-e",
        `const fs = require("fs");
         fs.writeFileSync(${JSON.stringify(file)}, JSON.stringify({pid: process.pid, start: "", thread: 0, host: require("os").hostname(), token: "t"}));
         console.log("held");
         setTimeout(() => fs.unlinkSync(${JSON.stringify(file)}), 200);`,
      ],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    await once(child.stdout, "data");
    let waits = 0;
    lock(30_000).hold(
      () => assert.ok(!fs.readFileSync(file, "utf8").includes('"t"')),
      () => waits++,
    );
    assert.ok(waits > 0);
    await once(child, "exit");
  });

  it("of a live process makes the wait end with an error that names it", () => {
    owner({ pid: process.ppid, start: "" });
    const error = errorOf(() => lock().hold(() => {}), "store-locked");
    assert.equal(error.data["pid"], process.ppid);
    assert.ok(fs.existsSync(file), "and it stays");
  });

  it("of another machine is waited for, whatever runs here", () => {
    owner({ pid: 0x7ffffffe, host: "elsewhere", boot: "another" });
    const { data } = errorOf(() => lock().hold(() => {}), "store-locked");
    assert.ok(fs.existsSync(file));
    // It may be this machine, renamed: nobody else would ever release it then.
    assert.equal(data["isElsewhere"], true);
    assert.equal(data["lockFile"], file);
  });

  it("of this machine under another name is judged by its process", () => {
    owner({ pid: 0x7ffffffe, host: "container" });
    lock().hold(() => {});
    isFree();
  });

  it("of another boot is broken if it was not touched since this one", () => {
    owner({ pid: process.ppid, boot: "an earlier one" });
    errorOf(() => lock().hold(() => {}), "store-locked");
    const before = new Date(realProcesses.bootedAtMs() - 60_000);
    fs.utimesSync(file, before, before);
    lock().hold(() => {});
    isFree();
  });

  it("of another PID namespace is waited for while it is touched", () => {
    owner({ pid: 0x7ffffffe, namespace: "pid:[1]" });
    let waits = 0;
    const other = new Lock(realDisk, file, 10_000, realProcesses, 150);
    const longMs = 900;
    const begin = performance.now();
    other.hold(
      () => {},
      () => {
        waits++;
        if (performance.now() - begin < longMs)
          fs.utimesSync(file, waits, waits);
      },
    );
    assert.ok(
      performance.now() - begin > longMs,
      "broken while it was touched",
    );
    isFree();
  });

  it("of a process whose id was reused is waited for with a limit if start times are unknown", () => {
    // As on Windows and macOS: no boot id, no namespaces, no start time.
    const plain = {
      isAlive: (pid: number) => pid === process.ppid,
      start: () => "",
      boot: "",
      namespace: "",
      bootedAtMs: () => 0,
    };
    const nowhere = { start: "", boot: "", namespace: "" };
    owner({ ...nowhere, pid: process.ppid });
    const begin = performance.now();
    new Lock(realDisk, file, 60_000, plain, 200).hold(() => {});
    assert.ok(performance.now() - begin < 5_000);
    isFree();
    owner({ ...nowhere, pid: 0x7ffffffe });
    new Lock(realDisk, file, 60, plain).hold(() => {});
    isFree();
  });

  it("is touched by long work, and not by short work", () => {
    let touched = 0;
    const disk = { ...realDisk, touch: () => void touched++ };
    const mine = new Lock(disk, file, 60);
    const now = performance.now.bind(performance);
    try {
      mine.hold(() => {
        mine.beat();
        assert.equal(touched, 0);
        performance.now = () => now() + 5_000;
        mine.beat();
        mine.beat();
        assert.equal(touched, 1);
      });
    } finally {
      performance.now = now;
    }
    mine.beat();
    assert.equal(touched, 1, "and not when it is not held");
  });

  it("that this thread no longer has is broken: its release had failed", () => {
    owner({ token: "a holding that is over" });
    lock().hold(() => {});
    isFree();
  });

  it("of a thread that ended is broken, of a running one it is not", async () => {
    const thread = new Worker("setInterval(() => {}, 1000)", { eval: true });
    await once(thread, "online");
    const { threadId } = thread;
    owner({ thread: threadId });
    errorOf(() => lock().hold(() => {}), "store-locked");
    await thread.terminate();
    threadEnded(threadId);
    lock().hold(() => {});
    isFree();
  });

  it("that was never completed is broken once it is old", () => {
    fs.writeFileSync(file, '{"pid":');
    errorOf(() => lock().hold(() => {}), "store-locked");
    const longAgo = new Date(Date.now() - 60_000);
    fs.utimesSync(file, longAgo, longAgo);
    lock().hold(() => {});
    isFree();
  });

  it("a process that died while breaking it does not stop the next", () => {
    owner({ pid: 0x7ffffffe, token: "breaker" });
    fs.renameSync(file, file + ".first.break");
    owner({ pid: 0x7ffffffe, token: "first" });
    lock(2000).hold(() => {});
    isFree();
  });

  it("is not broken if its owner changed while it was checked", () => {
    owner({ pid: 0x7ffffffe, token: "dead" });
    const disk = {
      ...realDisk,
      open(path: string, flags: string | number, mode?: number) {
        const fd = realDisk.open(path, flags, mode);
        // Another process breaks it and takes it just before we check again.
        if (path.endsWith(".break"))
          owner({ pid: process.ppid, start: "", token: "alive" });
        return fd;
      },
    };
    const error = errorOf(
      () => new Lock(disk, file, 60).hold(() => {}),
      "store-locked",
    );
    assert.equal(error.data["pid"], process.ppid);
    assert.ok(fs.readFileSync(file, "utf8").includes("alive"));
  });

  it("waiting can be cancelled", () => {
    owner({ pid: process.ppid, start: "" });
    assert.throws(
      () =>
        lock(60_000).hold(
          () => {},
          () => {
            throw new Error("cancelled");
          },
        ),
      /cancelled/,
    );
  });
});
