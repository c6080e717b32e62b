import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { makeFolders } from "../../base/makeFolders";
import type { Env } from "../../host/dataDir";
import { inboxDir } from "./places";

/**
 * An event in the inbox, where each event that an agent reports waits in its own file to be
 * recorded. The launcher writes the same files in plain sh (launcherText.ts), so the format
 * is one that a shell can write: fields terminated by a zero byte, then the payload as the
 * agent sent it.
 */
export interface Envelope {
  agent: string | null;
  event: string | null;
  cwd: string;
  env: Env;
  payload: string;
}

export const MAGIC = "checkpoint-hook-1";

/** The variables that identify the agent and where it works. */
export const ENV_FIELDS = [
  "CLAUDE_PROJECT_DIR",
  "CURSOR_PROJECT_DIR",
  "GEMINI_PROJECT_DIR",
  "CURSOR_VERSION",
  "CHECKPOINT_STORE",
] as const;

const SUFFIX = ".event";
/** The launcher uses the same suffixes. */
const BUSY = ".busy";
const LATE = ".late";
const MOST_BYTES = 64 * 1024 * 1024;

/** Atomically writes an event to the inbox and returns its file. */
export function putDown(dataDir: string, envelope: Envelope): string {
  const folder = inboxDir(dataDir);
  makeFolders(folder, 0o700);
  const name = randomBytes(8).toString("hex");
  const temp = path.join(folder, `.${name}`);
  const file = path.join(folder, name + SUFFIX);
  const fields = [
    MAGIC,
    envelope.agent ?? "",
    envelope.event ?? "",
    envelope.cwd,
    ...ENV_FIELDS.map((key) => envelope.env[key] ?? ""),
  ];
  const head = fields
    .map((field) => field.replaceAll("\0", "") + "\0")
    .join("");
  fs.writeFileSync(temp, head + envelope.payload, { mode: 0o600, flag: "wx" });
  fs.renameSync(temp, file);
  return file;
}

/** Returns the waiting events' files, oldest first. */
export function waiting(dataDir: string): string[] {
  const folder = inboxDir(dataDir);
  const found: { file: string; at: bigint }[] = [];
  for (const name of fs.readdirSync(folder)) {
    if (!name.endsWith(SUFFIX)) continue;
    const file = path.join(folder, name);
    const stat = fs.statSync(file, { bigint: true, throwIfNoEntry: false });
    if (stat) found.push({ file, at: stat.mtimeNs });
  }
  found.sort((a, b) =>
    a.at === b.at ? (a.file < b.file ? -1 : 1) : a.at < b.at ? -1 : 1,
  );
  return found.map(({ file }) => file);
}

/** An event that has been waiting for longer than this is not waited for. */
const FORGOTTEN_MS = 60_000;

/**
 * Waits until the events in the inbox have been recorded, but no longer than `mostMs`. An
 * agent waits for few of its hooks, so it can call a tool before its prompt is recorded.
 */
export async function recordedSoFar(
  dataDir: string,
  mostMs: number,
): Promise<void> {
  const startMs = Date.now();
  const isNew = (file: string) => {
    const stat = fs.statSync(file, { throwIfNoEntry: false });
    return stat !== undefined && startMs - stat.mtimeMs < FORGOTTEN_MS;
  };
  if (!fs.existsSync(inboxDir(dataDir))) return;
  const files = waiting(dataDir).filter(isNew);
  while (files.some((file) => fs.existsSync(file))) {
    if (Date.now() - startMs > mostMs) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Marks an event as having its guard created, so that the hook waits longer. */
export function askForPatience(file: string): void {
  fs.writeFileSync(file + BUSY, "", { mode: 0o600 });
}

export function isBeingGuarded(file: string): boolean {
  return fs.existsSync(file + BUSY);
}

/** Marks an event as late: the hook has stopped waiting, and the tool runs from now on. */
export function giveUpWaiting(file: string): void {
  if (fs.existsSync(file)) fs.writeFileSync(file + LATE, "", { mode: 0o600 });
}

export function isLate(file: string): boolean {
  return fs.existsSync(file + LATE);
}

/** Removes a handled event, which lets the waiting hook continue. */
export function removeEvent(file: string): void {
  for (const one of [file, file + BUSY, file + LATE])
    fs.rmSync(one, { force: true });
}

/** Removes the marks of events that were handled just before a hook stopped waiting. */
export function removeStrayMarks(dataDir: string): void {
  const folder = inboxDir(dataDir);
  for (const name of fs.readdirSync(folder)) {
    const event = [BUSY, LATE].find((mark) => name.endsWith(SUFFIX + mark));
    if (event === undefined) continue;
    const mark = path.join(folder, name);
    if (!fs.existsSync(mark.slice(0, -event.length)))
      fs.rmSync(mark, { force: true });
  }
}

/** Reads an event's file; returns null if it is too large or not one of ours. */
export function take(file: string): Envelope | null {
  if (fs.statSync(file).size > MOST_BYTES) return null;
  const bytes = fs.readFileSync(file);
  const count = 4 + ENV_FIELDS.length;
  const fields: string[] = [];
  let at = 0;
  while (fields.length < count) {
    const end = bytes.indexOf(0, at);
    if (end < 0) return null;
    fields.push(bytes.toString("utf8", at, end));
    at = end + 1;
  }
  const [magic, agent, event, cwd, ...values] = fields;
  if (magic !== MAGIC) return null;
  return {
    agent: agent || null,
    event: event || null,
    cwd: cwd ?? "",
    env: Object.fromEntries(
      ENV_FIELDS.map((key, i) => [key, values[i] || undefined]),
    ),
    payload: bytes.toString("utf8", at),
  };
}
