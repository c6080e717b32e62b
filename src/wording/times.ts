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
  // If the clock was set back, the age must not read “in 3 minutes”.
  if (ageMs < 45_000) return voice.t("just now");
  const minutes = Math.max(1, Math.round(ageMs / MINUTE_MS));
  if (minutes < 60) return voice.t("{0} min ago", minutes);
  // 59 minutes and 45 seconds were rounded up to an hour above.
  const hours = Math.max(1, Math.floor(ageMs / HOUR_MS));
  if (hours === 1) return voice.t("1 hour ago");
  if (hours < 24) return voice.t("{0} hours ago", hours);
  const days = Math.floor(hours / 24);
  return days === 1 ? voice.t("1 day ago") : voice.t("{0} days ago", days);
}

/** Returns an age in a few characters, for the status bar: “now”, “5m”, “2h”, “3d”. */
export function briefAge(ageMs: number, voice: Voice): string {
  if (ageMs < MINUTE_MS) return voice.t("now");
  if (ageMs < HOUR_MS) return voice.t("{0}m", Math.floor(ageMs / MINUTE_MS));
  if (ageMs < DAY_MS) return voice.t("{0}h", Math.floor(ageMs / HOUR_MS));
  return voice.t("{0}d", Math.floor(ageMs / DAY_MS));
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
