import { isWorkspacePath } from "../../engine/model/workspacePath";
import type { Layer } from "../../engine/model/version";

/** Which state of the time machine a document shows. */
const SIDES = ["then", "before"] as const;
export type PlayheadSide = (typeof SIDES)[number];

/**
 * What a checkpoint document shows: a path of a folder at a point in time, a stored content shown
 * under that path, the file at the time machine's playhead or at the stop before it, or nothing (a
 * side of a comparison on which the file does not exist).
 */
export type Address = { folder: string; path: string } & (
  | { show: "point"; ref: string; layer: Layer }
  | { show: "content"; hash: string }
  | { show: "playhead"; side: PlayheadSide }
  | { show: "nothing" }
);

/**
 * Returns the query of the document's uri. The uri's path is the file's path, or any path if the
 * query is to contain that as well.
 */
export function toQuery(address: Address, withPath = false): string {
  const { folder, path } = address;
  const common = withPath ? { folder, path } : { folder };
  switch (address.show) {
    case "point":
      return JSON.stringify({
        ...common,
        ref: address.ref,
        ...(address.layer === "unsaved" ? { layer: "unsaved" } : {}),
      });
    case "content":
      return JSON.stringify({ ...common, hash: address.hash });
    case "playhead":
      return JSON.stringify({ ...common, playhead: address.side });
    case "nothing":
      return JSON.stringify({ ...common, nothing: true });
  }
}

/**
 * Parses a uri of this scheme; returns undefined if it cannot be shown. Anyone can create such a
 * uri, so its path is validated like any untrusted one.
 */
export function fromQuery(uriPath: string, query: string): Address | undefined {
  const asked = parse(query);
  if (!asked) return undefined;
  const { folder, ref, hash, layer, nothing, playhead } = asked;
  const path = asked["path"] ?? uriPath.replace(/^\//, "");
  if (!isWorkspacePath(path)) return undefined;
  if (typeof folder !== "string") return undefined;
  if (nothing === true) return { folder, path, show: "nothing" };
  const side = SIDES.find((each) => each === playhead);
  if (side) return { folder, path, show: "playhead", side };
  if (typeof hash === "string" && /^[0-9a-f]{64}$/.test(hash))
    return { folder, path, show: "content", hash };
  if (typeof ref !== "string") return undefined;
  return {
    folder,
    path,
    show: "point",
    ref,
    layer: layer === "unsaved" ? "unsaved" : "disk",
  };
}

function parse(query: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(query);
    return typeof value === "object" && value !== null
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined; // Not one of ours.
  }
}
