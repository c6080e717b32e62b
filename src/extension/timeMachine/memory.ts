import { isWorkspacePath } from "../../engine/model/workspacePath";
import type { KeptPlayhead } from "./playhead";
import { COMPARISONS } from "./protocol";

/** Under which keys the time machine is remembered with the workspace. */
export const KEPT_KEY = "checkpoint.timeMachine.view";
export const PLAYHEAD_KEY = "checkpoint.timeMachine.playhead";

/** Parses what was remembered, perhaps by another version; undefined if it is something else. */
export function parsePlayhead(kept: unknown): KeptPlayhead | undefined {
  if (typeof kept !== "object" || kept === null) return undefined;
  const { atMs, against, chosen } = kept as Record<string, unknown>;
  const comparison = COMPARISONS.find((each) => each === against);
  if (!comparison || (atMs !== null && !Number.isSafeInteger(atMs)))
    return undefined;
  const { folder, path } = (chosen ?? {}) as Record<string, unknown>;
  return {
    atMs: atMs as number | null,
    against: comparison,
    chosen:
      typeof folder === "string" && isWorkspacePath(path)
        ? { folder, path }
        : null,
  };
}
