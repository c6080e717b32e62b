import { escapeDirections } from "../../base/directions";

/** Escapes text for a quick pick, which draws `$(name)` as an icon and follows bidirectional marks. */
export function noIcons(text: string): string {
  return escapeDirections(text).replaceAll("$(", "$\u200b(");
}
