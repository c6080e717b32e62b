/** Intervals of this process that only the test advances, one at a time; `dispose` gives it its own back. */
export class ManualInterval {
  private readonly own = { setInterval, clearInterval };
  private running: { work: () => void; everyMs: number } | undefined;
  private waitedMs = 0;

  constructor() {
    const start = (work: () => void, everyMs: number) => {
      this.running = { work, everyMs };
      this.waitedMs = 0;
      return 1;
    };
    Object.assign(globalThis, {
      setInterval: start,
      clearInterval: () => (this.running = undefined),
    });
  }

  advance(ms: number): void {
    this.waitedMs += ms;
    while (this.running && this.waitedMs >= this.running.everyMs) {
      this.waitedMs -= this.running.everyMs;
      this.running.work();
    }
  }

  dispose(): void {
    Object.assign(globalThis, this.own);
  }
}
