import { l10n } from "../text/l10n";

/** A time to go back to: what it is called, and the reference that names it. */
export interface MomentChoice {
  label: string;
  /** Milliseconds since the epoch. */
  at: number;
  ref: string;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Returns the times worth offering, newest first; none before `firstAt`, when the
 * history began (0 if that is no longer known).
 */
export function momentChoices(now: number, firstAt: number): MomentChoice[] {
  const ago = (label: string, ref: string, ms: number): MomentChoice => ({
    label,
    ref,
    at: now - ms,
  });
  const choices = [
    ago(l10n.t("1 minute ago"), "1m", MINUTE_MS),
    ago(l10n.t("5 minutes ago"), "5m", 5 * MINUTE_MS),
    ago(l10n.t("15 minutes ago"), "15m", 15 * MINUTE_MS),
    ago(l10n.t("30 minutes ago"), "30m", 30 * MINUTE_MS),
    ago(l10n.t("1 hour ago"), "1h", HOUR_MS),
    ago(l10n.t("2 hours ago"), "2h", 2 * HOUR_MS),
    ago(l10n.t("4 hours ago"), "4h", 4 * HOUR_MS),
    atDayStart(l10n.t("Start of today"), now, 0),
    atDayStart(l10n.t("Start of yesterday"), now, 1),
    atDayStart(l10n.t("A week ago"), now, 7),
  ];
  const offered = choices
    .filter(({ at }) => at >= firstAt && at <= now)
    .sort((a, b) => b.at - a.at);
  if (firstAt === 0) return offered;
  const begin = l10n.t("When recording began");
  return [...offered, { label: begin, at: firstAt, ref: "@1" }];
}

/**
 * Returns the choices to show for a typed text. If the text begins like a reference, only labels
 * that begin with it are shown: the list's own filter would match `3m` with “30 minutes ago”.
 */
export function choicesFor<Choice extends Pick<MomentChoice, "label">>(
  choices: readonly Choice[],
  typed: string,
): Choice[] {
  if (!/^(\d|@|#|latest)/.test(typed)) return [...choices];
  const words = typed.toLowerCase();
  return choices.filter(
    ({ label }) => words.includes(" ") && label.toLowerCase().startsWith(words),
  );
}

function atDayStart(
  label: string,
  now: number,
  daysBack: number,
): MomentChoice {
  const day = new Date(now);
  day.setDate(day.getDate() - daysBack);
  // Last: where a day begins at 1:00, the days before it still begin at 0:00.
  day.setHours(0, 0, 0, 0);
  return { label, at: day.getTime(), ref: day.toISOString() };
}
