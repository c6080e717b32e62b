import path from "node:path";
import type { Claim } from "../recorder/attribution";
import { folderKey } from "./folderKey";

/** Returns the file with the claims of the agents that work in a folder. */
export function agentsClaims(dataDir: string, root: string): string {
  return path.join(dataDir, "hooks", "claims", `${folderKey(root)}.json`);
}

/** Returns the folder with the claims of editors: each window has a file of its own. */
export function editorsClaims(dataDir: string, root: string): string {
  return path.join(dataDir, "hooks", "saves", folderKey(root));
}

/** Returns the claims in a file's text that are still valid; throws if it is damaged. */
export function claimsIn(text: string, nowMs: number): Claim[] {
  const value = JSON.parse(text) as unknown;
  return Array.isArray(value)
    ? value.filter(isClaim).filter((claim) => claim.untilMs > nowMs)
    : [];
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
