import type { Conflict, Resolution } from "../api";
import type { Context } from "../context";
import { isBinary } from "../model/binary";
import { problem } from "../model/errors";
import { exactBytes, exactText } from "../model/exactText";
import type { RevertStep } from "../model/revertRules";
import type { Held } from "../model/version";
import { isSameHeld, isSymlink } from "../model/version";
import type { WorkspacePath } from "../model/workspacePath";
import { ancestorsOf } from "../model/workspacePath";
import type { Decision, OwnDelete, OwnWrite } from "../restore/decision";
import { contentHash } from "../store/packs/hash";
import { heldAt } from "../store/index/queries/snapshots";

/** The result of a revert in progress: the current state, modified step by step. */
export class RevertState {
  readonly contents = new Map<string, Uint8Array>();
  readonly conflicts: (Conflict & { path: WorkspacePath })[] = [];
  private readonly state = new Map<WorkspacePath, Held | null>();
  /** The paths of the state below each folder. */
  private readonly inFolder = new Map<WorkspacePath, Set<WorkspacePath>>();
  private readonly used = new Set<WorkspacePath>();
  /** Files moved so far: current path to path in this draft. */
  private readonly moved = new Map<WorkspacePath, WorkspacePath>();

  constructor(
    private readonly context: Context,
    private readonly resolve: ReadonlyMap<WorkspacePath, Resolution>,
  ) {}

  /** Every path that the draft changes, or cannot change because of a conflict. */
  get paths(): WorkspacePath[] {
    return [...this.state.keys(), ...this.conflicts.map(({ path }) => path)];
  }

  now(path: WorkspacePath): Held | null {
    const changed = this.state.get(path);
    return changed === undefined ? this.before(path) : changed;
  }

  /** Recorded paths below a path. Some of them may be deleted in the draft. */
  *below(path: WorkspacePath): Iterable<WorkspacePath> {
    for (const [known] of this.context.store.index.current.below(path))
      if (known !== path) yield known;
    yield* this.inFolder.get(path) ?? [];
  }

  read(hash: string): Uint8Array {
    return this.contents.get(hash) ?? this.context.store.contents.read(hash);
  }

  /** The path in this draft of a file that is currently at `path`. */
  whereIs(path: WorkspacePath): WorkspacePath {
    return this.moved.get(path) ?? path;
  }

  /** Applies the steps of one range of history. */
  applySteps(steps: readonly RevertStep[]): void {
    const moves = new Map<WorkspacePath, WorkspacePath>();
    for (const step of steps) {
      this.take(step);
      if (step.action !== "delete" && step.from !== undefined)
        moves.set(step.from, step.path);
    }
    for (const [now, at] of [...this.moved]) {
      const to = moves.get(at);
      if (to !== undefined) this.moved.set(now, to);
      moves.delete(at);
    }
    for (const [from, to] of moves) this.moved.set(from, to);
  }

  private take(step: RevertStep): void {
    if (step.action === "delete") this.set(step.path, null);
    else if (step.action === "write")
      this.set(
        step.path,
        "bytes" in step.content
          ? this.add(step.content.bytes, step.mode)
          : { ...step.content, mode: step.mode },
      );
    else this.decide(step);
  }

  /** Throws if a decision names a path without a conflict, which is probably a typo. */
  assertResolved(): void {
    for (const path of this.resolve.keys())
      if (!this.used.has(path)) throw problem("no-conflict", { path });
  }

  /**
   * Throws if a file would be inside another file, or at the path of a folder that
   * stays.
   */
  assertPossible(): void {
    for (const [path, after] of this.state) {
      if (!after) continue;
      const above = ancestorsOf(path).find((folder) => this.now(folder));
      const below = [...this.below(path)].find((inside) => this.now(inside));
      if (above === undefined && below === undefined) continue;
      throw problem("cannot-come-back", {
        path,
        canDecide: true,
        ...(above === undefined
          ? { obstacle: "folder", holds: below! }
          : { obstacle: "file-above", at: above, isRecorded: true }),
      });
    }
  }

  operations(): Pick<Decision, "writes" | "deletes"> {
    const writes: OwnWrite[] = [];
    const deletes: OwnDelete[] = [];
    for (const [path, after] of [...this.state].sort(([a], [b]) =>
      a < b ? -1 : 1,
    )) {
      const before = this.before(path);
      if (isSameHeld(before, after)) continue;
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
    // The change may have renamed the file; the kept version stays at this path.
    if (how === "ours") {
      this.set(step.path, step.ours && { ...step.ours, mode: step.mode });
      return;
    }
    if (how === "theirs")
      this.set(step.path, step.theirs && withMergedBits(step.theirs, step));
    else
      this.set(
        step.path,
        this.add(exactBytes(how.text), step.mode & 0o777 || 0o644),
      );
  }

  private toConflict(step: RevertStep & { action: "conflict" }) {
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

  private set(path: WorkspacePath, held: Held | null): void {
    if (!this.state.has(path))
      for (const folder of ancestorsOf(path)) {
        const paths = this.inFolder.get(folder);
        if (paths) paths.add(path);
        else this.inFolder.set(folder, new Set([path]));
      }
    this.state.set(path, held);
  }

  private before(path: WorkspacePath): Held | null {
    const { index } = this.context.store;
    return heldAt(index, index.lastMoment, path, "disk");
  }

  private add(bytes: Uint8Array, mode: number): Held {
    const hash = contentHash(bytes);
    if (!this.context.store.contents.has(hash)) this.contents.set(hash, bytes);
    return { hash, mode, sizeBytes: bytes.byteLength };
  }
}

/** A file that was made executable since stays so, whichever content is chosen. */
function withMergedBits(
  theirs: Held,
  { reason, base, mode }: RevertStep & { action: "conflict" },
): Held {
  // A symlink is taken as a whole, and so is a different file.
  const isMerged =
    reason === "content" &&
    [theirs, base, { mode }].every((one) => one && !isSymlink(one.mode));
  return isMerged ? { ...theirs, mode } : { ...theirs };
}
