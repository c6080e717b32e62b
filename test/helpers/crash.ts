import fs from "node:fs";
import path from "node:path";

/** Above the highest process id of any system. */
const NOBODY = 0x7ffffffe;

/**
 * Makes the locks in a store look like those of a process that is gone: a test that
 * stops an engine in its own process keeps running.
 */
export function orphanLocks(storeDir: string): void {
  // It may have stopped before the store's folder was created.
  const names = fs.existsSync(storeDir) ? fs.readdirSync(storeDir) : [];
  for (const name of names) {
    if (!/^lock\b/.test(name)) continue;
    const file = path.join(storeDir, name);
    try {
      const owner = JSON.parse(fs.readFileSync(file, "utf8")) as object;
      fs.writeFileSync(file, JSON.stringify({ ...owner, pid: NOBODY }));
    } catch {
      // Truncated while it was written: broken once it is old.
      const longAgo = new Date(Date.now() - 60_000);
      fs.utimesSync(file, longAgo, longAgo);
    }
  }
}
