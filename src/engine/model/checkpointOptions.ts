import type { CheckpointOptions, TaskState } from "./checkpoint";
import { KINDS } from "./checkpoint";
import { problem } from "./errors";

const MAX_TEXT = 10_000;
const MAX_METADATA = 100_000;

/** Validates the options of a new checkpoint; throws `bad-input`. */
export function parseCheckpointOptions(given: CheckpointOptions) {
  const kind = given.kind ?? "manual";
  if (!KINDS.includes(kind))
    throw problem("bad-kind", { kind: String(kind), kinds: KINDS });
  return {
    kind,
    name: text("name", given.name),
    description: text("description", given.description),
    source: parseSource(given.source ?? "editor"),
    metadata: parseMetadata(given.metadata ?? {}),
    task: given.task ? parseTask(given.task) : null,
    thread: text("thread", given.thread),
    message: text("message", given.message),
    pinned: given.pinned === true,
  };
}

/** A source is a short word: `editor`, `outside`, or the name of an agent. */
export function parseSource(source: unknown): string {
  if (
    typeof source === "string" &&
    /^[\p{L}\p{N}][\p{L}\p{N} ._:@/+-]{0,99}$/u.test(source)
  )
    return source;
  throw problem("bad-source");
}

export function text(field: string, value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== "string") throw problem("not-text", { field });
  if (value.trim() === "") return null; // a blank name would be invisible
  if (value.length > MAX_TEXT)
    throw problem("text-too-long", {
      field,
      length: value.length,
      most: MAX_TEXT,
    });
  return value;
}

function parseMetadata(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw problem("bad-metadata");
  if (JSON.stringify(value).length > MAX_METADATA)
    throw problem("metadata-too-large", { most: MAX_METADATA });
  return value as Record<string, unknown>;
}

function parseTask(task: TaskState): TaskState {
  const { current, completed, session, tokens } = task;
  const parsed: TaskState = {};
  if (current !== undefined) parsed.current = text("task", current) ?? "";
  if (completed !== undefined) {
    if (!Array.isArray(completed) || completed.length > 10_000)
      throw problem("bad-completed-tasks");
    parsed.completed = completed.map((name) => text("task", name) ?? "");
  }
  for (const [key, value] of Object.entries({ session, tokens })) {
    if (value === undefined) continue;
    if (typeof value !== "number" || !(value >= 0))
      throw problem("not-a-number", { field: key });
    parsed[key as "session" | "tokens"] = value;
  }
  return parsed;
}
