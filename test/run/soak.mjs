// `npm run soak [-- --factor 20 --seed N --only property]`: the suites of random
// and generated cases, longer. The seed is printed, so that a failure can be
// repeated.
import crypto from "node:crypto";
import { parseArgs } from "node:util";
import { build, runCheck } from "./checks.mjs";
import { install } from "./install.mjs";
import { runMocha } from "./runFile.mjs";
import { wantedBy } from "./only.mjs";
import { findSuites, inParallel, randomNames } from "./suites.mjs";
import { Tally } from "./tally.mjs";

const { values } = parseArgs({
  options: {
    factor: { type: "string", default: process.env.CHECKPOINT_SOAK ?? "20" },
    seed: { type: "string", default: process.env.CHECKPOINT_SEED },
    only: { type: "string" },
  },
});
const seed = values.seed ?? String(crypto.randomInt(2 ** 31));
const random = randomNames();
const isWanted = wantedBy(values.only, random);
const tally = new Tally();

console.log(
  `Seed ${seed}, factor ${values.factor}. To repeat: npm run soak -- --seed ${seed} --factor ${values.factor}`,
);
install();
tally.add(await runCheck(build));
if (tally.failed === 0) {
  const env = { CHECKPOINT_SOAK: values.factor, CHECKPOINT_SEED: seed };
  const limitMs = 24 * 60 * 60_000;
  const suites = findSuites((name) => random.includes(name) && isWanted(name));
  await inParallel(suites, 2, async (suite) =>
    tally.add(
      await runMocha(suite.name, suite.files, {
        env: { ...suite.env, ...env },
        limitMs,
      }),
    ),
  );
}
tally.close();
process.exitCode = tally.failed > 0 ? 1 : 0;
