import { OBEYED_CLASS, escaped } from "../base/directions";

const CONTROLS = new RegExp(
  `[\\u0000-\\u0008\\u000b-\\u001f${OBEYED_CLASS}]`,
  "gu",
);

/**
 * Escapes control characters, bidirectional marks and lone surrogates, because agents and
 * clients show answers to people unfiltered. Line breaks and tabs are kept.
 */
export function escapeControls(text: string): string {
  return text.replace(CONTROLS, escaped);
}
