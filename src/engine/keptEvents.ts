import type { Event } from "../base/event";
import { Emitter } from "../base/event";
import type { Disposable } from "../base/lifecycle";
import type { EngineEvent } from "./api";

/**
 * Events of an engine. Some happen while it opens (a restore is recovered, damage
 * is found), before anyone can listen; they are kept for the first listener.
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
    // Asynchronous, because the listener's own variables may not be set yet during
    // the call.
    queueMicrotask(() => this.deliver());
    return listening;
  };

  fire(event: EngineEvent): void {
    if (this.isOpen) this.emitter.fire(event);
    else this.kept.push(event);
  }

  /** Stops keeping events: from now on, listeners can subscribe in time. */
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
