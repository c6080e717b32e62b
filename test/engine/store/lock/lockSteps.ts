import path from "node:path";
import { Worker } from "node:worker_threads";
import { repository } from "../../../helpers/repository";

/** The position of a process that takes a lock: before a call to the disk, ... */
export const GO = 0;
export const READY = 1;
export const HOLDS = 2;
export const ENDED = 3;

/** Takes a lock step by step, on its own thread. */
export class Taker {
  private readonly state = new Int32Array(new SharedArrayBuffer(4));
  private readonly worker = new Worker(
    path.join(repository, "out/test/engine/store/lock/lockSteps.entry.js"),
    { workerData: this.state.buffer },
  );

  constructor() {
    Atomics.store(this.state, 0, ENDED);
  }

  get at(): number {
    return Atomics.load(this.state, 0);
  }

  /** Advances to the first call. */
  begin(file: string): void {
    Atomics.store(this.state, 0, GO);
    this.worker.postMessage(file);
    this.arrive();
  }

  /** Advances by this many calls, but not past taking the lock or the end. */
  go(calls = Infinity): void {
    for (let i = 0; i < calls && this.at === READY; i++) this.step();
  }

  /** Runs to the end and releases the lock. */
  end(): void {
    while (this.at !== ENDED) this.step();
  }

  close(): Promise<number> {
    return this.worker.terminate();
  }

  private step(): void {
    Atomics.store(this.state, 0, GO);
    Atomics.notify(this.state, 0);
    this.arrive();
  }

  /** Checked again when woken: the wake-up may have been for the previous step. */
  private arrive(): void {
    while (this.at === GO)
      if (Atomics.wait(this.state, 0, GO, 20_000) === "timed-out")
        throw new Error("it does not go on");
  }
}
