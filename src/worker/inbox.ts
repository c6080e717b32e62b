import type { CaptureRequest } from "../engine/api";
import { changing } from "./methods";
import type { CallMessage, ToWorker } from "./protocol";

/** The requests that have arrived and are not answered yet, in order. */
export class Inbox {
  private readonly messages: ToWorker[] = [];

  constructor(private readonly take: () => ToWorker | undefined) {}

  add(message: ToWorker): void {
    this.messages.push(message);
  }

  next(): ToWorker | undefined {
    return this.messages.shift();
  }

  /** Takes what has arrived without waiting for the event loop; returns how many. */
  receive(): number {
    let count = 0;
    for (let one = this.take(); one; one = this.take()) {
      this.messages.push(one);
      count++;
    }
    return count;
  }

  hasCapture(folder: number): boolean {
    return this.indexOfCapture(folder) >= 0;
  }

  /** Removes and returns the next capture of given paths that may be answered before others. */
  takeCapture(folder: number): CallMessage | undefined {
    const at = this.indexOfCapture(folder);
    return at < 0 ? undefined : (this.messages.splice(at, 1)[0] as CallMessage);
  }

  putBack(message: ToWorker): void {
    this.messages.unshift(message);
  }

  /** A capture passes reads, but no change of its folder. */
  private indexOfCapture(folder: number): number {
    for (const [at, message] of this.messages.entries()) {
      if (message.folder !== folder) continue;
      if (message.type === "open") return -1;
      if (isOfPaths(message)) return at;
      const { method } = message;
      const isRead = !changing.has(method);
      if (!isRead || method === "configure" || method === "close") return -1;
    }
    return -1;
  }
}

/** A guard is urgent, and waits with its checkpoint for the first capture. */
function isOfPaths({ method, args }: CallMessage): boolean {
  if (method !== "capture") return false;
  const { paths, isUrgent } = (args[0] ?? {}) as CaptureRequest;
  return paths !== undefined && isUrgent !== true;
}
