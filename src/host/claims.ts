import fs from "node:fs";
import path from "node:path";
import type { Source } from "../engine/model/checkpoint";
import { isWithin } from "../engine/model/workspacePath";
import { readSmallFile, writePrivateFile } from "./privateFile";
import { folderKey } from "./stores";

/**
 * Claims: which agent is writing which files just now. Agents' hooks tell before
 * a tool writes; whoever then finds the files changed (the editor's watcher, a
 * `watch`) can say by whom, instead of "outside". One small file per folder,
 * written by the hooks' worker alone.
 */
export interface Claim {
  source: Source;
  thread: string | null;
  /** Null while a command runs: it may write anything. */
  paths: string[] | null;
  untilMs: number;
}

/** Returns the claims that still hold; none when the file cannot be read. */
export function readClaims(
  dataDir: string,
  root: string,
  nowMs: number,
): Claim[] {
  try {
    const text = readSmallFile(claimsFile(dataDir, root));
    if (text === null) return [];
    const value = JSON.parse(text) as unknown;
    return Array.isArray(value)
      ? value.filter(isClaim).filter((claim) => claim.untilMs > nowMs)
      : [];
  } catch {
    return []; // Only a name is lost, never a change.
  }
}

/** Another each time the claims change; the same while they cannot be read. */
export function claimsMark(dataDir: string, root: string): string {
  try {
    const stat = fs.statSync(claimsFile(dataDir, root), { bigint: true });
    return `${stat.ino} ${stat.mtimeNs}`;
  } catch {
    return ""; // There are none, as in `readClaims`.
  }
}

export function writeClaims(
  dataDir: string,
  root: string,
  claims: readonly Claim[],
): void {
  writePrivateFile(claimsFile(dataDir, root), JSON.stringify(claims));
}

/** What is to be recorded under another name first, and under which the rest. */
export interface Attribution {
  first: { source: Source; thread: string | null; paths: string[] }[];
  rest: { source: Source; thread: string | null };
}

/**
 * Returns who wrote what among the paths (null: anything): claimed files by
 * those who claim them, be it another conversation of the agent that asks; the
 * rest by the one agent that runs a command, if there is exactly one, else by
 * nobody known.
 */
export function attribute(
  claims: readonly Claim[],
  paths: readonly string[] | null,
  asker: Source,
  askersThread: string | null = null,
): Attribution {
  const first = claims
    .filter(
      (claim) =>
        claim.paths !== null &&
        (claim.source !== asker || claim.thread !== askersThread),
    )
    .map(({ source, thread, paths: claimed }) => ({
      source,
      thread,
      paths: (claimed ?? []).filter(
        (one) =>
          paths === null ||
          paths.some((path) => isWithin(one, path) || isWithin(path, one)),
      ),
    }))
    .filter((part) => part.paths.length > 0);
  const running = claims.filter((claim) => claim.paths === null);
  const sources = new Set(running.map(({ source }) => source));
  const only = sources.size === 1 ? running[0] : undefined;
  const isNobody = asker === "outside";
  return {
    first,
    rest:
      isNobody && only
        ? {
            source: only.source,
            thread: running.length === 1 ? only.thread : null,
          }
        : { source: asker, thread: null },
  };
}

function claimsFile(dataDir: string, root: string): string {
  return path.join(dataDir, "hooks", "claims", `${folderKey(root)}.json`);
}

function isClaim(value: unknown): value is Claim {
  if (typeof value !== "object" || value === null) return false;
  const { source, paths, untilMs, thread } = value as Record<string, unknown>;
  return (
    typeof source === "string" &&
    typeof untilMs === "number" &&
    (thread === null || typeof thread === "string") &&
    (paths === null ||
      (Array.isArray(paths) && paths.every((one) => typeof one === "string")))
  );
}
