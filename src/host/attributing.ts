import type { CaptureRequest, CaptureResult, Engine, Run } from "../engine/api";
import type { ChangePaths } from "../engine/model/checkpoint";
import { CheckpointError } from "../engine/model/errors";
import type { Attribution, Claim } from "./claims";
import { attribute, claimsMark, readClaims } from "./claims";

/** Claims that change at every look are waited for no longer. */
const MOST_LOOKS = 10;

/**
 * Gives captures the agent's name when an agent has claimed what changed. Around
 * the engine of every host, so that it does not matter who sees a change first.
 */
export function attributing(
  engine: Engine,
  dataDir: string,
  now: () => number = Date.now,
): Engine {
  const capture = engine.capture.bind(engine);
  const checkpoint = engine.checkpoint.bind(engine);

  /** Does the work under claims that were the same before and after the files were read. */
  const underClaims = <T>(
    run: Run | undefined,
    work: (claims: Claim[], run: Run | undefined) => T,
  ): T => {
    for (let look = 1; ; look++) {
      const mark = claimsMark(dataDir, engine.root);
      const claims = readClaims(dataDir, engine.root, now());
      let hasChanged = false;
      const beforeRecording = () => {
        hasChanged =
          look < MOST_LOOKS && claimsMark(dataDir, engine.root) !== mark;
        // Who wrote what was just read is open again: nothing is recorded yet.
        if (hasChanged)
          throw new CheckpointError("cancelled", "The claims changed.");
      };
      try {
        return work(claims, { ...run, beforeRecording });
      } catch (error) {
        if (!hasChanged) throw error;
      }
    }
  };

  const captureFirst = (
    first: Attribution["first"],
    run: Run | undefined,
    results: CaptureResult[] = [],
  ) => {
    for (const { source, thread, paths } of first)
      results.push(
        capture({ paths, source, thread: thread ?? undefined }, run),
      );
  };

  engine.capture = (request: CaptureRequest = {}, run) => {
    const asker = request.source ?? "outside";
    // A save in the editor is the person's, whatever an agent is at.
    if (asker === "editor" && request.paths) return capture(request, run);
    // Of every look: what an earlier one recorded, the last finds no more.
    const results: CaptureResult[] = [];
    return underClaims(run, (claims, watched) => {
      const { first, rest } = attribute(claims, request.paths ?? null, asker);
      captureFirst(first, watched, results);
      const last = capture(
        {
          ...request,
          source: request.source === undefined ? undefined : rest.source,
          thread: request.thread ?? rest.thread ?? undefined,
        },
        watched,
      );
      return results.length === 0 ? last : joined([...results, last]);
    });
  };

  engine.checkpoint = (request = {}, run) => {
    if (request.capture === false) return checkpoint(request, run);
    return underClaims(run, (claims, watched) => {
      const asker = request.source ?? "editor";
      const { first } = attribute(claims, request.paths ?? null, asker);
      captureFirst(first, watched);
      return checkpoint(request, watched);
    });
  };
  return engine;
}

function joined(results: readonly CaptureResult[]): CaptureResult {
  const last = results.at(-1)!;
  const all = (kind: keyof ChangePaths) =>
    [...new Set(results.flatMap(({ recorded }) => recorded[kind]))].sort();
  return {
    ...last,
    isNew: results.some(({ isNew }) => isNew),
    recorded: {
      added: all("added"),
      modified: all("modified"),
      deleted: all("deleted"),
    },
    released: results.flatMap(({ released }) => released),
    skipped: results.flatMap(({ skipped }) => skipped),
  };
}
