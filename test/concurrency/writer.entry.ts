import fs from "node:fs";
import path from "node:path";
import { homeDir } from "../../src/base/homeDir";
import { openEngine } from "../../src/engine/openEngine";

/**
 * Creates checkpoints in one store next to other processes that do the same; prints
 * what was reported.
 */
async function main(): Promise<void> {
  const [root, storeDir, assetsDir, name, count] = process.argv.slice(2);
  const engine = await openEngine({
    home: homeDir(),
    root: root!,
    storeDir: storeDir!,
    assetsDir: assetsDir!,
  });
  const made: { number: number; id: string; text: string }[] = [];
  for (let i = 0; i < Number(count); i++) {
    const text = `${name} ${i}`;
    fs.writeFileSync(path.join(root!, `${name}.txt`), text);
    const { number, id } = engine.checkpoint({
      name: text,
      source: name,
      paths: [`${name}.txt`],
    });
    made.push({ number, id, text });
  }
  engine.close();
  process.stdout.write(JSON.stringify(made));
}

void main();
