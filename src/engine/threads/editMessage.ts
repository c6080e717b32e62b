import type { Context } from "../context";
import { CheckpointError } from "../model/errors";

export function editMessage(
  _context: Context,
  ..._args: unknown[]
): import("../model/thread").ThreadEdit {
  throw new CheckpointError("internal", "editMessage is not there yet");
}
