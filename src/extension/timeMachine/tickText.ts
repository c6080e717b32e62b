import type { AxisTick, TickUnit } from "../../base/axisTicks";

/** Returns how a time on the axis is written. */
export function tickText({ atMs, unit }: AxisTick, locale: string): string {
  return formatOf(unit, locale).format(atMs);
}

const FORMATS: Readonly<Record<TickUnit, Intl.DateTimeFormatOptions>> = {
  second: { hour: "numeric", minute: "2-digit", second: "2-digit" },
  minute: { hour: "numeric", minute: "2-digit" },
  day: { month: "short", day: "numeric" },
  month: { month: "short", year: "numeric" },
  year: { year: "numeric" },
};
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(unit: TickUnit, locale: string): Intl.DateTimeFormat {
  const key = `${locale} ${unit}`;
  const known =
    formats.get(key) ?? new Intl.DateTimeFormat(locale, FORMATS[unit]);
  formats.set(key, known);
  return known;
}
