import { CheckpointError } from "./errors";

/**
 * What a reference says, before anybody looked whether it exists. Forms that
 * look like a number, a moment or a time are taken as that; `name:TEXT` means
 * the checkpoint called TEXT whatever TEXT looks like.
 */
export type Reference =
  | { kind: "number"; number: number }
  | { kind: "moment"; moment: number }
  | { kind: "latest"; back: number }
  | { kind: "time"; at: number }
  | { kind: "workspace" }
  | { kind: "name"; text: string }
  | { kind: "idOrName"; text: string };

const MAX_LENGTH = 1000;

const FORMS =
  "Give a number (12, #12, snapshot-12), an id or the start of one, a name " +
  "(name:TEXT if it looks like another form), latest, latest~2, a moment (@40), " +
  "a time (10:30, 2026-11-16T10:30) or an age (90s, 10m, 2h, 3d, 1w).";
const TIME_FORMS =
  "Give a time (10:30, 2026-11-16, 2026-11-16T10:30, with Z or +02:00 for another " +
  "zone than here) or an age (90s, 10m, 2h, 3d, 1w).";

/** Returns what a reference says; throws `bad-input` when it says nothing. */
export function parseReference(input: unknown, nowMs: number): Reference {
  const text = cleanText(input, FORMS);
  if (text === "workspace" || text === "now") return { kind: "workspace" };

  const number = /^(?:#|snapshot-)?(0|[1-9]\d*)$/.exec(text);
  if (number) return { kind: "number", number: count(number[1], text) };
  const moment = /^@(\d+)$/.exec(text);
  if (moment) return { kind: "moment", moment: count(moment[1], text) };
  const latest = /^latest(?:~(\d*))?$/.exec(text);
  if (latest)
    // A bare `latest~` is one back, as git reads it.
    return {
      kind: "latest",
      back: latest[1] === undefined ? 0 : count(latest[1] || "1", text),
    };

  const at = readTime(text, nowMs, FORMS);
  if (at !== undefined) return { kind: "time", at: at + toItsEndMs(text) };

  if (text.startsWith("name:")) {
    const name = text.slice("name:".length).trim();
    if (name === "") throw bad(text, "names no checkpoint", FORMS);
    return { kind: "name", text: name };
  }
  // These can only have been meant as another form; as a name they would
  // fail later and say less.
  if (/^(?:#|@|latest~|snapshot-$)/.test(text) && !/\s/.test(text))
    throw bad(text, "is not a reference", FORMS);
  return { kind: "idOrName", text };
}

/** Returns the milliseconds of a time or an age; throws `bad-input` otherwise. */
export function parseTime(input: unknown, nowMs: number): number {
  const text = cleanText(input, TIME_FORMS);
  if (text === "now") return nowMs;
  const at = readTime(text, nowMs, TIME_FORMS);
  if (at === undefined) throw bad(text, "is not a time", TIME_FORMS);
  return at;
}

/** The same for a time up to which, and with which, something counts. */
export function parseEndTime(input: unknown, nowMs: number): number {
  return parseTime(input, nowMs) + toItsEndMs(String(input).trim());
}

/** Times are shown to the second: such a one means all that happened in it. */
function toItsEndMs(text: string): number {
  const date = DATE.exec(text);
  const isToTheSecond = date ? date[6] && !date[7] : CLOCK.exec(text)?.[3];
  return isToTheSecond ? 999 : 0;
}

/** Undefined when the text does not look like a time at all. */
function readTime(
  text: string,
  nowMs: number,
  hint: string,
): number | undefined {
  const ageMs = readAge(text);
  if (ageMs !== undefined) {
    // Before 1970 nobody recorded anything; this is a slip of the finger.
    if (!(ageMs <= nowMs)) throw bad(text, "is too long ago", hint);
    return nowMs - ageMs;
  }
  return readClock(text, nowMs, hint) ?? readDate(text, hint);
}

const HOUR_MS = 3_600_000;

const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/;

/** The last time that a clock showed this: today, or mostly yesterday. */
function readClock(
  text: string,
  nowMs: number,
  hint: string,
): number | undefined {
  const match = CLOCK.exec(text);
  if (!match) return undefined;
  const [hour, minute, second] = [1, 2, 3].map((i) =>
    Number(match[i] ?? 0),
  ) as [number, number, number];
  if (hour > 23 || minute > 59 || second > 59)
    throw bad(text, "is not a time of day", hint);
  for (let daysBack = 0; daysBack < 7; daysBack++) {
    const day = new Date(nowMs);
    day.setDate(day.getDate() - daysBack);
    day.setHours(hour, minute, second, 0);
    // When summer time ends a clock shows an hour twice, and when it begins one not at all.
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

function readDate(text: string, hint: string): number | undefined {
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
  // Date carries over (31 November becomes 1 December): what comes out
  // must be what was written.
  const isReal =
    utc.getUTCFullYear() === year &&
    utc.getUTCMonth() === month - 1 &&
    utc.getUTCDate() === day &&
    hour < 24 &&
    minute < 60 &&
    second < 60;
  if (!isReal) throw bad(text, "is not a date that exists", hint);

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

function cleanText(input: unknown, hint: string): string {
  if (typeof input !== "string")
    throw bad(typeof input, "is not a reference", hint);
  const text = input.trim();
  if (text === "") throw bad(text, "says nothing", hint);
  if (text.length > MAX_LENGTH) throw bad(text, "is too long", hint);
  return text;
}

function count(digits: string | undefined, text: string): number {
  const value = Number(digits);
  if (!Number.isSafeInteger(value))
    throw bad(text, "is too large a number", FORMS);
  return value;
}

function bad(text: string, what: string, hint: string): CheckpointError {
  const shown = text.length > 80 ? text.slice(0, 79) + "…" : text;
  return new CheckpointError("bad-input", `“${shown}” ${what}.`, {
    hint,
    data: { reference: shown },
  });
}
