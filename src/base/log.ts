/** Messages for people who debug Checkpoint, never for its users. */
export interface Log {
  info(message: string, data?: Record<string, unknown>): void;
  warn(message: string, data?: Record<string, unknown>): void;
  error(message: string, error?: unknown): void;
}

export const silentLog: Log = { info() {}, warn() {}, error() {} };
