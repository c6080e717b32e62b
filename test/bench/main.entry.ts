// `npm run bench -- [--sizes 1k,10k,100k] [--out FILE.json] [--reps N]`: our
// engine and shadow git side by side in one run. Read the ratios: machines are
// noisy, and both suffer from the noise alike.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { hooks } from "./hooks";
import type { Row } from "./measures";
import { machineText, tableOf } from "./report";
import { runSize } from "./runSize";
import { searchAndBisect } from "./searchAndBisect";
import { isSize } from "./targets";
import type { Size } from "./targets";

const REPS: Record<Size, number> = { "1k": 5, "10k": 3, "100k": 2 };

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      sizes: { type: "string", default: "1k,10k,100k" },
      out: { type: "string" },
      reps: { type: "string" },
      inner: { type: "string", default: "5" },
      dir: { type: "string" },
      only: { type: "string" }, // steps, history or hooks
    },
  });
  const sizes = values.sizes.split(",").filter(isSize);
  if (sizes.join(",") !== values.sizes)
    throw new Error("--sizes takes 1k, 10k and 100k");
  const dir = path.resolve(
    values.dir ?? path.join(os.tmpdir(), "checkpoint-bench"),
  );
  fs.mkdirSync(dir, { recursive: true });
  const machine = machineText();
  console.log(machine);
  const rows: Row[] = [];
  for (const size of sizes) {
    const reps = values.reps ? Number(values.reps) : REPS[size];
    const inner = Number(values.inner);
    const isWanted = (part: string) => (values.only ?? part) === part;
    if (isWanted("steps"))
      rows.push(...(await runSize({ dir, size, reps, inner, log })));
    if (isWanted("history"))
      rows.push(...(await searchAndBisect(dir, size, log)));
    if (isWanted("hooks")) rows.push(...(await hooks(size, log)));
    console.log("\n" + tableOf(rows.filter((row) => row.size === size)));
    save(values.out, machine, rows);
  }
  const missed = rows.filter((row) => row.ok === false);
  console.log(
    missed.length === 0
      ? "\nEvery target is reached."
      : `\n${missed.length} targets are missed.`,
  );
}

function save(file: string | undefined, machine: string, rows: Row[]): void {
  if (!file) return;
  const date = new Date().toISOString();
  fs.writeFileSync(file, JSON.stringify({ machine, date, rows }, null, 1));
}

function log(text: string): void {
  console.error(`[${new Date().toISOString().slice(11, 19)}] ${text}`);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1); // With the engine's process, which would wait forever.
});
