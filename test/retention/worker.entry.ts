// A process that shares a store with others; see workers.ts.
import crypto from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { homeDir } from "../../src/base/homeDir";
import type {
  Checkpoint,
  CheckpointKind,
} from "../../src/engine/model/checkpoint";
import { CheckpointError } from "../../src/engine/model/errors";
import type { Engine } from "../../src/engine/api";
import { openEngine } from "../../src/engine/openEngine";
import { quickDisk } from "../helpers/quickDisk";
import { Random } from "../helpers/random";
import { assetsDir } from "../helpers/repository";
import type { Line, Order } from "./workers";

const order = JSON.parse(process.argv[2]!) as Order;
const random = new Random(order.seed);

/** Written synchronously: a printed line was true when it was written. */
function tell(line: Line): void {
  fs.writeSync(1, JSON.stringify(line) + "\n");
}

async function main(): Promise<void> {
  const engine = await openEngine({
    home: homeDir(),
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

/** Prunes and compacts until a file says that the others have finished. */
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
    if (n % 3 === 0) nameEarlier(engine);
    readSome(engine);
  }
}

/**
 * Names a moment that is not the last one anymore. Others forget such moments all the time, so it
 * is refused, or it has exactly that state from then on.
 */
function nameEarlier(engine: Engine): void {
  const file = `${order.name}.txt`;
  const write = () => {
    const text = checked(random.bytes(10_000).toString("base64"));
    fs.writeFileSync(path.join(order.root, file), text);
    return { text, ...engine.capture({ paths: [file] }) };
  };
  const { moment, text } = write();
  write();
  try {
    const { number, kind } = engine.checkpoint({ at: `@${moment}` });
    const hash = hashOf(text);
    tell({ type: "made", number, kind, file, hash, isOfEarlier: true });
  } catch (error) {
    if (!CheckpointError.is(error, "not-kept")) throw error;
  }
}

/** Changes its own file and creates a checkpoint, sometimes a permanent one. */
function work(engine: Engine, n: number): void {
  const isKept = n % 5 === 0;
  const kind: CheckpointKind = isKept ? "manual" : "automatic";
  const file = `${order.name}.txt`;
  const sizeBytes = isKept ? 300 : random.between(10_000, 30_000);
  const text = checked(random.bytes(sizeBytes).toString("base64"));
  fs.writeFileSync(path.join(order.root, file), text);
  const { number } = engine.checkpoint({
    ...{ kind, paths: [file], source: order.name },
  });
  tell({ type: "made", number, kind, file, hash: hashOf(text) });
}

/** Reads a few checkpoints: each file proves its own integrity. */
function readSome(engine: Engine): void {
  const { checkpoints } = engine.list({ limit: 200 });
  for (let i = 0; i < 3 && checkpoints.length > 0; i++) {
    const one = random.pick(checkpoints);
    try {
      for (const { path: file } of engine.files(`#${one.number}`))
        assertWhole(engine.read(`#${one.number}`, file), one, file);
    } catch (error) {
      // Retention may have removed it meanwhile, if it was allowed to.
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
