import type {
  Conflict,
  Resolution,
  RevertPlan,
  RevertRequest,
  Run,
} from "../api";
import { capture } from "../capture/capture";
import type { Context } from "../context";
import { asWriter, checkCancelled } from "../context";
import { pairUp } from "../diff/diff";
import { isoTime } from "../history/rows";
import { assertSound } from "../history/sound";
import { isBinary } from "../model/binary";
import { CheckpointError } from "../model/errors";
import { exactBytes, exactText } from "../model/exactText";
import type {
  PlannedDelete,
  PlannedWrite,
  RestorePlan,
} from "../model/restorePlan";
import type { RevertedFile, RevertStep } from "../model/revertRules";
import { decideRevert } from "../model/revertRules";
import type { Held } from "../model/version";
import { isWithin, workspacePath } from "../model/workspacePath";
import { changedByOthers } from "../restore/others";
import { remember } from "../restore/planRestore";
import { contentHash } from "../store/hash";
import { changesBetween, heldAt, isSame } from "../store/states";
import type { Segment } from "./segments";
import { unitOf } from "./segments";

/** More stretches than this, and renames since are found by content alone. */
const SIMILAR_SEGMENTS = 20;

/**
 * Plans to take back what a checkpoint, a source or a thread changed and to keep
 * everything since. Touches nothing; with conflicts the plan has no writes.
 */
export function planRevert(
  context: Context,
  request: RevertRequest,
  run?: Run,
): RevertPlan {
  const scope = (request.paths ?? []).map((path) => workspacePath(path));
  const resolve = new Map(
    Object.entries(request.resolve ?? {}).map(([path, how]) => [
      workspacePath(path),
      how,
    ]),
  );
  return asWriter(context, run, () => {
    capture(context, { unsaved: request.editors }, run);
    const unit = unitOf(context, request);
    const draft = new Draft(context, resolve);
    unit.segments.forEach((segment, n) => {
      checkCancelled(run);
      run?.progress?.({ phase: "read", done: n, total: unit.segments.length });
      takeBack(
        context,
        segment,
        scope,
        draft,
        unit.segments.length <= SIMILAR_SEGMENTS,
      );
    });
    draft.assertResolved();
    const conflicts = draft.conflicts;
    const { writes, deletes } =
      conflicts.length > 0 ? { writes: [], deletes: [] } : draft.operations();
    const touched = [...writes, ...deletes].map((op) => op.path);
    const oldest = unit.segments.at(-1)!.from;
    const plan: RestorePlan = {
      id: context.newId(),
      verb: "revert",
      target: { label: unit.label, moment: null, checkpoint: null },
      scope: { paths: scope, source: request.source ?? null },
      base: context.store.index.lastMoment,
      createdAt: isoTime(context.clock.now()),
      writes,
      deletes,
      leftAlone: [],
      unsaved: [],
      changedByOthers: changedByOthers(
        context.store.index.sql,
        touched,
        oldest,
        request.source ?? request.as,
      ),
    };
    if (conflicts.length === 0) remember(context, plan, draft.contents);
    return { plan, conflicts };
  });
}

function takeBack(
  context: Context,
  { from, to }: Segment,
  scope: readonly string[],
  draft: Draft,
  isSimilar: boolean,
): void {
  const { sql, lastMoment } = context.store.index;
  const read = (held: Held | null) =>
    held === null ? new Uint8Array(0) : draft.read(held.hash);
  const isInScope = (path: string) =>
    scope.length === 0 || scope.some((folder) => isWithin(path, folder));
  const changes = changesBetween(sql, from, to).filter(
    (change) =>
      change.layer === "disk" && isInScope(change.path) && !change.released,
  );
  const paths = changes.map((change) => change.path);
  assertSound(context, from, paths);
  assertSound(context, to, paths);
  const files = pairUp(changes, { content: isSimilar }, read).map(
    (pair): RevertedFile => ({
      before: pair.before && { ...pair.before, path: pair.from ?? pair.path },
      after: pair.after && { ...pair.after, path: pair.path },
    }),
  );
  const since = changesBetween(sql, to, lastMoment).filter(
    (c) => c.layer === "disk",
  );
  const renamedSince = new Map<string, string>();
  for (const pair of pairUp(since, { content: isSimilar }, read))
    if (pair.from !== undefined) renamedSince.set(pair.from, pair.path);
  const steps = decideRevert(files, {
    now: (path) => draft.now(path),
    renamedSince,
    read: (hash) => draft.read(hash),
    labels: { ours: "now", theirs: "before the change" },
  });
  for (const step of steps) draft.take(step);
}

