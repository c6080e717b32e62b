import type { Context } from "../context";
import { splitLines } from "../model/lineChanges";
import { lineKeys, next, traced, type Traced } from "../model/lineOrigins";
import type { WorkspacePath } from "../model/workspacePath";
import { bringsBack, type Step } from "./lineage";

/** How lines are compared. */
export interface Look {
  ignoresSpace: boolean;
  findsMoves: boolean;
}

const MAX_KEPT = 20;
const kept = new WeakMap<Context["store"], Map<string, TracedFile>>();

/**
 * The origins of a file's lines, kept while its history grows: one more version costs one
 * comparison. Derived from the versions, and never stored.
 */
export class TracedFile {
  private followed: string[] = [];
  private current: Traced | undefined;
  /** The origins of each content that the file has had. */
  private readonly byHash = new Map<string, Int32Array>();
  /** The latest origin of each line that the file has had. */
  private readonly byLine = new Map<string, number>();

  private constructor(
    private readonly context: Context,
    private readonly look: Look,
  ) {}

  static of(context: Context, path: WorkspacePath, look: Look): TracedFile {
    let files = kept.get(context.store);
    if (!files)
      kept.set(context.store, (files = new Map<string, TracedFile>()));
    const key = `${look.ignoresSpace} ${look.findsMoves} ${path}`;
    const file = files.get(key) ?? new TracedFile(context, look);
    files.delete(key);
    files.set(key, file);
    const [oldest] = files.keys();
    if (files.size > MAX_KEPT && oldest !== undefined) files.delete(oldest);
    return file;
  }

  /** Returns the lines of the last version; undefined if there is none. */
  follow(steps: readonly Step[], onStep: () => void): Traced | undefined {
    const names = steps.map(
      ({ born, hash, came }) => `${born} ${hash} ${came}`,
    );
    const isLonger = this.followed.every((name, i) => names[i] === name);
    if (!isLonger) this.forget();
    for (let i = this.followed.length; i < steps.length; i++) {
      onStep();
      this.current = this.after(steps[i]!, i);
      this.followed.push(names[i]!);
    }
    return this.current;
  }

  private forget(): void {
    this.followed = [];
    this.current = undefined;
    this.byHash.clear();
    this.byLine.clear();
  }

  private after(step: Step, version: number): Traced {
    const keys = lineKeys(
      splitLines(this.context.store.contents.read(step.hash)),
      this.look.ignoresSpace,
    );
    const now = this.originsOf(step, keys, version);
    this.byHash.set(step.hash, now.origins);
    now.origins.forEach((origin, i) => {
      if (origin === version) this.byLine.set(keys[i]!, version);
    });
    return now;
  }

  private originsOf(
    step: Step,
    keys: readonly string[],
    version: number,
  ): Traced {
    const before = this.current;
    if (!before || step.came === "first") return traced(keys, version);
    if (!bringsBack(step))
      return next(before, keys, version, this.look.findsMoves);
    const same = this.byHash.get(step.hash);
    if (same) return { keys, origins: same };
    const now = next(before, keys, version, this.look.findsMoves);
    now.origins.forEach((origin, i) => {
      if (origin === version)
        now.origins[i] = this.byLine.get(keys[i]!) ?? version;
    });
    return now;
  }
}
