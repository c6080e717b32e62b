import type { TimelineFile, TimelineFiles } from "../../answers/timeline";
import type { FilesBetween } from "../api";
import type { Context } from "../context";
import {
  isTooLargeToCount,
  linesBetween,
  renamesPaired,
} from "../deeds/deedChanges";
import { toDeedFile } from "../deeds/deedFiles";
import { limitOf } from "../history/checkpoints";
import { resolvePoint } from "../history/resolveRef";
import { problem } from "../model/errors";
import { isSymlink } from "../model/version";
import { isWithin } from "../model/workspacePath";
import {
  changesBetween,
  type PathChange,
} from "../store/index/queries/snapshots";
import { filesBetween } from "./fileStates";
import { workspacePathOf } from "./momentMatcher";

const USUAL_LIMIT = 200;
const NEAR = 200;
/** A playhead asks many times a second: it is not kept waiting for a renamed folder. */
const RENAMES = {
  pairs: 50 * 50,
  sameName: USUAL_LIMIT,
  sizeBytes: 128 * 1024,
};

/** Returns the files that differ between two kept moments. */
export function timelineFiles(
  context: Context,
  request: FilesBetween,
): TimelineFiles {
  const { index } = context.store;
  const { from, to = index.lastMoment, path, paths, limit } = request;
  if (!Number.isInteger(from) || !Number.isInteger(to))
    throw problem("bad-limit");
  for (const moment of [from, to]) resolvePoint(context, `@${moment}`);
  const own = workspacePathOf(path);
  const span = { from, to };
  const changes = differing(context, from, to)
    .filter(({ layer, released }) => layer === "disk" && !released)
    .map((change) => ({ ...change, span }));
  const wanted = paths && new Set<string>(paths);
  // Only now: a file may have come from elsewhere, or have gone there.
  const pairs = renamesPaired(context, changes, RENAMES).filter(
    ({ path: name, from: old = name }) =>
      (own === null || isWithin(name, own) || isWithin(old, own)) &&
      (!wanted || wanted.has(name) || wanted.has(old)),
  );
  const shown = pairs.slice(0, limitOf(limit, USUAL_LIMIT));
  return {
    files: shown.map((pair) =>
      request.lines === true
        ? read(context, pair)
        : { ...toDeedFile(pair, null), content: null },
    ),
    total: pairs.length,
  };
}

/** Between near moments the tables say it fast, between distant ones only memory does. */
function differing(context: Context, from: number, to: number): PathChange[] {
  return to - from > NEAR
    ? filesBetween(context, from, to)
    : changesBetween(context.store.index, from, to);
}

type Differing = ReturnType<typeof renamesPaired>[number];

function read(context: Context, pair: Differing): TimelineFile {
  const { before, after } = pair;
  const sides = [before, after].filter((held) => held !== null);
  const lines = linesBetween(context, before, after);
  return {
    ...toDeedFile(pair, lines),
    content:
      lines !== null
        ? "text"
        : sides.some(({ mode }) => isSymlink(mode))
          ? "link"
          : sides.some(isTooLargeToCount)
            ? "large"
            : "binary",
  };
}
