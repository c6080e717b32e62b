import {
  KINDS,
  stateTimeOf,
  type CheckpointKind,
  type TaskState,
} from "../engine/model/checkpoint";
import type { Verdict } from "../answers/verdict";
import type { Point } from "../engine/api";
import type { CheckpointError } from "../engine/model/errors";
import { problem } from "../engine/model/errors";
import type { ProblemData } from "../engine/model/problems";
import { parseVerdicts } from "../engine/model/verdicts";
import { isSymlink, modeText } from "../engine/model/version";
import type { Entry } from "./entries";

/**
 * The manifest: what an export records besides the files, so that an import recreates
 * the checkpoint and not just its contents. It is stored as one more file, because files
 * are all that folders, archives and commits have in common.
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
    /** Absent in older exports. */
    verdicts?: Verdict[];
  };
  /** Permission bits that git and some file systems do not store. */
  modes: Record<string, string>;
  /** Unsaved editor text by path, base64-encoded. */
  unsaved: Record<string, string>;
}

const NAME = /^\.checkpoint-export(?:\.(\d{1,6}))?\.json$/;

/** Returns a manifest name that does not collide with any file of the state. */
export function manifestName(taken: ReadonlySet<string>): string {
  // The importer uses the manifest with the highest number, so this one must exceed all others.
  let highest = 0;
  for (const path of taken) highest = Math.max(highest, manifestRank(path));
  return highest === 0
    ? ".checkpoint-export.json"
    : `.checkpoint-export.${highest + 1}.json`;
}

/** Returns the path of the manifest, or null if there is none. */
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
      createdAt: c ? stateTimeOf(c) : point.at,
      metadata: c?.metadata ?? {},
      task: c?.task ?? null,
      thread: c?.thread ?? null,
      message: c?.message ?? null,
      git: c?.git ?? null,
      verdicts: point.verdicts,
    },
    modes: Object.fromEntries(odd.map((e) => [e.path, modeText(e.mode)])),
    unsaved: Object.fromEntries(
      unsaved.map((u) => [u.path, Buffer.from(u.bytes).toString("base64")]),
    ),
  };
}

/** Parses and validates a manifest; throws `bad-input` if it is not one. */
export function parseManifest(bytes: Uint8Array): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(bytes).toString("utf8"));
  } catch (error) {
    throw unreadable("not-json", null, error);
  }
  const manifest = record(value, null);
  if (manifest["format"] !== "checkpoint-export")
    throw unreadable("not-an-export");
  if (manifest["version"] !== 1) throw unreadable("newer");
  const c = record(manifest["checkpoint"], "checkpoint");
  const text = (key: string) => (typeof c[key] === "string" ? c[key] : null);
  const createdAt = text("createdAt") ?? "";
  if (Number.isNaN(Date.parse(createdAt))) throw unreadable("bad-time");
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
      verdicts: parseVerdicts(c["verdicts"]),
    },
    modes: texts(manifest["modes"] ?? {}, "modes"),
    unsaved: texts(manifest["unsaved"] ?? {}, "unsaved"),
  };
}

function manifestRank(path: string): number {
  const match = NAME.exec(path);
  return match ? Number(match[1] ?? 1) : 0;
}

function record(value: unknown, what: string | null): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw unreadable("not-an-object", what);
  return value as Record<string, unknown>;
}

function texts(value: unknown, what: string): Record<string, string> {
  const out = record(value, what);
  for (const one of Object.values(out))
    if (typeof one !== "string") throw unreadable("not-text", what);
  return out as Record<string, string>;
}

function unreadable(
  fault: ProblemData<"bad-manifest">["fault"],
  field: string | null = null,
  cause?: unknown,
): CheckpointError {
  return problem("bad-manifest", { fault, field }, cause);
}
