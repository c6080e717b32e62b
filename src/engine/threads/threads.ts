import type { Context } from "../context";
import { CheckpointError } from "../model/errors";
import type { Thread, ThreadDetail, ThreadMessage } from "../model/thread";

export function recordMessage(
  _context: Context,
  ..._args: unknown[]
): ThreadMessage {
  throw new CheckpointError("internal", "not there yet");
}
export function threads(_context: Context): Thread[] {
  return [];
}
export function threadDetail(_context: Context, _id: string): ThreadDetail {
  throw new CheckpointError("internal", "not there yet");
}
