import type { Run } from "../api";
import { capture } from "../capture/capture";
import type { Context } from "../context";
import { checkCancelled } from "../context";
import { resolvePoint, sideOf } from "../history/resolveRef";
import { assertIntact } from "../history/assertIntact";
import type { Diff, DiffOptions, FileChange, Side } from "../model/changes";
import { isNow, recordedFirst } from "../model/changes";
import { isBinary } from "../model/binary";
import { lineCounts, unifiedPatch } from "../model/textDiff";
import type { Held } from "../model/version";
import { isSymlink, modeText } from "../model/version";
import { isWithin, workspacePath } from "../model/workspacePath";
import type { PathChange } from "../store/index/queries/snapshots";
import { changesBetween } from "../store/index/queries/snapshots";
import { pairUp, type Pair } from "./pairUp";

const EMPTY = new Uint8Array(0);

/** Compares two points; if a side is `workspace`, the folder is captured first. */
export function diff(
  context: Context,
  from: string,
  to: string,
  options: DiffOptions = {},
  run?: Run,
): Diff {
  const paths = (options.paths ?? []).map((path) => workspacePath(path));
  // A reader cannot record; its host has had the folder recorded by the writer.
  const recorded = context.readOnly ? null : recordedFirst(from, to, options);
  if (recorded) capture(context, recorded, run);
  const a = sideFor(context, from);
  const b = sideFor(context, to);
  const changes = changesBetween(context.store.index, a.moment!, b.moment!)
    .filter(({ layer, released }) => layer !== "disk" || !released)
    .filter(
      (change) =>
        paths.length === 0 || paths.some((p) => isWithin(change.path, p)),
    );
  const asked = paths.length > 0 ? paths : undefined;
  assertIntact(context, a.moment!, asked);
  assertIntact(context, b.moment!, asked);
  return describe(context, a, b, changes, options, run);
}

function sideFor(context: Context, ref: string): Side {
  const side = sideOf(resolvePoint(context, ref));
  return isNow(ref) ? { ...side, label: "workspace", checkpoint: null } : side;
}

function describe(
  context: Context,
  from: Side,
  to: Side,
  changes: PathChange[],
  options: DiffOptions,
  run?: Run,
): Diff {
  const read = (held: Held | null) =>
    held === null ? EMPTY : context.store.contents.read(held.hash);
  const pairs = pairUp(changes, options, read);
  const result: Diff = {
    from,
    to,
    added: [],
    modified: [],
    deleted: [],
    renamed: [],
  };
  const patches: string[] = [];
  const isRead = options.content !== false || options.patch === true;
  pairs.forEach((pair, n) => {
    checkCancelled(run);
    run?.progress?.({ phase: "read", done: n, total: pairs.length });
    const old = isRead && pair.before ? read(pair.before) : null;
    const now = isRead && pair.after ? read(pair.after) : null;
    const change = toChange(pair, old, now, isRead);
    if (pair.from !== undefined) result.renamed.push(change);
    else if (!pair.before) result.added.push(change);
    else if (pair.after) result.modified.push(change);
    else result.deleted.push(change);
    if (options.patch && pair.layer === "disk")
      patches.push(
        unifiedPatch({
          path: pair.path,
          from: pair.from,
          old,
          new: now,
          oldMode: pair.before?.mode,
          newMode: pair.after?.mode,
          context: options.context,
        }),
      );
  });
  if (options.patch) result.patch = patches.join("");
  return result;
}

function toChange(
  pair: Pair,
  old: Uint8Array | null,
  now: Uint8Array | null,
  isRead: boolean,
): FileChange {
  const { before, after } = pair;
  const isLink = [before, after].some((held) => held && isSymlink(held.mode));
  const binary = isRead && (isBinary(old ?? EMPTY) || isBinary(now ?? EMPTY));
  const counts =
    isRead && !binary && !isLink
      ? lineCounts(old ?? EMPTY, now ?? EMPTY)
      : null;
  return {
    path: pair.path,
    ...(pair.from === undefined ? {} : { from: pair.from }),
    layer: pair.layer,
    binary,
    linesAdded: counts?.added ?? null,
    linesRemoved: counts?.removed ?? null,
    ...(before && after && before.mode !== after.mode
      ? { mode: { from: modeText(before.mode), to: modeText(after.mode) } }
      : {}),
    oldHash: before?.hash ?? null,
    newHash: after?.hash ?? null,
  };
}
