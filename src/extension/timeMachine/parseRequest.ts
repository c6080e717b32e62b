import { isWorkspacePath } from "../../engine/model/workspacePath";
import {
  ACTIONS,
  COMPARISONS,
  STEPS,
  type FileKey,
  type Kept,
  type Move,
  type Question,
  type Request,
} from "./protocol";
import { SPEEDS } from "./speeds";
import { PRESETS, type Range } from "./timeSpan";

/** More than a page ever shows at once. */
const MOST_FILES = 200;
const MOST_BUCKETS = 2000;
/** Times that a date can have. */
const LAST_MS = 8.64e15;

/**
 * Parses what the page says. The page shows names and texts that anyone may have written, so
 * nothing that comes from it is trusted: whatever is not exactly a request is undefined.
 */
export function parseRequest(said: unknown): Request | undefined {
  if (!isRecord(said)) return undefined;
  switch (said["type"]) {
    case "ready":
      return { type: "ready" };
    case "ask": {
      const question = parseQuestion(said["question"]);
      const id = said["id"];
      return question && isCount(id)
        ? { type: "ask", id, question }
        : undefined;
    }
    case "cancel":
      return isCount(said["id"])
        ? { type: "cancel", id: said["id"] }
        : undefined;
    case "choose": {
      const file = parseFile(said["file"]);
      const isPinned = said["isPinned"] === true;
      return file && { type: "choose", file, isPinned };
    }
    case "act": {
      const action = oneOf(ACTIONS, said["action"]);
      const file = said["file"] === null ? null : parseFile(said["file"]);
      return action && file !== undefined
        ? { type: "act", action, file }
        : undefined;
    }
    case "against": {
      const against = oneOf(COMPARISONS, said["against"]);
      return against && { type: "against", against };
    }
    case "keep": {
      const kept = parseKept(said["kept"]);
      return kept && { type: "keep", kept };
    }
    default:
      return undefined;
  }
}

function parseQuestion(asked: unknown): Question | undefined {
  if (!isRecord(asked)) return undefined;
  const { type, buckets } = asked;
  switch (type) {
    case "strip": {
      const { fromMs, toMs } = asked;
      if (!isTime(fromMs) || !isTime(toMs) || fromMs >= toMs) return undefined;
      return isBuckets(buckets) ? { type, fromMs, toMs, buckets } : undefined;
    }
    case "overview":
      return isBuckets(buckets) ? { type, buckets } : undefined;
    case "move": {
      const move = parseMove(asked["move"]);
      const isHeld = asked["isHeld"] === true;
      return move && { type, move, isHeld };
    }
    case "lines": {
      const given = asked["files"];
      if (!Array.isArray(given) || given.length > MOST_FILES) return undefined;
      const files = given.map(parseFile);
      return files.every((file) => file !== undefined)
        ? { type, files }
        : undefined;
    }
    case "about": {
      const { folder, moment } = asked;
      return typeof folder === "string" && isCount(moment)
        ? { type, folder, moment }
        : undefined;
    }
    default:
      return undefined;
  }
}

function parseMove(move: unknown): Move | undefined {
  if (!isRecord(move)) return undefined;
  switch (move["to"]) {
    case "now":
      return { to: "now" };
    case "here":
      return { to: "here" };
    case "time":
      return isTime(move["atMs"])
        ? { to: "time", atMs: move["atMs"] }
        : undefined;
    case "step": {
      const by = oneOf(STEPS, move["by"]);
      return by && { to: "step", by, isBack: move["isBack"] === true };
    }
    default:
      return undefined;
  }
}

function parseFile(file: unknown): FileKey | undefined {
  if (!isRecord(file)) return undefined;
  const { folder, path } = file;
  return typeof folder === "string" && isWorkspacePath(path)
    ? { folder, path }
    : undefined;
}

/** Also what an earlier version of the extension kept. */
export function parseKept(kept: unknown): Kept | undefined {
  if (!isRecord(kept)) return undefined;
  const range = parseRange(kept["range"]);
  const step = oneOf(STEPS, kept["step"]);
  const speed = oneOf(SPEEDS, kept["speed"]);
  if (range === undefined || step === undefined || speed === undefined)
    return undefined;
  return { range, step, speed, isTable: kept["isTable"] === true };
}

function parseRange(range: unknown): Range | undefined {
  if (!isRecord(range)) return oneOf(PRESETS, range);
  const { fromMs, toMs } = range;
  return isTime(fromMs) && isTime(toMs) && fromMs < toMs
    ? { fromMs, toMs }
    : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function oneOf<T>(all: readonly T[], value: unknown): T | undefined {
  return all.find((each) => each === value);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isBuckets(value: unknown): value is number {
  return isCount(value) && value > 0 && value <= MOST_BUCKETS;
}

function isTime(value: unknown): value is number {
  return Number.isInteger(value) && Math.abs(value as number) <= LAST_MS;
}
