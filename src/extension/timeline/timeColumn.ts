/** Between a row's time and its title; no title has it, because titles are on one line of plain spaces. */
export const AFTER_TIME = "\u2002";
/** As wide as a digit, so that the titles behind “5m” and “12m” begin below each other. */
const FIGURE_SPACE = "\u2007";

/**
 * Returns a row's label with the time in front. VS Code cuts a row at its end, and an extension does
 * not know how wide the side bar is: behind a long title there would be no time.
 */
export function afterTime(time: string, title: string): string {
  const isShortAge = /^\d\D$/.test(time);
  return `${isShortAge ? FIGURE_SPACE : ""}${time}${AFTER_TIME}${title}`;
}
