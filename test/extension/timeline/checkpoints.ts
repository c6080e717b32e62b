import type { Verdict } from "../../../src/answers/verdict";
import type { Checkpoint } from "../../../src/engine/model/checkpoint";
import type { Entry } from "../../../src/extension/timeline/entries";

/** A checkpoint with what a test does not care about filled in. */
export function checkpoint(given: Partial<Checkpoint> = {}): Checkpoint {
  const number = given.number ?? 1;
  return {
    id: `id${number}`,
    number,
    moment: number,
    kind: "manual",
    name: null,
    description: null,
    createdAt: "2026-11-16T10:00:00.000Z",
    source: "editor",
    filesChanged: { added: 0, modified: 0, deleted: 0 },
    unsaved: 0,
    skipped: [],
    skippedCount: given.skipped?.length ?? 0,
    git: null,
    metadata: {},
    task: null,
    thread: null,
    message: null,
    pinned: false,
    verdicts: [],
    ...given,
  };
}

export function entry(...given: Partial<Checkpoint>[]): Entry {
  const members = (given.length > 0 ? given : [{}]).map((each, i) => ({
    folder: `file:///folder${i}`,
    folderName: `folder${i}`,
    checkpoint: checkpoint(each),
  }));
  const [first, ...rest] = members;
  if (!first) throw new Error("unreachable");
  return {
    id: `file:///folder0#${first.checkpoint.id}`,
    at: first.checkpoint.createdAt,
    members: [first, ...rest],
  };
}

/** A verdict with what a test does not care about filled in. */
export function verdict(given: Partial<Verdict> = {}): Verdict {
  return {
    label: "npm test",
    passed: true,
    exitCode: given.passed === false ? 1 : 0,
    durationMs: null,
    source: "editor",
    at: "2026-11-16T10:00:00.000Z",
    exact: true,
    ...given,
  };
}
