/** Plays: takes a step at a time, and never a second one before the first has arrived. */
export class Player {
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    private readonly step: () => void,
    private readonly isBusy: () => boolean,
    private readonly onChange: (isPlaying: boolean) => void,
  ) {}

  get isPlaying(): boolean {
    return this.timer !== undefined;
  }

  start(stepsPerSecond: number): void {
    clearInterval(this.timer);
    this.timer = setInterval(() => {
      if (!this.isBusy()) this.step();
    }, 1000 / stepsPerSecond);
    this.onChange(true);
  }

  stop(): void {
    if (this.timer === undefined) return;
    clearInterval(this.timer);
    this.timer = undefined;
    this.onChange(false);
  }
}
