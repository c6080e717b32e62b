import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

/**
 * Removes a file or folder even if files in it are open. Where an open file keeps
 * its name until it is closed (older Windows, Wine), it is first moved to `aside`,
 * a folder that stays.
 */
export function removeAtOnce(target: string, aside: string): void {
  if (process.platform === "win32")
    fs.renameSync(
      target,
      path.join(aside, `removed-${randomBytes(6).toString("hex")}`),
    );
  else fs.rmSync(target, { recursive: true });
}
