import type { CaptureRequest, CaptureResult, Engine, Run } from "../engine/api";
import type { ChangePaths, Source } from "../engine/model/checkpoint";
import { attribute, readClaims } from "./claims";

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

  const captureFirst = (
    paths: readonly string[] | null,
    asker: Source,
    run?: Run,
  ) => {
    const claims = readClaims(dataDir, engine.root, now());
    const { first, rest } = attribute(claims, paths, asker);
    const results = first.map(({ source, thread, paths: claimed }) =>
      capture({ paths: claimed, source, thread: thread ?? undefined }, run),
    );
    return { results, rest };
  };

  engine.capture = (request: CaptureRequest = {}, run) => {
    const asker = request.source ?? "outside";
    // A save in the editor is the person's, whatever an agent is at.
    if (asker === "editor" && request.paths) return capture(request, run);
    const { results, rest } = captureFirst(request.paths ?? null, asker, run);
    const last = capture(
      {
        ...request,
        source: request.source === undefined ? undefined : rest.source,
        thread: request.thread ?? rest.thread ?? undefined,
      },
      run,
    );
    return results.length === 0 ? last : joined([...results, last]);
  };

  engine.checkpoint = (request = {}, run) => {
    if (request.capture !== false)
      captureFirst(request.paths ?? null, request.source ?? "editor", run);
    return checkpoint(request, run);
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
