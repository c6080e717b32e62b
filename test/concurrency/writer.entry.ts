import fs from "node:fs";
import path from "node:path";
import { openEngine } from "../../src/engine/openEngine";

/** Makes checkpoints in one store among others that do the same; prints what it was told. */
async function main(): Promise<void> {
  const [root, storeDir, assetsDir, name, count] = process.argv.slice(2);
  const engine = await openEngine({
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
