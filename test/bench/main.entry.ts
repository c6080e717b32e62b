// `npm run bench -- [--sizes 1k,10k,100k] [--out FILE.json] [--reps N]`: the engine
// and a shadow git repository side by side in one run. Compare the ratios: machines
// are noisy, and both contenders suffer alike. `--against DIST` measures another
// build instead of git, alternating with this one, and reports which is faster.
// `--only steps,history,hooks,waiting,doubling,blame,editor` measures only these parts.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { blame } from "./blame";
import { buildsOf } from "./builds";
import { coldHooks, unrecordedFolder } from "./coldHooks";
import { doubling } from "./doubling";
import { hooks } from "./hooks";
import type { Comparison, Row } from "./measures";
import { comparisonTable, machineText, tableOf } from "./report";
import { runSize } from "./runSize";
import { searchAndBisect } from "./searchAndBisect";
import { isSize, SIZES } from "./targets";
import type { Size } from "./targets";
import { waiting } from "./waiting";

const REPS: Record<Size, number> = {
  ...{ "1k": 3, "10k": 3, "100k": 2 },
  ...{ "300k": 1, "1m": 1 },
};

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      sizes: { type: "string", default: "1k,10k,100k" },
      out: { type: "string" },
      reps: { type: "string" },
      inner: { type: "string", default: "3" },
      dir: { type: "string" },
      against: { type: "string" },
      only: { type: "string" }, // steps, history, hooks, waiting, doubling, blame; run/bench.mjs checks it
    },
  });
  const sizes = values.sizes.split(",").filter(isSize);
  if (sizes.join(",") !== values.sizes)
    throw new Error(`--sizes takes ${SIZES.join(", ")}`);
  const dir = path.resolve(
    values.dir ?? path.join(os.tmpdir(), "checkpoint-bench"),
  );
  fs.mkdirSync(dir, { recursive: true });
  const machine = machineText();
  console.log(machine);
  const builds = buildsOf(values.against);
  const rows: Row[] = [];
  const comparisons: Comparison[] = [];
  const words = values.only?.split(",").filter(Boolean) ?? [""];
  const isWanted = (part: string) => words.some((one) => part.includes(one));
  const ofSizes = ["steps", "history", "hooks", "waiting"].some(isWanted)
    ? sizes
    : [];
  for (const size of ofSizes) {
    const reps = values.reps ? Number(values.reps) : REPS[size];
    const inner = Number(values.inner);
    const measured = [];
    if (isWanted("steps"))
      measured.push(await runSize({ dir, size, builds, reps, inner, log }));
    if (isWanted("history"))
      measured.push(await searchAndBisect(dir, size, builds, log));
    rows.push(...measured.flatMap((one) => one.rows()));
    comparisons.push(...measured.flatMap((one) => one.comparisons()));
    if (isWanted("hooks")) {
      const waited = await hooks(size, builds, log);
      rows.push(...waited.rows);
      // The number of files makes little difference to them.
      if (size === sizes[0] && builds.length === 1)
        for (const measure of [coldHooks, unrecordedFolder])
          rows.push(...(await measure(log)).map((row) => ({ ...row, size })));
      comparisons.push(...waited.comparisons);
    }
    if (isWanted("waiting") && builds.length === 1)
      rows.push(...(await waiting(dir, size, log)));
    const isOfSize = (row: { size: string }) => row.size === size;
    console.log(
      builds.length > 1
        ? "\n" + comparisonTable(comparisons.filter(isOfSize))
        : "\n" + tableOf(rows.filter(isOfSize)),
    );
    save(values.out, { machine, rows, comparisons });
  }
  if (builds.length > 1) return;
  for (const [part, measure] of [
    ["doubling", doubling],
    ["blame", blame],
  ] as const) {
    if (!isWanted(part)) continue;
    const found = await measure(dir, log);
    rows.push(...found);
    console.log("\n" + tableOf(found));
    save(values.out, { machine, rows, comparisons });
  }
  const missed = rows.filter((row) => row.ok === false);
  console.log(
    missed.length === 0
      ? "\nEvery target is reached."
      : `\n${missed.length} targets are missed.`,
  );
}

function save(
  file: string | undefined,
  found: { machine: string; rows: Row[]; comparisons: Comparison[] },
): void {
  if (!file) return;
  const date = new Date().toISOString();
  fs.writeFileSync(file, JSON.stringify({ date, ...found }, null, 1));
}

function log(text: string): void {
  console.error(`[${new Date().toISOString().slice(11, 19)}] ${text}`);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1); // Together with the engine's process, which would otherwise wait forever.
});
