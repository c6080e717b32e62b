import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { Env } from "../../host/dataDir";
import { inboxDir } from "./places";

/**
 * The inbox: events that agents told of, one file each, waiting to be recorded.
 * The launcher writes the same files in plain sh (launcher.ts), so the format is
 * what a shell can write: fields that end with a zero byte, then the payload as
 * the agent sent it.
 */
export interface Envelope {
  agent: string | null;
  event: string | null;
  cwd: string;
  env: Env;
  payload: string;
}

export const MAGIC = "checkpoint-hook-1";

/** The variables that tell where the agent works, and who it is. */
export const ENV_FIELDS = [
  "CLAUDE_PROJECT_DIR",
  "CURSOR_PROJECT_DIR",
  "GEMINI_PROJECT_DIR",
  "CURSOR_VERSION",
  "CHECKPOINT_STORE",
] as const;

const SUFFIX = ".event";
const MOST_BYTES = 64 * 1024 * 1024;

/** Puts an event down, whole or not at all; returns its file. */
export function putDown(dataDir: string, envelope: Envelope): string {
  const folder = inboxDir(dataDir);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
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

/** Returns the event of a file; null when it is none of ours. */
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
