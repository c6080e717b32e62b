import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

/**
 * Makes a folder a repository that tracks exactly these paths, according to its
 * index: faster than git if a test does it a thousand times.
 */
export function trackIn(root: string, paths: readonly string[]): void {
  const git = path.join(root, ".git");
  fs.mkdirSync(git, { recursive: true });
  const head = path.join(git, "HEAD");
  if (!fs.existsSync(head)) fs.writeFileSync(head, "ref: refs/heads/main\n");
  const header = Buffer.from("DIRC\0\0\0\x02\0\0\0\0", "latin1");
  header.writeUInt32BE(paths.length, 8);
  const names = paths.map((name) => Buffer.from(name));
  const entries = names
    .sort((a, b) => Buffer.compare(a, b))
    .map((name) => {
      const entry = Buffer.alloc((62 + name.length + 8) & ~7);
      entry.writeUInt32BE(0o100644, 24);
      entry.writeUInt16BE(Math.min(name.length, 0xfff), 60);
      name.copy(entry, 62);
      return entry;
    });
  const all = Buffer.concat([header, ...entries]);
  const sum = createHash("sha1").update(all).digest();
  // Like git: written completely, then renamed.
  fs.writeFileSync(path.join(git, "index.lock"), Buffer.concat([all, sum]));
  fs.renameSync(path.join(git, "index.lock"), path.join(git, "index"));
}
