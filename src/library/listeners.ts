import type { CheckpointEvents } from "./checkpoint";

type Name = keyof CheckpointEvents;
type Listener = (value: never) => void;

/**
 * The listeners of a service. As with Node's own emitters, an error that a listener throws is the
 * program's: it becomes an uncaught exception and disturbs neither other listeners nor the service.
 */
export class Listeners {
  private readonly all = new Map<
    Name,
    { listener: Listener; once: boolean }[]
  >();

  add(name: Name, listener: Listener, once: boolean): void {
    const known = this.all.get(name) ?? [];
    this.all.set(name, [...known, { listener, once }]);
  }

  remove(name: Name, listener: Listener): void {
    const known = this.all.get(name) ?? [];
    const at = known.findLastIndex((one) => one.listener === listener);
    if (at >= 0) this.all.set(name, known.toSpliced(at, 1));
  }

  fire<E extends Name>(name: E, value: CheckpointEvents[E]): void {
    for (const { listener, once } of this.all.get(name) ?? []) {
      if (once) this.remove(name, listener);
      try {
        listener(value as never);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  clear(): void {
    this.all.clear();
  }
}
