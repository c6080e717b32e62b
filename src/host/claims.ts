import path from "node:path";
import type { Claim } from "../recorder/attribution";
import { readSmallFile, writePrivateFile } from "./privateFile";
import { folderKey } from "./stores";

/**
 * The claims of a folder: one small file, written only by the hooks' worker. Agents' hooks claim
 * before a tool writes, so that whoever finds the changed files (the editor's watcher, `watch`)
 * knows who wrote them.
 */

/** Returns the claims that are still valid; none if the file cannot be read. */
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
    return []; // Only the attribution is lost, never a change.
  }
}

export function writeClaims(
  dataDir: string,
  root: string,
  claims: readonly Claim[],
): void {
  writePrivateFile(claimsFile(dataDir, root), JSON.stringify(claims));
}

function claimsFile(dataDir: string, root: string): string {
  return path.join(dataDir, "hooks", "claims", `${folderKey(root)}.json`);
}

function isClaim(value: unknown): value is Claim {
  if (typeof value !== "object" || value === null) return false;
  const { source, thread, paths, isOpen, sinceMs, untilMs, beside } =
    value as Record<keyof Claim, unknown>;
  const { model, subagent } = value as Record<keyof Claim, unknown>;
  return (
    typeof source === "string" &&
    (thread === null || typeof thread === "string") &&
    [model, subagent].every(
      (name) => name === undefined || typeof name === "string",
    ) &&
    isTexts(paths) &&
    typeof isOpen === "boolean" &&
    typeof sinceMs === "number" &&
    typeof untilMs === "number" &&
    isTexts(beside)
  );
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}
