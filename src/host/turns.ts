import path from "node:path";
import type { Source } from "../engine/model/checkpoint";
import { readSmallFile, writePrivateFile } from "./privateFile";
import { folderKey } from "./folderKey";

/** A prompt that an agent is working on. */
export interface OpenTurn {
  source: Source;
  /** The conversation, and the prompt in it if the agent identifies prompts. */
  thread: string;
  message: string | null;
  sinceMs: number;
}

/** An agent that was killed never reports the end of its turn. */
const MOST_MS = 12 * 60 * 60_000;

/**
 * Returns the turn that an agent is working on in a folder, as its hooks reported it; null
 * if there is none, or several, of which one cannot be chosen.
 */
export function openTurn(
  dataDir: string,
  root: string,
  source: Source,
  nowMs: number,
): OpenTurn | null {
  const own = readTurns(dataDir, root).filter(
    (turn) => turn.source === source && nowMs - turn.sinceMs < MOST_MS,
  );
  return own.length === 1 ? own[0]! : null;
}

/** Returns the turns that a folder's file lists; none if it cannot be read. */
export function readTurns(dataDir: string, root: string): OpenTurn[] {
  try {
    const text = readSmallFile(turnsFile(dataDir, root));
    const value = JSON.parse(text ?? "[]") as unknown;
    return Array.isArray(value) ? value.filter(isTurn) : [];
  } catch {
    return []; // Only the conversation of a checkpoint is then unknown.
  }
}

/** Written by the hooks' worker only. */
export function writeTurns(
  dataDir: string,
  root: string,
  turns: readonly OpenTurn[],
): void {
  writePrivateFile(turnsFile(dataDir, root), JSON.stringify(turns));
}

function turnsFile(dataDir: string, root: string): string {
  return path.join(dataDir, "hooks", "turns", `${folderKey(root)}.json`);
}

function isTurn(value: unknown): value is OpenTurn {
  if (typeof value !== "object" || value === null) return false;
  const { source, thread, message, sinceMs } = value as Record<
    keyof OpenTurn,
    unknown
  >;
  return (
    typeof source === "string" &&
    typeof thread === "string" &&
    (message === null || typeof message === "string") &&
    typeof sinceMs === "number"
  );
}
