import type { Disposable } from "./lifecycle";

export type Listener<T> = (event: T) => void;
export type Event<T> = (listener: Listener<T>) => Disposable;

/** Fires events to listeners; a listener that throws does not stop the others. */
export class Emitter<T> implements Disposable {
  private readonly listeners = new Set<Listener<T>>();

  constructor(private readonly onError: (error: unknown) => void = () => {}) {}

  readonly event: Event<T> = (listener) => {
    this.listeners.add(listener);
    return { dispose: () => void this.listeners.delete(listener) };
  };

  fire(event: T): void {
    for (const listener of [...this.listeners]) {
      try {
        listener(event);
      } catch (error) {
        this.onError(error);
      }
    }
  }

  dispose(): void {
    this.listeners.clear();
  }
}
