import type { StoreIndex } from "../storeIndex";

/**
 * The longest time between two moments that may have one rename in parts: a slow machine reports
 * first what is gone and then what is new, or the other way round.
 */
const IN_PARTS_MS = 10_000;

/** The contents that appeared at new paths, each once for each path, by moment. */
export class Moves {
  /** For each content, when its versions ended; null if they have not. */
  private readonly appeared = new Map<number, Map<number, (number | null)[]>>();
  private readonly near = new Map<number, number[]>();

  constructor(private readonly index: StoreIndex) {}

  /** True if a file with this content appeared at about that moment and is not taken yet. */
  take(moment: number, content: number): boolean {
    return (
      this.takeAt(moment, content, moment) ||
      this.nearby(moment).some((other) => this.takeAt(other, content, moment))
    );
  }

  /** What appeared before the deletion must still be there after it. */
  private takeAt(moment: number, content: number, deleted: number): boolean {
    let ends = this.appeared.get(moment);
    if (!ends) this.appeared.set(moment, (ends = this.endsAt(moment)));
    const left = ends.get(content) ?? [];
    const at = left.findLastIndex((died) => died === null || died > deleted);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  }

  private nearby(moment: number): number[] {
    let near = this.near.get(moment);
    if (!near) {
      const rows = this.index.sql.all(
        `SELECT o.n FROM moment m JOIN moment o ON o.n IN (m.n - 1, m.n + 1) AND o.source = m.source
         WHERE m.n = ?1 AND abs(o.at - m.at) <= ${IN_PARTS_MS} AND o.n > 1 ORDER BY o.n DESC`,
        moment,
      );
      this.near.set(moment, (near = rows.map(([n]) => n as number)));
    }
    return near;
  }

  private endsAt(moment: number): Map<number, (number | null)[]> {
    const ends = new Map<number, (number | null)[]>();
    const rows = this.index.sql.all(
      `SELECT v.content, v.died FROM version v
       WHERE v.born = ? AND v.layer = 0 AND v.content IS NOT NULL AND NOT EXISTS
         (SELECT 1 FROM version b WHERE b.path = v.path AND b.layer = 0 AND b.died = v.born)`,
      moment,
    );
    for (const [content, died] of rows as [number, number | null][]) {
      const known = ends.get(content);
      if (known) known.push(died);
      else ends.set(content, [died]);
    }
    return ends;
  }
}
