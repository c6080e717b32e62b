import {
  KINDS,
  type CheckpointKind,
  type TaskState,
} from "../model/checkpoint";
import type { Point } from "../api";
import { CheckpointError } from "../model/errors";
import { isSymlink, modeText } from "../model/version";
import type { Entry } from "./entries";

/**
 * The manifest: what an export says beside the files, so that an import brings
 * back the checkpoint and not only its contents. It is one more file in the
 * folder, archive or commit, since those hold files and nothing else alike.
 */
export interface Manifest {
  format: "checkpoint-export";
  version: 1;
  checkpoint: {
    id: string | null;
    number: number | null;
    name: string | null;
    description: string | null;
    kind: CheckpointKind;
    source: string | null;
    createdAt: string;
    metadata: Record<string, unknown>;
    task: TaskState | null;
    thread: string | null;
    message: string | null;
    git: unknown;
  };
  /** Permission bits that git and some file systems do not keep. */
  modes: Record<string, string>;
  /** The unsaved texts of editors, base64. */
  unsaved: Record<string, string>;
}

const NAME = /^\.checkpoint-export(?:\.(\d{1,6}))?\.json$/;

/** Returns a name for the manifest that no file of the state has. */
export function manifestName(taken: ReadonlySet<string>): string {
  // The importer takes the highest, so ours must be above all that are there.
  let highest = 0;
  for (const path of taken) highest = Math.max(highest, manifestRank(path));
  return highest === 0
    ? ".checkpoint-export.json"
    : `.checkpoint-export.${highest + 1}.json`;
}

/** Returns which of the paths is the manifest, or null when there is none. */
export function findManifest(paths: Iterable<string>): string | null {
  let best: string | null = null;
  for (const path of paths)
    if (manifestRank(path) > (best === null ? 0 : manifestRank(best)))
      best = path;
  return best;
}

export function manifestFor(
  point: Point,
  entries: readonly Entry[],
  unsaved: readonly { path: string; bytes: Uint8Array }[],
): Manifest {
  const c = point.checkpoint;
  const odd = entries.filter(
    ({ mode }) => !isSymlink(mode) && mode !== 0o644 && mode !== 0o755,
  );
  return {
    format: "checkpoint-export",
    version: 1,
    checkpoint: {
      id: c?.id ?? null,
      number: c?.number ?? null,
      name: c?.name ?? null,
      description: c?.description ?? null,
      kind: c?.kind ?? "manual",
      source: c?.source ?? null,
      createdAt: c?.createdAt ?? point.at,
      metadata: c?.metadata ?? {},
      task: c?.task ?? null,
      thread: c?.thread ?? null,
      message: c?.message ?? null,
      git: c?.git ?? null,
    },
    modes: Object.fromEntries(odd.map((e) => [e.path, modeText(e.mode)])),
    unsaved: Object.fromEntries(
      unsaved.map((u) => [u.path, Buffer.from(u.bytes).toString("base64")]),
    ),
  };
}

/** Returns a manifest as it was written; throws `bad-input` for anything else. */
export function parseManifest(bytes: Uint8Array): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(bytes).toString("utf8"));
  } catch (error) {
    throw unreadable("it is not JSON", error);
  }
  const manifest = record(value, "the manifest");
  if (manifest["format"] !== "checkpoint-export")
    throw unreadable("it is not an export of Checkpoint");
  if (manifest["version"] !== 1)
    throw unreadable("it was written by a newer Checkpoint");
  const c = record(manifest["checkpoint"], "checkpoint");
  const text = (key: string) => (typeof c[key] === "string" ? c[key] : null);
  const createdAt = text("createdAt") ?? "";
  if (Number.isNaN(Date.parse(createdAt)))
    throw unreadable("its time is not a time");
  return {
    format: "checkpoint-export",
    version: 1,
    checkpoint: {
      id: text("id"),
      number: typeof c["number"] === "number" ? c["number"] : null,
      name: text("name"),
      description: text("description"),
      kind: KINDS.find((kind) => kind === c["kind"]) ?? "manual",
      source: text("source"),
      createdAt: new Date(createdAt).toISOString(),
      metadata: record(c["metadata"] ?? {}, "metadata"),
      task: c["task"] ? record(c["task"], "task") : null,
      thread: text("thread"),
      message: text("message"),
      git: c["git"] ?? null,
    },
    modes: texts(manifest["modes"] ?? {}, "modes"),
    unsaved: texts(manifest["unsaved"] ?? {}, "unsaved"),
  };
}

function manifestRank(path: string): number {
  const match = NAME.exec(path);
  return match ? Number(match[1] ?? 1) : 0;
}

function record(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw unreadable(`${what} is not an object`);
  return value as Record<string, unknown>;
}

function texts(value: unknown, what: string): Record<string, string> {
  const out = record(value, what);
  for (const one of Object.values(out))
    if (typeof one !== "string") throw unreadable(`${what} holds no text`);
  return out as Record<string, string>;
}

function unreadable(why: string, cause?: unknown): CheckpointError {
  return new CheckpointError(
    "bad-input",
    `The export's manifest cannot be read: ${why}. Nothing was imported.`,
    {
      hint: "Remove the file .checkpoint-export.json to import the files alone.",
      cause,
    },
  );
}
