// A process of its own that uses a store together with others; see workers.ts.
import crypto from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type {
  Checkpoint,
  CheckpointKind,
} from "../../src/engine/model/checkpoint";
import { CheckpointError } from "../../src/engine/model/errors";
import type { Engine } from "../../src/engine/api";
import { openEngine } from "../../src/engine/openEngine";
import { quickDisk } from "../helpers/quickDisk";
import { assetsDir } from "../helpers/repository";
import type { Line, Order } from "./workers";

const order = JSON.parse(process.argv[2]!) as Order;

/** Written at once: a line that is out was true when it was said. */
function tell(line: Line): void {
  fs.writeSync(1, JSON.stringify(line) + "\n");
}

async function main(): Promise<void> {
  const engine = await openEngine({
    ...{ root: order.root, storeDir: order.storeDir, assetsDir },
    disk: quickDisk,
    threads: false,
    settings: order.settings,
  });
  tell({ type: "ready" });
  if (order.role === "tidy") tidy(engine);
  else if (order.role === "write") write(engine);
  else
    for (let n = 0; ; n++) {
      work(engine, n);
      tidyOnce(engine);
    }
  engine.close();
  tell({ type: "done" });
}

/** Prunes and compacts until a file says that the others have ended. */
function tidy(engine: Engine): void {
  while (!fs.existsSync(order.stopFile)) tidyOnce(engine);
}

function tidyOnce(engine: Engine): void {
  const freedBytes = engine.prune().freedBytes + engine.compact().freedBytes;
  tell({ type: "tidied", freedBytes });
}

function write(engine: Engine): void {
  for (let n = 0; n < order.count; n++) {
    work(engine, n);
    readSome(engine);
  }
}

/** Changes a file of its own and names it: now and then for good, and small. */
function work(engine: Engine, n: number): void {
  const isKept = n % 5 === 0;
  const kind: CheckpointKind = isKept ? "manual" : "automatic";
  const file = `${order.name}.txt`;
  const sizeBytes = isKept ? 300 : crypto.randomInt(10_000, 30_000);
  const text = checked(crypto.randomBytes(sizeBytes).toString("base64"));
  fs.writeFileSync(path.join(order.root, file), text);
  const { number } = engine.checkpoint({
    ...{ kind, paths: [file], source: order.name },
  });
  tell({ type: "made", number, kind, file, hash: hashOf(text) });
}

/** Reads a few checkpoints: each file proves by itself that it is whole. */
function readSome(engine: Engine): void {
  const { checkpoints } = engine.list({ limit: 200 });
  for (let i = 0; i < 3 && checkpoints.length > 0; i++) {
    const one = checkpoints[crypto.randomInt(checkpoints.length)]!;
    try {
      for (const { path: file } of engine.files(`#${one.number}`))
        assertWhole(engine.read(`#${one.number}`, file), one, file);
    } catch (error) {
      // Retention may have taken it meanwhile, but only what it may take.
      const isGone =
        one.kind === "automatic" &&
        CheckpointError.is(error) &&
        !exists(engine, one.number);
      if (!isGone) throw error;
    }
  }
}

function exists(engine: Engine, number: number): boolean {
  try {
    engine.get(`#${number}`);
    return true;
  } catch (error) {
    if (CheckpointError.is(error, "not-found")) return false;
    throw error;
  }
}

function checked(text: string): string {
  return `${hashOf(text)}\n${text}`;
}

function assertWhole(bytes: Uint8Array, one: Checkpoint, file: string): void {
  const [hash, text] = Buffer.from(bytes).toString().split("\n");
  if (text !== undefined && hashOf(text) === hash) return;
  throw new Error(`#${one.number} has a broken ${file}`);
}

function hashOf(text: string): string {
  return crypto.createHash("sha256").update(text).digest("hex");
}

main().catch((error: unknown) => {
  tell({
    type: "failed",
    why: error instanceof Error ? `${error.stack}` : String(error),
  });
  process.exitCode = 1;
});
