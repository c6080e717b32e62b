import { createHash } from "node:crypto";
import type { Conflict, Resolution } from "../../engine/api";

/** Storage for small values that survive a window's restart: the editor's memento. */
export interface Memory {
  get<T>(key: string): T | undefined;
  update(key: string, value: unknown): PromiseLike<void>;
}

interface Kept {
  /** Identifies the resolved conflict, so that a later one on the same path is not taken for it. */
  conflict: string;
  resolution: Resolution;
}

/**
 * The user's decisions about the conflicts of one revert. They are kept, even across a restart of
 * the window, until the revert is applied or discarded.
 */
export class KeptDecisions {
  private readonly key: string;

  /** `what` identifies the revert: the folder and the request. */
  constructor(
    private readonly memory: Memory,
    what: readonly unknown[],
  ) {
    this.key = `decisions:${JSON.stringify(what)}`;
  }

  get count(): number {
    return Object.keys(this.all).length;
  }

  /** Returns the decision about a conflict; undefined if there is none or the conflict has changed. */
  of(conflict: Conflict): Resolution | undefined {
    const kept = this.all[conflict.path];
    return kept?.conflict === nameOf(conflict) ? kept.resolution : undefined;
  }

  /** True if the path was resolved but has changed since, so that the decision no longer fits. */
  isStale(conflict: Conflict): boolean {
    const kept = this.all[conflict.path];
    return kept !== undefined && kept.conflict !== nameOf(conflict);
  }

  keep(conflict: Conflict, resolution: Resolution): void {
    const kept: Kept = { conflict: nameOf(conflict), resolution };
    void this.memory.update(this.key, { ...this.all, [conflict.path]: kept });
  }

  /** The revert was applied or discarded. */
  drop(): void {
    void this.memory.update(this.key, undefined);
  }

  private get all(): Record<string, Kept> {
    return this.memory.get<Record<string, Kept>>(this.key) ?? {};
  }
}

function nameOf({ base, ours, theirs, binary }: Conflict): string {
  const sides = JSON.stringify([base, ours, theirs, binary]);
  return createHash("sha256").update(sides).digest("hex");
}
