import type { Conflict, Resolution } from "../api";
import type { Context } from "../context";
import { isBinary } from "../model/binary";
import { CheckpointError } from "../model/errors";
import { exactBytes, exactText } from "../model/exactText";
import type { PlannedDelete, PlannedWrite } from "../model/restorePlan";
import type { RevertStep } from "../model/revertRules";
import type { Held } from "../model/version";
import { isSymlink } from "../model/version";
import { ancestorsOf } from "../model/workspacePath";
import { contentHash } from "../store/hash";
import { heldAt, isSame } from "../store/states";

/** The state in the making: what stands now, changed step by step. */
export class Draft {
  readonly contents = new Map<string, Uint8Array>();
  readonly conflicts: Conflict[] = [];
  private readonly state = new Map<string, Held | null>();
  private readonly used = new Set<string>();
  /** Files that were moved so far: where they stand now, where in this draft. */
  private readonly moved = new Map<string, string>();

  constructor(
    private readonly context: Context,
    private readonly resolve: ReadonlyMap<string, Resolution>,
  ) {}

  now(path: string): Held | null {
    const changed = this.state.get(path);
    return changed === undefined ? this.before(path) : changed;
  }

  /** Paths that are held below a path, at least; some may be gone in the draft. */
  *below(path: string): Iterable<string> {
    for (const [known] of this.context.store.index.head.below(path))
      if (known !== path) yield known;
    for (const drafted of this.state.keys())
      if (drafted.startsWith(path + "/")) yield drafted;
  }

  read(hash: string): Uint8Array {
    return this.contents.get(hash) ?? this.context.store.content(hash);
  }

  /** Where a file that stands at a path now is in this draft. */
  whereIs(path: string): string {
    return this.moved.get(path) ?? path;
  }

  /** Takes in what one stretch of history needs. */
  takeAll(steps: readonly RevertStep[]): void {
    const moves = new Map<string, string>();
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

  /** A file cannot come back inside a file, nor where a folder stays. */
  assertPossible(): void {
    for (const [path, after] of this.state) {
      if (!after) continue;
      const above = ancestorsOf(path).find((folder) => this.now(folder));
      const below = [...this.below(path)].find((inside) => this.now(inside));
      if (above === undefined && below === undefined) continue;
      throw new CheckpointError(
        "bad-input",
        above === undefined
          ? `${path} cannot come back: it is a folder now, and holds ${below}.`
          : `${path} cannot come back: ${above} is a file now.`,
        {
          hint: "Move what stands in its way first, or decide “ours” for it.",
          data: { path },
        },
      );
    }
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
      this.state.set(
        step.path,
        step.theirs && withMergedBits(step.theirs, step),
      );
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

/** A file that was made executable since stays so, whichever content is taken. */
function withMergedBits(
  theirs: Held,
  { reason, base, mode }: RevertStep & { action: "conflict" },
): Held {
  // A link is taken whole, and so is what is another file altogether.
  const isMerged =
    reason === "content" &&
    [theirs, base, { mode }].every((one) => one && !isSymlink(one.mode));
  return isMerged ? { ...theirs, mode } : { ...theirs };
}
