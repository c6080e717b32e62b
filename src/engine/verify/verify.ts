import type { Context } from "../context";
import { CheckpointError } from "../model/errors";

export function verify(
  _context: Context,
  ..._args: unknown[]
): import("../api").VerifyResult {
  throw new CheckpointError("internal", "verify is not there yet");
}
