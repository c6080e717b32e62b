/** Only the outer two: a line of `=======` is a heading's in many a text. */
const MARKER = /^(<{7}|>{7})( |$)/m;

/** True while a text still has lines of a conflict to decide. */
export function hasMarkers(text: string): boolean {
  return MARKER.test(text);
}
