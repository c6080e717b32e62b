/** Where a room reports what a person debugging would want; never for users. */
export interface Log {
  info(message: string, data?: Record<string, unknown>): void;
  warn(message: string, data?: Record<string, unknown>): void;
  error(message: string, error?: unknown): void;
}

export const silentLog: Log = { info() {}, warn() {}, error() {} };
