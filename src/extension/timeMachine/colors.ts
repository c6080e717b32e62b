import type { Source } from "../../engine/model/checkpoint";
import { authorLook } from "../timeline/authorLooks";

/** Returns an author's colour for a page. */
export function authorColor(source: Source): string {
  return themeColor(authorLook(source).color);
}

/**
 * Returns a colour of the theme for a page. The editor replaces only the first dot of its name, and
 * style sheets need a backslash before the others; should it ever replace all of them, that counts.
 */
export function themeColor(id: string): string {
  const [first = "", ...rest] = id.split(".");
  const shown = [first, rest.join("\\.")].filter(Boolean).join("-");
  const all = id.replaceAll(".", "-");
  return shown === all
    ? `var(--vscode-${all})`
    : `var(--vscode-${shown}, var(--vscode-${all}))`;
}
