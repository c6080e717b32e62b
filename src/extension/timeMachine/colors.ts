import type { Source } from "../../engine/model/checkpoint";
import { authorLook } from "../timeline/authorLooks";

/** Returns the name under which a page finds an author's colour. */
export function authorColor(source: Source): string {
  return cssVariable(authorLook(source).color);
}

/** As the editor names the colours of its theme for pages. */
export function cssVariable(color: string): string {
  return `--vscode-${color.replaceAll(".", "-")}`;
}
