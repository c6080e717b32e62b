/** A process that is writing to a history, and since when, according to its own clock. */
export interface LockHolder {
  pid: number;
  host: string;
  sinceMs: number;
}
