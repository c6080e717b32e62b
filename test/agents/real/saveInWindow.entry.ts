// Writes a file and records it as a window does when a person saves: ROOT STORE PATH TEXT.
import fs from "node:fs";
import path from "node:path";
import { homeDir } from "../../../src/base/homeDir";
import { openEngine } from "../../../src/engine/openEngine";

async function main(
  ...[root, storeDir, file, text]: readonly string[]
): Promise<void> {
  if (!root || !storeDir || !file || text === undefined)
    throw new Error("ROOT STORE PATH TEXT");
  const assetsDir = path.resolve(__dirname, "../../../../dist");
  const home = homeDir();
  const engine = await openEngine({ home, root, storeDir, assetsDir });
  fs.writeFileSync(path.join(root, file), text);
  engine.capture({ paths: [file], source: "editor" });
  engine.close();
}

main(...process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
