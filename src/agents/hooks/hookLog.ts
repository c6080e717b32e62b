import fs from "node:fs";
import path from "node:path";
import type { Log } from "../../base/log";

const MOST_BYTES = 256 * 1024;

/**
 * Returns a log in a private file of the data folder, with one older file kept.
 * Hooks may not print, so this is where their failures go; a log that cannot be
 * written is given up in silence.
 */
export function hookLog(dataDir: string): Log {
  const file = path.join(dataDir, "logs", "hooks.log");
  const write = (level: string, text: string): void => {
    try {
      fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
      const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
      if (size > MOST_BYTES) fs.renameSync(file, `${file}.1`);
      const line = `${new Date().toISOString()} ${process.pid} ${level} ${text}\n`;
      fs.appendFileSync(file, line, { mode: 0o600 });
    } catch {
      // Nobody is there to be told.
    }
  };
  return {
    info: (message, data) => write("info", withData(message, data)),
    warn: (message, data) => write("warn", withData(message, data)),
    error: (message, error) => {
      const about = error instanceof Error ? (error.stack ?? "") : "";
      write("error", `${message} ${about}`);
    },
  };
}

function withData(message: string, data?: Record<string, unknown>): string {
  if (!data) return message;
  // JSON leaves some letters as they are that a terminal would act on.
  const text = JSON.stringify(data).replace(
    /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `${message} ${text}`;
}
