import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { realDisk } from "../../../src/base/disk";
import { processStart } from "../../../src/base/processes";
import { Lock } from "../../../src/engine/store/lock";
import { threadEnded } from "../../../src/engine/store/lockOwner";
import { errorOf } from "../../helpers/history";

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
        token: "someone",
        ...given,
      }),
    );
  const lock = (timeoutMs = 60) => new Lock(realDisk, file, timeoutMs);
  const isFree = () => assert.deepEqual(fs.readdirSync(dir), []);

  it("is held during the work and gone after it", () => {
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

  it("is not held by who was held up so long that another broke it", () => {
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
            const pid = process.ppid; // alive, and it stays
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

  it("is made anew by who was held up so long that another may be breaking it", () => {
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

  it("a second holder in this process waits, and is told who holds it", () => {
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
      assert.ok(error.message.includes(String(process.pid)));
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

  it("of a process whose id was given to another is broken", function () {
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
    assert.ok(error.message.includes(String(process.ppid)));
    assert.ok(fs.existsSync(file), "and it stays");
  });

  it("of another machine is waited for, whatever runs here", () => {
    owner({ pid: 0x7ffffffe, host: "elsewhere" });
    const { hint } = errorOf(() => lock().hold(() => {}), "store-locked");
    assert.ok(fs.existsSync(file));
    // It may be this one, renamed: nobody else will ever release it then.
    assert.ok(hint?.includes(`delete ${file}`), hint ?? "no hint");
  });

  it("that this thread no longer holds is broken: its release had failed", () => {
    owner({ token: "a holding that is over" });
    lock().hold(() => {});
    isFree();
  });

  it("of a thread that ended is broken, of one that runs it is not", async () => {
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

  it("that was never finished is broken once it is old", () => {
    fs.writeFileSync(file, '{"pid":');
    errorOf(() => lock().hold(() => {}), "store-locked");
    const longAgo = new Date(Date.now() - 60_000);
    fs.utimesSync(file, longAgo, longAgo);
    lock().hold(() => {});
    isFree();
  });

  it("a breaker that died in the middle does not stop the next", () => {
    owner({ pid: 0x7ffffffe, token: "breaker" });
    fs.renameSync(file, file + ".first.break");
    owner({ pid: 0x7ffffffe, token: "first" });
    lock(2000).hold(() => {});
    isFree();
  });

  it("is not broken when its owner changed while it was looked at", () => {
    owner({ pid: 0x7ffffffe, token: "dead" });
    const disk = {
      ...realDisk,
      open(path: string, flags: string | number, mode?: number) {
        const fd = realDisk.open(path, flags, mode);
        // Somebody else breaks it and takes it just before we look again.
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
