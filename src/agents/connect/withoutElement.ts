import { findNodeAtLocation, parseTree, type JSONPath } from "jsonc-parser";

/**
 * Returns the JSON text without an element of a list that comes after another,
 * with every comment around it; null when it is no such element. `modify` of
 * jsonc-parser takes the comments out with it.
 */
export function withoutElement(text: string, path: JSONPath): string | null {
  const at = path.at(-1);
  if (typeof at !== "number" || at === 0) return null;
  const root = parseTree(text, [], { allowTrailingComma: true });
  const list = root && findNodeAtLocation(root, path.slice(0, -1));
  const before = list?.children?.[at - 1];
  const node = list?.children?.[at];
  if (!before || !node) return null;
  const start = before.offset + before.length;
  const kept = text
    .slice(start, node.offset)
    .replace(COMMENT_OR_COMMA, (found) => (found === "," ? "" : found))
    .trimEnd();
  const rest = text.slice(node.offset + node.length);
  // A comment up to the end of its line would swallow what comes next.
  const needsLine = /\/\/.*$/.test(kept) && !/^[ \t]*\r?\n/.test(rest);
  return text.slice(0, start) + kept + (needsLine ? "\n" : "") + rest;
}

const COMMENT_OR_COMMA = /\/\/.*|\/\*[^]*?\*\/|,/g;
