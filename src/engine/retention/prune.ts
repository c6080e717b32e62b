import type { Context } from "../context";
import { CheckpointError } from "../model/errors";

export function prune(
  _context: Context,
  ..._args: unknown[]
): import("../api").PruneResult {
  throw new CheckpointError("internal", "prune is not there yet");
}
