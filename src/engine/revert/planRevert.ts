import type { Context } from "../context";
import { CheckpointError } from "../model/errors";

export function planRevert(
  _context: Context,
  ..._args: unknown[]
): import("../api").RevertPlan {
  throw new CheckpointError("internal", "planRevert is not there yet");
}
