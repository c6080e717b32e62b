import { l10n } from "../text/l10n";

/** The local day a time falls on, such as `2026-11-16`. */
export function dayOf(at: string | number): string {
  const date = new Date(at);
  const two = (n: number): string => String(n).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Returns what to call a day: Today, Yesterday, or its date. */
export function dayTitle(day: string, now: number, locale: string): string {
  if (day === dayOf(now)) return l10n.t("Today");
  if (day === dayBefore(now)) return l10n.t("Yesterday");
  const noon = new Date(`${day}T12:00:00`);
  const sameYear = noon.getFullYear() === new Date(now).getFullYear();
  return new Intl.DateTimeFormat(locale, {
    weekday: "long",
    day: "numeric",
    month: "long",
    ...(sameYear ? {} : { year: "numeric" }),
  }).format(noon);
}

/** True for the days that a fresh tree shows open. */
export function isRecentDay(day: string, now: number): boolean {
  return day === dayOf(now) || day === dayBefore(now);
}

// By the calendar, not by 24 hours: a day may have 23 or 25.
function dayBefore(now: number): string {
  const date = new Date(now);
  date.setDate(date.getDate() - 1);
  return dayOf(date.getTime());
}
