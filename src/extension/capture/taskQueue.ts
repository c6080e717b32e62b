/** Runs tasks one after the other; a failed one does not stop the next. */
export class TaskQueue {
  private tail: Promise<unknown> = Promise.resolve();
  private waiting = 0;

  /** `onDidChange` is called when the queue becomes busy or idle. */
  constructor(private readonly onDidChange: () => void) {}

  get isBusy(): boolean {
    return this.waiting > 0;
  }

  run<T>(task: () => Promise<T>): Promise<T> {
    if (this.waiting++ === 0) this.onDidChange();
    const result = this.tail.then(task);
    const done = () => {
      if (--this.waiting === 0) this.onDidChange();
    };
    this.tail = result.then(done, done);
    return result;
  }
}
