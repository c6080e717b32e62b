import type { Progress } from "../engine/api";
import type { Call } from "./client";

export interface PendingCall {
  resolve(value: unknown): void;
  reject(error: unknown): void;
  call: Call | undefined;
  flag: Int32Array;
  forget(): void;
}

/** The calls waiting for an answer, and the flags that cancel them. */
export class PendingCalls {
  private readonly calls = new Map<number, PendingCall>();
  private last = 0;

  /** Numbers a call; `result` settles when the answer arrives. */
  add(call: Call | undefined): {
    number: number;
    result: Promise<unknown>;
    cancel: SharedArrayBuffer;
  } {
    const number = ++this.last;
    const cancel = new SharedArrayBuffer(4);
    const flag = new Int32Array(cancel);
    const raise = () => void Atomics.store(flag, 0, 1);
    const signal = call?.signal;
    if (signal?.aborted) raise();
    else signal?.addEventListener("abort", raise, { once: true });
    const result = new Promise((resolve, reject) => {
      this.calls.set(number, {
        resolve,
        reject,
        call,
        flag,
        forget: () => signal?.removeEventListener("abort", raise),
      });
    });
    return { number, result, cancel };
  }

  settle(number: number, how: (call: PendingCall) => void): void {
    const call = this.calls.get(number);
    if (!call) return; // already rejected because the worker stopped
    this.calls.delete(number);
    call.forget();
    how(call);
  }

  progress(number: number, progress: Progress): void {
    this.calls.get(number)?.call?.onProgress?.(progress);
  }

  cancelAll(): void {
    for (const { flag } of this.calls.values()) Atomics.store(flag, 0, 1);
  }

  rejectAll(error: Error): void {
    for (const number of [...this.calls.keys()])
      this.settle(number, (call) => call.reject(error));
  }
}
