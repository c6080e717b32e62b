import fs from "node:fs";
import { isatty } from "node:tty";
import { parsePayload } from "./payload";

const TIMEOUT_MS = 1000;
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Reads stdin until it ends, a complete JSON document has arrived, or a second has passed:
 * an agent that keeps the pipe open must not be kept waiting.
 */
export function readInput(fd = 0): Promise<string> {
  if (isatty(fd)) return Promise.resolve("");
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (): void => {
      clearTimeout(timer);
      resolve(Buffer.concat(chunks).toString("utf8"));
    };
    const timer = setTimeout(finish, TIMEOUT_MS);
    const buffer = Buffer.alloc(64 * 1024);
    const next = (): void =>
      fs.read(fd, buffer, 0, buffer.length, null, (error, count) => {
        if (error && error.code === "EAGAIN") return void setTimeout(next, 5);
        // A closed stdin is an error on some platforms and end of input on others.
        if (error || count === 0) return finish();
        chunks.push(Buffer.from(buffer.subarray(0, count)));
        size += count;
        if (size > MOST_BYTES || isWhole(chunks, buffer, count))
          return finish();
        next();
      });
    next();
  });
}

function isWhole(chunks: Buffer[], last: Buffer, count: number): boolean {
  const end = last.toString("latin1", Math.max(0, count - 4), count).trimEnd();
  if (!end.endsWith("}")) return false;
  return parsePayload(Buffer.concat(chunks).toString("utf8")) !== null;
}
