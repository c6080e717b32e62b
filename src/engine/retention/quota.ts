import type { Run } from "../api";
import type { Context } from "../context";
import type { Observed } from "../workspace/scan";

/** Makes room for what is about to be stored, or throws `quota`. */
export function ensureRoom(
  _context: Context,
  _coming: readonly Observed[],
  _run?: Run,
): void {}