/** The state in the making: what stands now, changed step by step. */
class Draft {
  readonly contents = new Map<string, Uint8Array>();
  readonly conflicts: Conflict[] = [];
  private readonly state = new Map<string, Held | null>();
  private readonly used = new Set<string>();

  constructor(
    private readonly context: Context,
    private readonly resolve: ReadonlyMap<string, Resolution>,
  ) {}

  now(path: string): Held | null {
    const changed = this.state.get(path);
    return changed === undefined ? this.before(path) : changed;
  }

  read(hash: string): Uint8Array {
    return this.contents.get(hash) ?? this.context.store.content(hash);
  }

  take(step: RevertStep): void {
    if (step.action === "delete") this.state.set(step.path, null);
    else if (step.action === "write")
      this.state.set(
        step.path,
        "bytes" in step.content
          ? this.add(step.content.bytes, step.mode)
          : { ...step.content, mode: step.mode },
      );
    else this.decide(step);
  }

  /** A decision for a path that has no conflict is a slip worth telling. */
  assertResolved(): void {
    for (const path of this.resolve.keys())
      if (!this.used.has(path))
        throw new CheckpointError(
          "bad-input",
          `${path} has no conflict to resolve.`,
          {
            hint: "Run it without that decision to see the conflicts.",
            data: { path },
          },
        );
  }

  operations(): { writes: PlannedWrite[]; deletes: PlannedDelete[] } {
    const writes: PlannedWrite[] = [];
    const deletes: PlannedDelete[] = [];
    for (const [path, after] of [...this.state].sort(([a], [b]) =>
      a < b ? -1 : 1,
    )) {
      const before = this.before(path);
      if (isSame(before, after)) continue;
      if (after)
        writes.push({
          path,
          action: before ? "replace" : "create",
          before,
          after,
        });
      else if (before) deletes.push({ path, before });
    }
    return { writes, deletes };
  }

  private decide(step: RevertStep & { action: "conflict" }): void {
    const how = this.resolve.get(step.path);
    if (how === undefined) {
      if (!this.conflicts.some((conflict) => conflict.path === step.path))
        this.conflicts.push(this.toConflict(step));
      return;
    }
    this.used.add(step.path);
    // The file may have been renamed by the change: what is kept is kept here.
    if (how === "ours") {
      this.state.set(step.path, step.ours && { ...step.ours, mode: step.mode });
      return;
    }
    if (how === "theirs")
      this.state.set(step.path, step.theirs && { ...step.theirs });
    else
      this.state.set(
        step.path,
        this.add(exactBytes(how.text), step.mode & 0o777 || 0o644),
      );
  }

  private toConflict(step: RevertStep & { action: "conflict" }): Conflict {
    const bytes = (held: Held | null) => (held ? this.read(held.hash) : null);
    const sides = [step.base, step.ours, step.theirs].map(bytes);
    const binary = sides.some((side) => side !== null && isBinary(side));
    const text = (side: Uint8Array | null | undefined) =>
      side && !binary ? exactText(side) : null;
    return {
      path: step.path,
      base: text(sides[0]),
      ours: text(sides[1]),
      theirs: text(sides[2]),
      merged: text(step.merged),
      binary,
    };
  }

  private before(path: string): Held | null {
    const { index } = this.context.store;
    return heldAt(index.sql, index.lastMoment, path, "disk");
  }

  private add(bytes: Uint8Array, mode: number): Held {
    const hash = contentHash(bytes);
    if (!this.context.store.hasContent(hash)) this.contents.set(hash, bytes);
    return { hash, mode, sizeBytes: bytes.byteLength };
  }
}
