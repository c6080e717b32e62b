import fs from "node:fs";
import path from "node:path";
import type { LeftOut } from "../answers/verbs";
import { CopyCost, isOver, measuring, type Size } from "./copyTree";

const words = (text: string) => new Set(text.split(" "));

/** Build products are not copied, so that every bisect step builds its own. */
const PRODUCTS = words(
  "dist build out target coverage .nyc_output .next .nuxt .output .svelte-kit .turbo " +
    ".cache .parcel-cache .pytest_cache .mypy_cache __pycache__ tmp temp log logs obj",
);

/** Dependencies, which most commands need to run. */
const DEPENDENCIES = words(
  "node_modules bower_components vendor .venv venv .yarn .bundle Pods deps",
);

const MB = 1024 * 1024;

/** How much is copied by default: of dependencies, and of all other ignored folders together. */
export const COPY_LIMITS = {
  dependencies: { bytes: 2048 * MB, files: 200_000 },
  others: { bytes: 256 * MB, files: 20_000 },
} as const;

export type { LeftOut } from "../answers/verbs";
export type LeftOutReason = LeftOut["reason"];

export interface PathToCopy {
  path: string;
  /** True if the user named it. It is then copied even if the copy lacks its parent folder. */
  isNamed: boolean;
}

export interface IgnoredChoice {
  copied: PathToCopy[];
  leftOut: LeftOut[];
}

/**
 * Decides which ignored folders a scratch copy gets. Folders that the user named are
 * copied whatever their size, as long as the disk has room.
 */
export function* choosingIgnored(
  root: string,
  ignored: readonly string[],
  named: readonly string[],
  scratchDir: string,
): Generator<void, IgnoredChoice> {
  const cost = new CopyCost(scratchDir);
  const room = { bytes: freeBytes(scratchDir) / 2, files: Infinity };
  const left = {
    dependencies: { ...COPY_LIMITS.dependencies } as Size,
    others: { ...COPY_LIMITS.others } as Size,
  };
  const choice: IgnoredChoice = { copied: [], leftOut: [] };
  const unnamed = ignored.filter((folder) => !named.includes(folder));
  for (const folder of [...named, ...unnamed]) {
    const name = path.posix.basename(folder);
    const isNamed = named.includes(folder);
    if (!isNamed && PRODUCTS.has(name)) {
      choice.leftOut.push({ path: folder, reason: "build-product" });
      continue;
    }
    const budget = isNamed
      ? { bytes: Infinity, files: Infinity }
      : left[DEPENDENCIES.has(name) ? "dependencies" : "others"];
    const limit = {
      bytes: Math.min(budget.bytes, room.bytes),
      files: budget.files,
    };
    const full = path.join(root, ...folder.split("/"));
    const size = yield* measuring(fs.realpathSync.native(full), limit, cost);
    if (isOver(size, limit)) {
      const reason = isOver(size, budget) ? "too-large" : "no-space";
      choice.leftOut.push({ path: folder, reason });
      continue;
    }
    choice.copied.push({ path: folder, isNamed });
    for (const rest of [budget, room]) {
      rest.bytes -= size.bytes;
      rest.files -= size.files;
    }
  }
  return choice;
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = fs.statfsSync(folder);
  return bavail * bsize;
}
