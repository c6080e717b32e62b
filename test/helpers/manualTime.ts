import type { Time } from "../../src/base/time";

/** Time that only the test advances. */
export class ManualTime implements Time {
  private current = 1_000_000;
  private alarms: { at: number; run: () => void }[] = [];

  now(): number {
    return this.current;
  }

  after(ms: number, run: () => void) {
    const alarm = { at: this.current + ms, run };
    this.alarms.push(alarm);
    return { dispose: () => this.remove(alarm) };
  }

  /**
   * Advances the time, firing each alarm when it is due and letting its work
   * finish.
   */
  async advance(ms: number): Promise<void> {
    const end = this.current + ms;
    for (;;) {
      await turns();
      const next = this.alarms
        .filter(({ at }) => at <= end)
        .sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.remove(next);
      this.current = Math.max(this.current, next.at);
      next.run();
    }
    this.current = end;
    await turns();
  }

  private remove(alarm: { at: number }): void {
    this.alarms = this.alarms.filter((each) => each !== alarm);
  }
}

/** Lets pending promises settle that only wait for each other. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
}
