import type { Context } from "../context";
import { CheckpointError } from "../model/errors";

export function usage(
  _context: Context,
  ..._args: unknown[]
): import("../api").Usage {
  throw new CheckpointError("internal", "usage is not there yet");
}
