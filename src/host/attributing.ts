import type { CaptureRequest, CaptureResult, Engine, Run } from "../engine/api";
import type { ChangePaths, Source } from "../engine/model/checkpoint";
import { CheckpointError } from "../engine/model/errors";
import { isWithin } from "../engine/model/workspacePath";
import type { Attribution } from "./claims";
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

  /**
   * Records what was claimed under the names of those who claim it, then does
   * the work for the rest. Looks again when a claim was made or ended meanwhile,
   * or claimed files were written: nothing is recorded under a wrong name.
   */
  const underClaims = <T>(
    asker: {
      paths: readonly string[] | null;
      source: Source;
      thread: string | null;
    },
    run: Run | undefined,
    work: (
      rest: Attribution["rest"],
      earlier: CaptureResult[],
      run: Run | undefined,
    ) => T,
  ): T => {
    const { paths, source, thread } = asker;
    // Of every look: what an earlier one recorded, the last finds no more.
    const earlier: CaptureResult[] = [];
    for (let look = 1; ; look++) {
      const mark = claimsMark(dataDir, engine.root);
      const claims = readClaims(dataDir, engine.root, now());
      const { first, rest } = attribute(claims, paths, source, thread);
      let mustLookAgain = false;
      const unless = (isOutdated: (changes: ChangePaths) => boolean): Run => ({
        ...run,
        beforeRecording: (changes) => {
          mustLookAgain = look < MOST_LOOKS && isOutdated(changes);
          if (mustLookAgain)
            throw new CheckpointError("cancelled", "The claims changed.");
        },
      });
      const isStale = () => claimsMark(dataDir, engine.root) !== mark;
      const claimed = first.flatMap((claim) => claim.paths);
      try {
        for (const { source, thread, paths } of first)
          earlier.push(
            capture(
              { paths, source, thread: thread ?? undefined },
              unless(isStale),
            ),
          );
        return work(
          rest,
          earlier,
          unless((changes) => isStale() || isAnyWithin(changes, claimed)),
        );
      } catch (error) {
        if (!mustLookAgain) throw error;
      }
    }
  };

  engine.capture = (request: CaptureRequest = {}, run) => {
    const source = request.source ?? "outside";
    const paths = request.paths ?? null;
    // A save in the editor is the person's, whatever an agent is at.
    if (source === "editor" && paths) return capture(request, run);
    const asker = { paths, source, thread: request.thread ?? null };
    return underClaims(asker, run, (rest, earlier, run) => {
      const last = capture(
        {
          ...request,
          source: request.source === undefined ? undefined : rest.source,
          thread: request.thread ?? rest.thread ?? undefined,
        },
        run,
      );
      return earlier.length === 0 ? last : joined([...earlier, last]);
    });
  };

  engine.checkpoint = (request = {}, run) => {
    if (request.capture === false) return checkpoint(request, run);
    const asker = {
      paths: request.paths ?? null,
      source: request.source ?? "editor",
      thread: request.thread ?? null,
    };
    return underClaims(asker, run, (_rest, _earlier, run) =>
      checkpoint(request, run),
    );
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
  };
}

function isAnyWithin(
  { added, modified, deleted }: ChangePaths,
  claimed: readonly string[],
): boolean {
  return (
    claimed.length > 0 &&
    [...added, ...modified, ...deleted].some((path) =>
      claimed.some((one) => isWithin(path, one)),
    )
  );
}
