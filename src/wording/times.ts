import type { Voice } from "./voice";

/** How to show a point in time; the locale is the editor's language. */
export interface TimeStyle {
  now: number;
  locale: string;
  format: "relative" | "absolute";
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** How often lists with relative times are refreshed. */
export const AGING_MS = MINUTE_MS;

/**
 * Returns when something happened, short enough for a row. Relative times stop at a day; after that
 * the time of day says more than “37 hours ago”.
 */
export function shortTime(at: string, style: TimeStyle, voice: Voice): string {
  const ageMs = style.now - Date.parse(at);
  return style.format === "relative" && ageMs < DAY_MS
    ? ageText(ageMs, voice)
    : dayAndTime(at, style);
}

/** Like `shortTime`, with an age of a few characters, for a narrow row without a heading. */
export function briefTime(at: string, style: TimeStyle, voice: Voice): string {
  const ageMs = style.now - Date.parse(at);
  return style.format === "relative" && ageMs < DAY_MS
    ? briefAge(ageMs, voice)
    : dayAndTime(at, style);
}

/** Like `shortTime`, for a row below a heading that shows the day. */
export function timeInDay(at: string, style: TimeStyle, voice: Voice): string {
  const ageMs = style.now - Date.parse(at);
  return style.format === "relative" && ageMs < DAY_MS
    ? ageText(ageMs, voice)
    : clockTime(at, style.locale);
}

/** Date and time to the second, for tooltips. */
export function exactTime(at: string, locale: string): string {
  return format(at, locale, { dateStyle: "full", timeStyle: "medium" });
}

export function clockTime(at: string, locale: string): string {
  return format(at, locale, { hour: "numeric", minute: "2-digit" });
}

/** Returns how long ago something happened, in the largest unit that fits. */
export function ageText(ageMs: number, voice: Voice): string {
  const { minutes, hours, days } = ageOf(ageMs);
  if (days > 0)
    return days === 1 ? voice.t("1 day ago") : voice.t("{0} days ago", days);
  if (hours > 0)
    return hours === 1
      ? voice.t("1 hour ago")
      : voice.t("{0} hours ago", hours);
  return minutes === 0 ? voice.t("just now") : voice.t("{0} min ago", minutes);
}

/** Returns the same age in a few characters, for a row: “now”, “5m”, “2h”, “3d”. */
export function briefAge(ageMs: number, voice: Voice): string {
  const { minutes, hours, days } = ageOf(ageMs);
  if (days > 0) return voice.t("{0}d", days);
  if (hours > 0) return voice.t("{0}h", hours);
  return minutes === 0 ? voice.t("now") : voice.t("{0}m", minutes);
}

function ageOf(ageMs: number): {
  minutes: number;
  hours: number;
  days: number;
} {
  // If the clock was set back, the age must not read “in 3 minutes”.
  if (ageMs < 45_000) return { minutes: 0, hours: 0, days: 0 };
  const minutes = Math.max(1, Math.round(ageMs / MINUTE_MS));
  // 59 minutes and 45 seconds are an hour.
  const hours = minutes < 60 ? 0 : Math.max(1, Math.floor(ageMs / HOUR_MS));
  return { minutes, hours, days: Math.floor(hours / 24) };
}

function dayAndTime(at: string, { now, locale }: TimeStyle): string {
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return format(at, locale, {
    day: "numeric",
    month: "short",
    ...(sameYear ? {} : { year: "numeric" }),
    hour: "numeric",
    minute: "2-digit",
  });
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Creating an Intl format costs more than using it a thousand times. */
function format(
  at: string,
  locale: string,
  options: Intl.DateTimeFormatOptions,
): string {
  const key = locale + JSON.stringify(options);
  let made = formats.get(key);
  if (!made)
    formats.set(key, (made = new Intl.DateTimeFormat(locale, options)));
  return made.format(Date.parse(at));
}
