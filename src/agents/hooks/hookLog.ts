import fs from "node:fs";
import path from "node:path";
import { makeFolders } from "../../base/makeFolders";
import type { Log } from "../../base/log";
import { CheckpointError } from "../../engine/model/errors";

const MOST_BYTES = 256 * 1024;

/**
 * Returns a log that writes to a private file in the data folder and keeps one older file.
 * Hooks must not print, so their failures go here. If the log cannot be written, the entry
 * is silently dropped.
 */
export function hookLog(dataDir: string): Log {
  const file = path.join(dataDir, "logs", "hooks.log");
  const write = (level: string, text: string): void => {
    try {
      makeFolders(path.dirname(file), 0o700);
      const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
      if (size > MOST_BYTES) fs.renameSync(file, `${file}.1`);
      const line = `${new Date().toISOString()} ${process.pid} ${level} ${text}\n`;
      fs.appendFileSync(file, line, { mode: 0o600 });
    } catch {
      // There is no other place to report it.
    }
  };
  return {
    info: (message, data) => write("info", withData(message, data)),
    warn: (message, data) => write("warn", withData(message, data)),
    error: (message, error) => {
      // Only unexpected errors need a stack.
      const about = CheckpointError.is(error)
        ? withData(error.message, error.data)
        : error instanceof Error
          ? (error.stack ?? "")
          : "";
      write("error", `${message} ${about}`);
    },
  };
}

function withData(
  message: string,
  data?: Readonly<Record<string, unknown>>,
): string {
  if (!data) return message;
  // JSON does not escape some characters that terminals interpret.
  const text = JSON.stringify(data).replace(
    /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `${message} ${text}`;
}
