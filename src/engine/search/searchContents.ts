import type { Run } from "../api";
import { isBinary } from "../model/binary";
import { problem } from "../model/errors";
import type { LineMatch } from "./matchedLines";
import type { Matcher } from "./matcher";

export interface ContentHit<Id> {
  id: Id;
  lines: LineMatch[];
}

export interface SearchSummary<Id> {
  /** Number of contents searched, not counting binary ones. */
  searched: number;
  binary: number;
  /**
   * Contents on which the expression took too long. There are few, since many are
   * an error.
   */
  tooSlow: Id[];
}

export interface SearchOptions {
  /** The number of contents, for progress. */
  total?: number | undefined;
  run?: Run | undefined;
}

const BATCH_CONTENTS = 256;
const BATCH_BYTES = 1024 * 1024;
const PROGRESS_MS = 100;

/**
 * Searches contents, each once, and yields matching ones as they are found. Throws
 * `cancelled` if the host cancels, and `bad-input` if the expression takes too long
 * on many contents.
 */
export function* searchContents<Id>(
  contents: Iterable<readonly [Id, Uint8Array]>,
  matcher: Matcher,
  { total, run }: SearchOptions = {},
): Generator<ContentHit<Id>, SearchSummary<Id>> {
  const summary: SearchSummary<Id> = { searched: 0, binary: 0, tooSlow: [] };
  let toldAt = 0;
  const pause = () => {
    if (run?.isCancelled?.()) throw problem("cancelled");
    if (!run?.progress || performance.now() - toldAt < PROGRESS_MS) return;
    toldAt = performance.now();
    const done = summary.searched + summary.binary;
    run.progress({ phase: "search", done, total: total ?? null });
  };

  for (const batch of batches(contents, summary)) {
    pause();
    const found = matcher.search(
      batch.map(([, bytes]) => bytes),
      pause,
    );
    for (const [i, [id]] of batch.entries()) {
      const lines = found[i];
      if (!lines) summary.tooSlow.push(id);
      else if (lines.length > 0) yield { id, lines };
    }
    summary.searched += batch.length;
  }
  toldAt = 0;
  pause();
  return summary;
}

/** Returns the matching lines of one content; none if it is binary. */
export function lineMatches(bytes: Uint8Array, matcher: Matcher): LineMatch[] {
  if (isBinary(bytes)) return [];
  return matcher.search([bytes])[0] ?? [];
}

/** Groups contents, so that the startup cost of a search is paid rarely. */
function* batches<Id>(
  contents: Iterable<readonly [Id, Uint8Array]>,
  summary: SearchSummary<Id>,
): Generator<(readonly [Id, Uint8Array])[]> {
  let batch: (readonly [Id, Uint8Array])[] = [];
  let bytes = 0;
  for (const content of contents) {
    if (isBinary(content[1])) {
      summary.binary++;
      continue;
    }
    batch.push(content);
    bytes += content[1].length;
    if (batch.length < BATCH_CONTENTS && bytes < BATCH_BYTES) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}
