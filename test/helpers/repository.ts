import fs from "node:fs";
import path from "node:path";

/** The repository's folder, found from the bundled test's location. */
export const repository = findUp(__dirname);

/** Where sql-wasm.wasm and captureThread.js are after a build. */
export const assetsDir = path.join(repository, "dist");

function findUp(from: string): string {
  for (let at = from; ; at = path.dirname(at)) {
    if (fs.existsSync(path.join(at, "package.json"))) return at;
    if (path.dirname(at) === at)
      throw new Error(`no package.json at or above ${from}`);
  }
}
