import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { readSmallFile, writePrivateFile } from "../../host/privateFile";

/**
 * What a settings file contained before we changed it, so that disconnecting restores it
 * exactly, provided that nothing else has changed it since.
 */
export interface LedgerEntry {
  file: string;
  before: string | null;
  /** SHA-256 of the text that we wrote. */
  after: string;
}

export function readLedger(dataDir: string, file: string): LedgerEntry | null {
  try {
    const text = readSmallFile(ledgerFile(dataDir, file));
    const entry = JSON.parse(text ?? "null") as LedgerEntry | null;
    return entry?.file === file && typeof entry.after === "string"
      ? entry
      : null;
  } catch {
    return null; // our part is then removed from the current text
  }
}

export function writeLedger(
  dataDir: string,
  file: string,
  before: string | null,
  after: string,
): void {
  const entry: LedgerEntry = { file, before, after: hashOf(after) };
  writePrivateFile(ledgerFile(dataDir, file), JSON.stringify(entry));
}

export function dropLedger(dataDir: string, file: string): void {
  fs.rmSync(ledgerFile(dataDir, file), { force: true });
}

export function isAsWritten(entry: LedgerEntry, text: string): boolean {
  return hashOf(text) === entry.after;
}

function ledgerFile(dataDir: string, file: string): string {
  const name = hashOf(file).slice(0, 24);
  return path.join(dataDir, "connected", `${name}.json`);
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
