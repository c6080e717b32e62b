// A host whose window saves a file while the folder is recorded for the first time, and
// that is killed right after one of the saves was answered.
import fs from "node:fs";
import path from "node:path";
import { startWorker } from "../../src/worker/startWorker";

async function main(): Promise<void> {
  const [root, home, assetsDir, saves] = process.argv.slice(2);
  const worker = startWorker({ script: path.join(assetsDir!, "worker.js") });
  const engine = await worker.open({
    ...{ root: root!, home: home!, isHomeChosen: true },
    ...{ assetsDir: assetsDir!, settings: {} },
  });
  fs.writeSync(1, `${JSON.stringify({ storeDir: engine.storeDir })}\n`);
  let isOver = false;
  void engine.checkpoint({ name: "whole" }).then(() => (isOver = true));
  for (let n = 1; n <= Number(saves); n++) {
    const text = `save ${n}\n`;
    fs.writeFileSync(path.join(root!, "saved.txt"), text);
    const { moment } = await engine.capture({
      ...{ paths: ["saved.txt"], source: "editor" },
    });
    fs.writeSync(1, `${JSON.stringify({ moment, text, isOver })}\n`);
  }
  process.kill(process.pid, "SIGKILL");
}

void main();
