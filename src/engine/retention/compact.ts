import type { Context } from "../context";
import { CheckpointError } from "../model/errors";

export function compact(
  _context: Context,
  ..._args: unknown[]
): import("../api").CompactResult {
  throw new CheckpointError("internal", "compact is not there yet");
}
