import type { Context } from "../context";
import { CheckpointError } from "../model/errors";

export function searchHistory(
  _context: Context,
  ..._args: unknown[]
): import("../api").SearchResult {
  throw new CheckpointError("internal", "searchHistory is not there yet");
}
