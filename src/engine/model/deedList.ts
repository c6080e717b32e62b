import type { DeedKind } from "../../answers/deed";
import type { Source } from "./checkpoint";
import type { DeedGroup, DeedMoment, DeedPoint } from "./deedFacts";

/** Deeds while they are being put together, in the order in which they began. */
export class DeedList {
  readonly all: DeedGroup[] = [];

  pointDeed(kind: DeedKind, point: DeedPoint): DeedGroup {
    const { id, source, moment, atMs, thread } = point;
    return this.add(kind, id, source, moment, atMs, { thread });
  }

  /**
   * Adds a checkpoint that was created later, of an earlier moment. It is a deed of its own, after
   * those that had begun by then: what was done at the time stays grouped as it was.
   */
  insert(point: DeedPoint): void {
    const deed = this.pointDeed("named", point);
    this.push(deed, point);
    this.all.pop();
    const place = this.all.findLastIndex(({ before }) => before < point.moment);
    this.all.splice(place + 1, 0, deed);
  }

  push(deed: DeedGroup, point: DeedPoint): void {
    deed.points.push(point);
    deed.endMs = Math.max(deed.endMs, point.atMs);
  }

  extend(deed: DeedGroup, { n, atMs }: DeedMoment): void {
    deed.moments.push(n);
    deed.endMs = Math.max(deed.endMs, atMs);
  }

  add(
    kind: DeedKind,
    id: string,
    author: Source,
    before: number,
    startMs: number,
    more: Partial<DeedGroup> = {},
  ): DeedGroup {
    const deed: DeedGroup = {
      id,
      kind,
      author,
      thread: null,
      message: null,
      restore: null,
      rename: null,
      command: null,
      moments: [],
      points: [],
      before,
      startMs,
      endMs: startMs,
      isOpen: false,
    };
    Object.assign(deed, more);
    this.all.push(deed);
    return deed;
  }
}
