import assert from "node:assert/strict";
import type { Disk } from "../../src/base/disk";
import { mayPass, PATIENCE, patientDisk } from "../../src/base/patientDisk";
import { quickDisk } from "../helpers/quickDisk";

/**
 * A disk whose calls fail the first `times` times, and a clock that only advances
 * by waiting.
 */
function scene(code: string, times: number, platform: NodeJS.Platform) {
  let atMs = 0;
  const pauses: number[] = [];
  const left = { times };
  const calls = { count: 0 };
  const call = () => {
    calls.count++;
    if (left.times-- > 0) throw Object.assign(new Error(code), { code });
    return 7 as never;
  };
  const failing: Disk = {
    ...quickDisk,
    ...{ readFile: call, open: call, truncate: call },
    ...{ rename: call, unlink: call, makeFolder: call },
  };
  const disk = patientDisk(failing, {
    platform,
    now: () => atMs,
    sleep(ms) {
      pauses.push(ms);
      atMs += ms;
    },
  });
  const later = (ms: number) => (atMs += ms);
  return { disk, pauses, calls, left, later };
}

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
const CHANGES: readonly [string, (disk: Disk) => unknown][] = [
  ["rename", (disk) => disk.rename("a", "b")],
  ["unlink", (disk) => disk.unlink("a")],
  ["truncate", (disk) => disk.truncate("a", 0)],
  ["makeFolder", (disk) => disk.makeFolder("a")],
  ["open to write", (disk) => disk.open("a", "wx")],
];
const READS: readonly [string, (disk: Disk) => unknown][] = [
  ["readFile", (disk) => disk.readFile("a")],
  ["open to read", (disk) => disk.open("a", "r")],
  ["open to read by number", (disk) => disk.open("a", 0)],
];

describe("a disk that waits for files that other programs have open", () => {
  it("knows which failures are temporary", () => {
    const codes = ["EBUSY", "EPERM", "EACCES", "ENOENT", "EEXIST", "ENOSPC"];
    const passing = (platform: NodeJS.Platform, access: "read" | "change") =>
      codes.filter((code) => mayPass(platform, access, code));
    assert.deepEqual(passing("win32", "change"), ["EBUSY", "EPERM", "EACCES"]);
    assert.deepEqual(passing("win32", "read"), ["EBUSY"]);
    for (const platform of ["linux", "darwin"] as const)
      for (const access of ["read", "change"] as const)
        assert.deepEqual(passing(platform, access), []);
  });

  for (const [name, call] of [...CHANGES, ...READS])
    it(`retries with growing pauses: ${name}`, () => {
      const { disk, pauses } = scene("EBUSY", 12, "win32");
      call(disk);
      assert.equal(pauses.length, 12);
      assert.ok(pauses.every((ms, i) => i === 0 || ms >= pauses[i - 1]!));
    });

  for (const [name, call] of CHANGES)
    it(`waits for a file that is about to disappear: ${name}`, () => {
      for (const code of ["EPERM", "EACCES"]) {
        const { disk, calls } = scene(code, 3, "win32");
        call(disk);
        assert.equal(calls.count, 4);
      }
    });

  it("does not wait for read permission or for permanent failures", () => {
    for (const [, call] of READS) {
      const { disk, pauses } = scene("EPERM", 1, "win32");
      assert.throws(() => call(disk), { code: "EPERM" });
      assert.deepEqual(pauses, []);
    }
    for (const [, call] of CHANGES) {
      const { disk, pauses } = scene("ENOSPC", 1, "win32");
      assert.throws(() => call(disk), { code: "ENOSPC" });
      assert.deepEqual(pauses, []);
    }
  });

  it("gives up on one call after a while, with that call's own error", () => {
    const { disk, pauses } = scene("EBUSY", Infinity, "win32");
    assert.throws(() => disk.rename("a", "b"), { code: "EBUSY" });
    const { callMs } = PATIENCE.change;
    assert.ok(sum(pauses) >= callMs && sum(pauses) < callMs * 1.1);
  });

  it("waits no longer than its limit per minute, and waits again after that", () => {
    const { disk, pauses, later } = scene("EBUSY", Infinity, "win32");
    const { callMs, minuteMs } = PATIENCE.change;
    const give = () => assert.throws(() => disk.unlink("a"), { code: "EBUSY" });
    for (let i = 0; i < 100; i++) give();
    assert.ok(sum(pauses) < minuteMs + callMs, `${sum(pauses)}`);
    const before = pauses.length;
    later(61_000);
    give();
    assert.ok(pauses.length > before + 10);
  });

  it("is the plain disk on other platforms", () => {
    for (const platform of ["linux", "darwin"] as const) {
      const { disk, pauses } = scene("EBUSY", 1, platform);
      assert.throws(() => disk.rename("a", "b"), { code: "EBUSY" });
      assert.deepEqual(pauses, []);
    }
  });
});
