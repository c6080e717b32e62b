import type { LineVersion } from "../../../src/engine/api";

/** A version that brought a line, for tests. */
export function lineVersion(given: Partial<LineVersion> = {}): LineVersion {
  return {
    ...{ moment: 4, checkpoint: 2, source: "codex" },
    ...{ model: null, subagent: null, thread: null, message: null },
    prompt: null,
    recordedAt: "2026-11-16T10:00:00.000Z",
    path: "a.txt",
    age: "recorded",
    unsaved: false,
    ...given,
  };
}
