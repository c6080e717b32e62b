import fs from "node:fs";
import path from "node:path";
import type { Claim } from "../recorder/attribution";
import { agentsClaims, claimsIn, editorsClaims } from "./claimFiles";
import { readSmallFile, writePrivateFile } from "./privateFile";

/**
 * The claims of a folder, in small files. Agents' hooks claim before a tool writes, and editors
 * before they save while agents are at work, so that whoever finds the changed files (a window,
 * `watch`, the hooks' worker) knows who wrote them.
 */

/** Returns the claims that are still valid, without those that cannot be read. */
export function readClaims(
  dataDir: string,
  root: string,
  nowMs: number,
): Claim[] {
  const windows = editorsClaims(dataDir, root);
  return [
    agentsClaims(dataDir, root),
    ...namesIn(windows).map((name) => path.join(windows, name)),
  ].flatMap((file) => readFile(file, nowMs));
}

/** Replaces the agents' claims; only the hooks' worker does. */
export function writeClaims(
  dataDir: string,
  root: string,
  claims: readonly Claim[],
): void {
  writePrivateFile(agentsClaims(dataDir, root), JSON.stringify(claims));
}

function readFile(file: string, nowMs: number): Claim[] {
  try {
    return claimsIn(readSmallFile(file) ?? "[]", nowMs);
  } catch {
    return []; // Only the attribution is lost, never a change.
  }
}

function namesIn(folder: string): string[] {
  try {
    return fs.readdirSync(folder).filter((name) => name.endsWith(".json"));
  } catch {
    return []; // no window has claimed anything
  }
}
