import type { Event } from "../base/event";
import { Emitter } from "../base/event";
import type { Disposable } from "../base/lifecycle";
import type { EngineEvent } from "./api";

/**
 * Events of an engine. What happens while it opens (a restore is recovered,
 * damage is found) happens before anybody can listen: it is kept for the first
 * who does.
 */
export class KeptEvents implements Disposable {
  private readonly emitter: Emitter<EngineEvent>;
  private kept: EngineEvent[] = [];
  private isOpen = false;

  constructor(onError: (error: unknown) => void) {
    this.emitter = new Emitter(onError);
  }

  readonly event: Event<EngineEvent> = (listener) => {
    const listening = this.emitter.event(listener);
    // Not inside the call: the listener's own variables are not set yet.
    queueMicrotask(() => this.deliver());
    return listening;
  };

  fire(event: EngineEvent): void {
    if (this.isOpen) this.emitter.fire(event);
    else this.kept.push(event);
  }

  /** From here on nothing more is kept: whoever wants to, listens. */
  opened(): void {
    this.isOpen = true;
  }

  private deliver(): void {
    this.opened();
    const { kept } = this;
    this.kept = [];
    kept.forEach((event) => this.emitter.fire(event));
  }

  dispose(): void {
    this.kept = [];
    this.emitter.dispose();
  }
}
