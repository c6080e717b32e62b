import { l10n } from "./l10n";

/** How a point in time is told; the locale is the editor's language. */
export interface TimeStyle {
  now: number;
  locale: string;
  format: "relative" | "absolute";
}

const MINUTE_MS = 60_000;
/** Relative times grow old: lists that show them look again this often. */
export const AGING_MS = MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Returns when something happened, as short as a row needs it. Relative times
 * stop at a day: past that the clock time says more than “37 hours ago”.
 */
export function shortTime(at: string, style: TimeStyle): string {
  const ageMs = style.now - Date.parse(at);
  return style.format === "relative" && ageMs < 24 * HOUR_MS
    ? age(ageMs)
    : dayAndTime(at, style);
}

/** The same below a heading that already tells the day. */
export function timeInDay(at: string, style: TimeStyle): string {
  const ageMs = style.now - Date.parse(at);
  return style.format === "relative" && ageMs < 24 * HOUR_MS
    ? age(ageMs)
    : clockTime(at, style.locale);
}

/** Date and time to the second, for tooltips. */
export function exactTime(at: string, locale: string): string {
  return format(at, locale, { dateStyle: "full", timeStyle: "medium" });
}

export function clockTime(at: string, locale: string): string {
  return format(at, locale, { hour: "2-digit", minute: "2-digit" });
}

function age(ageMs: number): string {
  // A clock that was set back must not say “in 3 minutes”.
  if (ageMs < 45_000) return l10n.t("just now");
  const minutes = Math.max(1, Math.round(ageMs / MINUTE_MS));
  if (minutes < 60) return l10n.t("{0} min ago", minutes);
  // Half a minute short of an hour is one: it was rounded above.
  const hours = Math.max(1, Math.floor(ageMs / HOUR_MS));
  return hours === 1 ? l10n.t("1 hour ago") : l10n.t("{0} hours ago", hours);
}

function dayAndTime(at: string, { now, locale }: TimeStyle): string {
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return format(at, locale, {
    day: "numeric",
    month: "short",
    ...(sameYear ? {} : { year: "numeric" }),
    hour: "2-digit",
    minute: "2-digit",
  });
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making an Intl format costs more than using it a thousand times. */
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
