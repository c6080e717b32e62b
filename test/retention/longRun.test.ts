import assert from "node:assert/strict";
import { ManualClock } from "../helpers/manualClock";
import { soakFactor } from "../helpers/random";
import { workspaceForEach } from "../helpers/tempWorkspace";
import type { Growth } from "./longRun";
import { LongRun } from "./longRun";

/** The full length takes two minutes of processor time: `npm run soak`. */
const isWhole = soakFactor() >= 10;
const CAPTURES = isWhole ? 100_000 : 10_000;
const QUOTA = isWhole ? 20e6 : 5e6;
const SHOWN = [1000, 2500, 5000, 10_000, 25_000, 50_000, 75_000, 100_000];

describe("a store that keeps growing", () => {
  const makeWorkspace = workspaceForEach();

  it(`stays within its quota through ${CAPTURES} captures, and keeps what it must`, async function () {
    this.timeout(CAPTURES * 60);
    const workspace = makeWorkspace();
    const clock = new ManualClock();
    const settings = { maxStoreSizeBytes: QUOTA };
    const engine = await workspace.open({ clock, settings });
    const run = new LongRun(workspace, engine, clock);
    for (const captures of SHOWN.filter((n) => n <= CAPTURES))
      print(run.upTo(captures));
    console.log(
      `      at most ${megabytes(run.largestBytes)} of ${megabytes(QUOTA)}`,
    );
    assert.ok(run.largestBytes <= QUOTA, `${run.largestBytes} bytes`);
    assert.deepEqual(run.wrongCheckpoints(), []);
    const { ok, damaged } = engine.verify();
    assert.ok(ok, JSON.stringify(damaged));
    // The default rules: the first, the last 100, hours and days.
    const { checkpoints } = engine.list({ limit: 1000 });
    const count = (kind: string) =>
      checkpoints.filter((checkpoint) => checkpoint.kind === kind).length;
    assert.equal(count("manual"), 1);
    assert.ok(
      count("automatic") >= 100 && count("automatic") <= 100 + 24 + 31 + 10,
    );
  });
});

function print(growth: Growth): void {
  const { captures, checkpoints } = growth;
  const sizes = [growth.packBytes, growth.journalBytes, growth.indexBytes];
  console.log(
    `      ${String(captures).padStart(6)} captures: ${megabytes(growth.sizeBytes)}` +
      ` (packs, journal, index: ${sizes.map(megabytes).join(", ")}),` +
      ` ${checkpoints} checkpoints`,
  );
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
