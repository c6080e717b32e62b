/** A row as the tree last asked for it: itself, and the rows below it. */
export interface DrawnRow {
  id: string;
  /** All that can be seen of the row itself; asked only of rows that are shown. */
  look: () => string;
  /** Undefined where the rows below take care of themselves. */
  children?: readonly DrawnRow[];
}

/** What to redraw: everything, or these rows with all rows below them. */
export type Redraw = "all" | string[];

/**
 * Remembers what the tree shows and says what must be redrawn. The tree
 * forgets the rows below one that it redraws until it has asked for them
 * again, and a command chosen from such a row's menu meanwhile would find no row:
 * so as few as possible are. Pure.
 */
export class Drawn {
  private readonly looks = new Map<string, string>();
  private readonly below = new Map<string, string>();

  get isEmpty(): boolean {
    return this.below.size === 0;
  }

  /** True when the rows below this one were asked for. */
  isOpen(id: string): boolean {
    return this.below.has(id);
  }

  noteRow(id: string, look: string): void {
    this.looks.set(id, look);
  }

  /** `parent` is null for the topmost rows. */
  noteChildren(parent: string | null, ids: readonly string[]): void {
    this.below.set(parent ?? ROOT, keyOf(ids));
  }

  /** Compares with what would be drawn now, and forgets rows that are gone. */
  compare(roots: readonly DrawnRow[]): Redraw {
    this.forgetAllBut(roots);
    if (this.below.get(ROOT) !== keyOf(roots.map(({ id }) => id))) return "all";
    const stale: string[] = [];
    const visit = ({ id, look, children }: DrawnRow): void => {
      const known = this.looks.get(id);
      const below = this.below.get(id);
      if (known === undefined) return; // Not shown, so not out of date.
      const hasOthers =
        below !== undefined &&
        children !== undefined &&
        below !== keyOf(children.map((child) => child.id));
      if (hasOthers || known !== look()) stale.push(id);
      else children?.forEach(visit);
    };
    roots.forEach(visit);
    return stale;
  }

  private forgetAllBut(roots: readonly DrawnRow[]): void {
    const live = new Set([ROOT]);
    const visit = ({ id, children }: DrawnRow): void => {
      live.add(id);
      children?.forEach(visit);
    };
    roots.forEach(visit);
    for (const map of [this.looks, this.below])
      for (const id of map.keys()) if (!live.has(id)) map.delete(id);
  }
}

const ROOT = "";

function keyOf(ids: readonly string[]): string {
  return ids.join("\n");
}
