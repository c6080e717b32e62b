// Runs the built command many times in one process, one line of JSON per call, so
// that thousands of calls take minutes instead of hours. It uses the shipped
// bundle; only the process's streams are replaced.
import fs from "node:fs";
import path from "node:path";
import readline from "node:readline";
import { DIST } from "../agents/place";

const bundle = path.join(DIST, "cli.js");
const exit = process.exit.bind(process);
const { writeSync } = fs;
const write = process.stdout.write.bind(process.stdout);

export interface Ran {
  code: number;
  out: string;
}

function run(argv: string[]): Promise<Ran> {
  let out = "";
  const keep = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    out += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
    const done = rest.find((one) => typeof one === "function");
    if (done) setImmediate(done as () => void);
    return true;
  };
  process.argv = [process.execPath, bundle, ...argv];
  process.stdout.write = process.stderr.write = keep as typeof write;
  fs.writeSync = ((...args: Parameters<typeof writeSync>) => {
    if (args[0] !== 2) return writeSync(...args);
    const [, text, from] = args as unknown as [number, string | Buffer, number];
    const bytes = Buffer.from(text as string).subarray(from);
    keep(bytes);
    return bytes.length;
  }) as typeof writeSync;
  process.stdout.removeAllListeners("error");
  return new Promise((resolve) => {
    const end = (code: number) => resolve({ code, out });
    process.exit = ((code?: number) => end(code ?? 0)) as typeof exit;
    const failed = (error: unknown) => {
      out += error instanceof Error ? `${error.stack}` : String(error);
      end(99);
    };
    process.removeAllListeners("uncaughtException");
    process.removeAllListeners("unhandledRejection");
    process.on("uncaughtException", failed).on("unhandledRejection", failed);
    delete require.cache[bundle];
    // oxlint-disable-next-line typescript/no-require-imports -- a new instance each time
    require(bundle);
  });
}

async function main(): Promise<void> {
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const { code, out } = await run(JSON.parse(line) as string[]);
    write(JSON.stringify({ code, out }) + "\n");
  }
  exit(0);
}

void main();
