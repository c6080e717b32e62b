import type { CheckpointOptions, TaskState } from "./checkpoint";
import { KINDS } from "./checkpoint";
import { CheckpointError } from "./errors";

const MAX_TEXT = 10_000;
const MAX_METADATA = 100_000;

/** Returns what a checkpoint is to be called, checked; throws `bad-input`. */
export function parseCheckpointOptions(given: CheckpointOptions) {
  const kind = given.kind ?? "manual";
  if (!KINDS.includes(kind))
    throw bad(
      `“${String(kind)}” is not a kind of checkpoint.`,
      `Kinds: ${KINDS.join(", ")}.`,
    );
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

/** A source is a short word: `editor`, `outside`, the name of an agent. */
export function parseSource(source: unknown): string {
  if (
    typeof source === "string" &&
    /^[\p{L}\p{N}][\p{L}\p{N} ._:@/+-]{0,99}$/u.test(source)
  )
    return source;
  throw bad(
    "A source must be a short name, such as editor or claude-code.",
    "Use letters, digits, dots, dashes and spaces, 100 at most.",
  );
}

export function text(what: string, value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== "string") throw bad(`The ${what} must be text.`);
  if (value.trim() === "") return null; // nobody could see it
  if (value.length > MAX_TEXT)
    throw bad(
      `The ${what} is too long (${value.length} characters; ${MAX_TEXT} at most).`,
    );
  return value;
}

function parseMetadata(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw bad("Metadata must be a JSON object.");
  if (JSON.stringify(value).length > MAX_METADATA)
    throw bad(
      `Metadata is too large (${MAX_METADATA} characters of JSON at most).`,
    );
  return value as Record<string, unknown>;
}

function parseTask(task: TaskState): TaskState {
  const { current, completed, session, tokens } = task;
  const parsed: TaskState = {};
  if (current !== undefined) parsed.current = text("task", current) ?? "";
  if (completed !== undefined) {
    if (!Array.isArray(completed) || completed.length > 10_000)
      throw bad("The completed tasks must be a list of names.");
    parsed.completed = completed.map((name) => text("task", name) ?? "");
  }
  for (const [key, value] of Object.entries({ session, tokens })) {
    if (value === undefined) continue;
    if (typeof value !== "number" || !(value >= 0))
      throw bad(`The ${key} must be a number.`);
    parsed[key as "session" | "tokens"] = value;
  }
  return parsed;
}

function bad(message: string, hint?: string): CheckpointError {
  return new CheckpointError(
    "bad-input",
    message,
    hint === undefined ? {} : { hint },
  );
}
