import { findNodeAtLocation, parseTree, type JSONPath } from "jsonc-parser";

/**
 * Returns the JSON text without an element of a list, or a key of an object, that
 * comes after another, with every comment around it; null when it is no such
 * part. `modify` of jsonc-parser takes the comments out with it.
 */
export function withoutPart(text: string, path: JSONPath): string | null {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const value = root && findNodeAtLocation(root, path);
  // A key goes with its value.
  const node = typeof path.at(-1) === "string" ? value?.parent : value;
  const all = node?.parent?.children ?? [];
  const before = node && all[all.indexOf(node) - 1];
  if (!before) return null;
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
