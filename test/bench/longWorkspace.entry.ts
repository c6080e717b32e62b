// Creates a folder with a history of very many moments: `ROOT HOME MOMENTS`. For figures in the
// real window, whose stores are below HOME.
import fs from "node:fs";
import path from "node:path";
import { homeDir } from "../../src/base/homeDir";
import { openEngine } from "../../src/engine/openEngine";
import { storeDirFor } from "../../src/host/stores";
import { ManualClock } from "../helpers/manualClock";
import { quickDisk } from "../helpers/quickDisk";
import { Random } from "../helpers/random";
import { assetsDir } from "../helpers/repository";
import { firstText, names, recordMoments } from "./longHistory";

/** What a moment takes on average: see longHistory.ts. */
const MEAN_MS = 31_000;

async function main(): Promise<void> {
  const [root = "", home = "", count = ""] = process.argv.slice(2);
  const moments = Number(count);
  const write = (name: string, text: string) => {
    fs.writeFileSync(path.join(root, name), text);
  };
  for (const folder of new Set(names.map((name) => path.dirname(name))))
    fs.mkdirSync(path.join(root, folder), { recursive: true });
  for (const name of names) write(name, firstText(name));
  const clock = new ManualClock();
  clock.at = Date.now() - moments * MEAN_MS;
  const engine = await openEngine({
    ...{ home: homeDir(), root: fs.realpathSync(root), assetsDir },
    storeDir: storeDirFor(home, fs.realpathSync(root)),
    ...{ disk: quickDisk, clock },
  });
  recordMoments(engine, { moments, clock, random: new Random(1), write });
  engine.close();
}

void main();
