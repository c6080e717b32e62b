import { parentPort, workerData } from "node:worker_threads";
import type { Disk } from "../../../../src/base/disk";
import { realDisk } from "../../../../src/base/realDisk";
import { Lock } from "../../../../src/engine/store/lock/lock";
import { ENDED, HOLDS, READY } from "./lockSteps";

/** Takes a lock, and asks before each relevant call whether to continue. */
const state = new Int32Array(workerData as SharedArrayBuffer);
const MOST_WAITS = 2;

function pause(at: number): void {
  Atomics.store(state, 0, at);
  Atomics.notify(state, 0);
  while (at !== ENDED && Atomics.load(state, 0) === at)
    Atomics.wait(state, 0, at);
}

const disk: Disk = {
  ...realDisk,
  open(...args) {
    pause(READY);
    return realDisk.open(...args);
  },
  readFile(path) {
    pause(READY);
    return realDisk.readFile(path);
  },
  write(...args) {
    pause(READY);
    realDisk.write(...args);
  },
  unlink(path) {
    pause(READY);
    realDisk.unlink(path);
  },
};

parentPort!.on("message", (file: string) => {
  let waits = 0;
  try {
    new Lock(disk, file).hold(
      () => pause(HOLDS),
      () => {
        if (++waits > MOST_WAITS) throw new Error("waits");
      },
    );
  } catch (error) {
    if (!(error instanceof Error && error.message === "waits")) throw error;
  }
  pause(ENDED);
});
