import type { CheckpointError } from "./errors";
import { problem } from "./errors";
import type { ReferenceFault } from "./problems";
import type { Outcome } from "./verdicts";

/**
 * A parsed reference; whether its target exists is not checked here. Text that
 * looks like a number, a moment or a time is parsed as such; `name:TEXT` refers to
 * the checkpoint named TEXT whatever TEXT looks like.
 */
export type Reference =
  | { kind: "number"; number: number }
  | { kind: "moment"; moment: number }
  | { kind: "latest"; back: number }
  | { kind: "verdict"; outcome: Outcome; label?: string; back: number }
  | { kind: "time"; at: number }
  | { kind: "workspace" }
  | { kind: "name"; text: string }
  | { kind: "idOrName"; text: string };

const MAX_LENGTH = 1000;

/** What the text should be, so that the error lists the right formats. */
type Wanted = "reference" | "time";

/** Parses a reference; throws `bad-input` if it is not valid. */
export function parseReference(input: unknown, nowMs: number): Reference {
  const text = cleanText(input, "reference");
  if (text === "workspace" || text === "now") return { kind: "workspace" };

  const number = /^(?:#|snapshot-)?(0|[1-9]\d*)$/.exec(text);
  if (number) return { kind: "number", number: count(number[1], text) };
  const moment = /^@(\d+)$/.exec(text);
  if (moment) return { kind: "moment", moment: count(moment[1], text) };
  const latest = /^latest(?:~(\d*))?$/.exec(text);
  if (latest)
    // As in git, a bare `latest~` means one back.
    return {
      kind: "latest",
      back: latest[1] === undefined ? 0 : count(latest[1] || "1", text),
    };

  // `good`, `good~1`, `good:npm test`, `bad`
  const verdict = /^(good|bad)(?::\s*(.*?))?(?:~(\d*))?$/.exec(text);
  if (verdict) {
    if (verdict[2] === "") throw badReference(text, "no-label", "reference");
    return {
      kind: "verdict",
      outcome: verdict[1] as Outcome,
      ...(verdict[2] === undefined ? {} : { label: verdict[2] }),
      back: verdict[3] === undefined ? 0 : count(verdict[3] || "1", text),
    };
  }

  const at = readTime(text, nowMs, "reference");
  if (at !== undefined) return { kind: "time", at: at + toItsEndMs(text) };

  if (text.startsWith("name:")) {
    const name = text.slice("name:".length).trim();
    if (name === "") throw badReference(text, "no-name", "reference");
    return { kind: "name", text: name };
  }
  // These were certainly meant as one of the other forms. Treated as a name, they
  // would fail later with a less specific error.
  if (/^(?:#|@|latest~|snapshot-$)/.test(text) && !/\s/.test(text))
    throw badReference(text, "unknown-form", "reference");
  return { kind: "idOrName", text };
}

/** Returns a time or an age in milliseconds since 1970; throws `bad-input`. */
export function parseTime(input: unknown, nowMs: number): number {
  const text = cleanText(input, "time");
  if (text === "now") return nowMs;
  const at = readTime(text, nowMs, "time");
  if (at === undefined) throw badReference(text, "not-a-time", "time");
  return at;
}

/** Like `parseTime`, for the inclusive end of a period. */
export function parseEndTime(input: unknown, nowMs: number): number {
  return parseTime(input, nowMs) + toItsEndMs(String(input).trim());
}

/** Times are displayed to the second, so such a time includes everything in that second. */
function toItsEndMs(text: string): number {
  const date = DATE.exec(text);
  const isToTheSecond = date ? date[6] && !date[7] : CLOCK.exec(text)?.[3];
  return isToTheSecond ? 999 : 0;
}

/** Returns undefined if the text does not look like a time at all. */
function readTime(
  text: string,
  nowMs: number,
  wanted: Wanted,
): number | undefined {
  const ageMs = readAge(text);
  if (ageMs !== undefined) {
    // Nothing was recorded before 1970, so this is a typo.
    if (!(ageMs <= nowMs)) throw badReference(text, "before-1970", wanted);
    return nowMs - ageMs;
  }
  return readClock(text, nowMs, wanted) ?? readDate(text, wanted);
}

const HOUR_MS = 3_600_000;

const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/;

/** The most recent time at which a clock showed this: today, or otherwise yesterday. */
function readClock(
  text: string,
  nowMs: number,
  wanted: Wanted,
): number | undefined {
  const match = CLOCK.exec(text);
  if (!match) return undefined;
  const [hour, minute, second] = [1, 2, 3].map((i) =>
    Number(match[i] ?? 0),
  ) as [number, number, number];
  if (hour > 23 || minute > 59 || second > 59)
    throw badReference(text, "not-a-time-of-day", wanted);
  for (let daysBack = 0; daysBack < 7; daysBack++) {
    const day = new Date(nowMs);
    day.setDate(day.getDate() - daysBack);
    day.setHours(hour, minute, second, 0);
    // When daylight saving time ends, an hour occurs twice; when it starts, one is
    // skipped.
    const shown = [day.getTime() + HOUR_MS, day.getTime()].find(
      (at) => at <= nowMs && isShown(new Date(at), hour, minute),
    );
    if (shown !== undefined) return shown;
  }
  return undefined;
}

function isShown(at: Date, hour: number, minute: number): boolean {
  return at.getHours() === hour && at.getMinutes() === minute;
}

const AGE =
  /^(?:(\d+)w)?(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?(?:\s+ago)?$/;
const UNIT_MS = [7 * 86_400_000, 86_400_000, HOUR_MS, 60_000, 1000];

function readAge(text: string): number | undefined {
  const match = /^\d/.test(text) ? AGE.exec(text) : null;
  if (!match) return undefined;
  return UNIT_MS.reduce(
    (sum, unitMs, i) => sum + unitMs * Number(match[i + 1] ?? 0),
    0,
  );
}

const DATE =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i;

function readDate(text: string, wanted: Wanted): number | undefined {
  const match = DATE.exec(text);
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map((i) =>
    Number(match[i] ?? 0),
  ) as [number, number, number, number, number, number];
  const ms = Number((match[7] ?? "").padEnd(3, "0").slice(0, 3));
  const zone = match[8];
  const utc = new Date(0);
  utc.setUTCFullYear(year, month - 1, day);
  utc.setUTCHours(hour, minute, second, ms);
  // Date rolls over invalid days (31 November becomes 1 December), so the result
  // must be compared with the input.
  const isReal =
    utc.getUTCFullYear() === year &&
    utc.getUTCMonth() === month - 1 &&
    utc.getUTCDate() === day &&
    hour < 24 &&
    minute < 60 &&
    second < 60;
  if (!isReal) throw badReference(text, "not-a-date", wanted);

  if (zone === undefined) {
    const local = new Date(0);
    local.setFullYear(year, month - 1, day);
    local.setHours(hour, minute, second, ms);
    return local.getTime();
  }
  if (/^z$/i.test(zone)) return utc.getTime();
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return utc.getTime() - (zone.startsWith("-") ? -1 : 1) * minutes * 60_000;
}

function cleanText(input: unknown, wanted: Wanted): string {
  if (typeof input !== "string")
    throw badReference(typeof input, "not-text", wanted);
  const text = input.trim();
  if (text === "") throw badReference(text, "empty", wanted);
  if (text.length > MAX_LENGTH) throw badReference(text, "too-long", wanted);
  return text;
}

function count(digits: string | undefined, text: string): number {
  const value = Number(digits);
  if (!Number.isSafeInteger(value))
    throw badReference(text, "number-too-large", "reference");
  return value;
}

function badReference(
  text: string,
  fault: ReferenceFault,
  wanted: Wanted,
): CheckpointError {
  const reference = text.length > 80 ? text.slice(0, 79) + "…" : text;
  return problem("bad-reference", { reference, fault, wanted });
}
