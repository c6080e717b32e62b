import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { dataDir } from "../../src/host/dataDir";

/** The bundles under test. */
export const DIST = path.resolve(process.env["CHECKPOINT_DIST"] ?? "dist");

/** A workspace folder and a separate home, so that nothing of this account is touched. */
export interface Place {
  root: string;
  /** The bundles that are run there. */
  dist: string;
  env: Record<string, string>;
  /** Checkpoint's data folder in that home. */
  dataDir: string;
  write(file: string, text: string | Uint8Array): void;
  read(file: string): string;
  /** Returns every file with its bytes in hex, to check that nothing changed. */
  files(): Record<string, string>;
  remove(): void;
}

export function makePlace(dist = DIST): Place {
  const base = fs.realpathSync.native(
    fs.mkdtempSync(path.join(os.tmpdir(), "checkpoint-agents-")),
  );
  const root = path.join(base, "workspace");
  const home = path.join(base, "home");
  for (const folder of [root, home]) fs.mkdirSync(folder);
  const at = (file: string) => path.join(root, file);
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    USERPROFILE: home,
    XDG_DATA_HOME: path.join(base, "data"),
    LOCALAPPDATA: path.join(base, "data"),
  };
  return {
    root,
    dist,
    dataDir: dataDir(env, process.platform, home),
    env,
    write(file, text) {
      fs.mkdirSync(path.dirname(at(file)), { recursive: true });
      fs.writeFileSync(at(file), text);
    },
    read: (file) => fs.readFileSync(at(file), "utf8"),
    files() {
      const names = fs.readdirSync(root, { recursive: true }) as string[];
      const files = names.filter((name) => fs.statSync(at(name)).isFile());
      const entries = files
        .sort()
        .map((name) => [name, fs.readFileSync(at(name)).toString("hex")]);
      return Object.fromEntries(entries) as Record<string, string>;
    },
    remove: () => fs.rmSync(base, { recursive: true, force: true }),
  };
}
