/**
 * Finds which numbers of two lists are unchanged: a search for the shortest way from one list to
 * the other, from both ends at once, that keeps only how far each diagonal was reached (Myers,
 * “An O(ND) Difference Algorithm and Its Variations”, section 4b). A search that becomes expensive
 * is cut at the furthest point it reached, so large lists with little in common stay cheap; the
 * result is then longer than necessary, but still correct. Cuts and ties are made where git makes
 * them, so that people see the changes that git would show.
 */
export interface Changed {
  /** For each number, 1 if it was removed or added. */
  old: Uint8Array;
  now: Uint8Array;
}

/** A part of both lists; ends are not included. */
interface Box {
  oldFrom: number;
  oldTo: number;
  newFrom: number;
  newTo: number;
}

interface Point {
  old: number;
  now: number;
}

/** The diagonals that the searches from the start and the end have come to. */
interface Reached {
  aheadLow: number;
  aheadHigh: number;
  backLow: number;
  backHigh: number;
}

/** A search that took this many steps settles for a good way instead of the shortest. */
const ENOUGH_STEPS = 256;
/** A run of unchanged numbers as long as this is a place where both lists surely meet. */
const SURE_RUN = 20;
/** How much further than its steps a way to such a run must have come. */
const SURE_GAIN = 4;
const UNREACHED = 2 ** 30;

export function changedBetween(old: Int32Array, now: Int32Array): Changed {
  return new LineSearch(old, now).run();
}

class LineSearch {
  private readonly changed: Changed;
  /** For each diagonal, how far into `old` the searches from the start and the end came. */
  private readonly ahead: Int32Array;
  private readonly back: Int32Array;
  /** The place of diagonal 0. */
  private readonly zero: number;
  private readonly maxSteps: number;

  constructor(
    private readonly old: Int32Array,
    private readonly now: Int32Array,
  ) {
    this.changed = {
      old: new Uint8Array(old.length),
      now: new Uint8Array(now.length),
    };
    const diagonals = old.length + now.length + 3;
    this.ahead = new Int32Array(diagonals + 1);
    this.back = new Int32Array(diagonals + 1);
    this.zero = now.length + 1;
    this.maxSteps = Math.max(ENOUGH_STEPS, roughRoot(diagonals));
  }

  run(): Changed {
    const { old, now } = this;
    const boxes: Box[] = [
      { oldFrom: 0, oldTo: old.length, newFrom: 0, newTo: now.length },
    ];
    for (let box = boxes.pop(); box; box = boxes.pop()) {
      this.trim(box);
      const { oldFrom, oldTo, newFrom, newTo } = box;
      if (oldFrom === oldTo) this.changed.now.fill(1, newFrom, newTo);
      else if (newFrom === newTo) this.changed.old.fill(1, oldFrom, oldTo);
      else {
        const at = this.split(box);
        boxes.push(
          { oldFrom, oldTo: at.old, newFrom, newTo: at.now },
          { oldFrom: at.old, oldTo, newFrom: at.now, newTo },
        );
      }
    }
    return this.changed;
  }

  private trim(box: Box): void {
    const { old, now } = this;
    while (
      box.oldFrom < box.oldTo &&
      box.newFrom < box.newTo &&
      old[box.oldFrom] === now[box.newFrom]
    ) {
      box.oldFrom++;
      box.newFrom++;
    }
    while (
      box.oldFrom < box.oldTo &&
      box.newFrom < box.newTo &&
      old[box.oldTo - 1] === now[box.newTo - 1]
    ) {
      box.oldTo--;
      box.newTo--;
    }
  }

  /** Returns a point on a short way through a box. */
  private split(box: Box): Point {
    const { old, now, ahead, back, zero, maxSteps } = this;
    const { oldFrom, oldTo, newFrom, newTo } = box;
    const lowest = oldFrom - newTo;
    const highest = oldTo - newFrom;
    const start = oldFrom - newFrom;
    const end = oldTo - newTo;
    const isOdd = ((start - end) & 1) !== 0;
    let [aheadLow, aheadHigh] = [start, start];
    let [backLow, backHigh] = [end, end];
    ahead[zero + start] = oldFrom;
    back[zero + end] = oldTo;
    for (let steps = 1; ; steps++) {
      let hasRun = false;
      // One diagonal more on each side, unless the box ends there.
      if (aheadLow > lowest) ahead[zero + --aheadLow - 1] = -1;
      else aheadLow++;
      if (aheadHigh < highest) ahead[zero + ++aheadHigh + 1] = -1;
      else aheadHigh--;
      for (let k = aheadHigh; k >= aheadLow; k -= 2) {
        const below = ahead[zero + k - 1]!;
        const above = ahead[zero + k + 1]!;
        let x = below >= above ? below + 1 : above;
        const from = x;
        while (x < oldTo && x - k < newTo && old[x] === now[x - k]) x++;
        if (x - from > SURE_RUN) hasRun = true;
        ahead[zero + k] = x;
        if (isOdd && k >= backLow && k <= backHigh && back[zero + k]! <= x)
          return { old: x, now: x - k };
      }
      if (backLow > lowest) back[zero + --backLow - 1] = UNREACHED;
      else backLow++;
      if (backHigh < highest) back[zero + ++backHigh + 1] = UNREACHED;
      else backHigh--;
      for (let k = backHigh; k >= backLow; k -= 2) {
        const below = back[zero + k - 1]!;
        const above = back[zero + k + 1]!;
        let x = below < above ? below : above - 1;
        const from = x;
        while (x > oldFrom && x - k > newFrom && old[x - 1] === now[x - k - 1])
          x--;
        if (from - x > SURE_RUN) hasRun = true;
        back[zero + k] = x;
        if (!isOdd && k >= aheadLow && k <= aheadHigh && x <= ahead[zero + k]!)
          return { old: x, now: x - k };
      }
      const reached = { aheadLow, aheadHigh, backLow, backHigh };
      if (hasRun && steps > ENOUGH_STEPS) {
        const at =
          this.sure(box, steps, true, reached) ??
          this.sure(box, steps, false, reached);
        if (at) return at;
      }
      if (steps >= maxSteps) return this.furthest(box, reached);
    }
  }

  /**
   * The end of the best way so far that ends in a long unchanged run, if it has come far enough:
   * of the search from the start, or else of the one from the end.
   */
  private sure(
    box: Box,
    steps: number,
    isAhead: boolean,
    reached: Reached,
  ): Point | undefined {
    const { oldFrom, oldTo, newFrom, newTo } = box;
    const [far, low, high] = isAhead
      ? [this.ahead, reached.aheadLow, reached.aheadHigh]
      : [this.back, reached.backLow, reached.backHigh];
    const [startOld, startNew] = isAhead ? [oldFrom, newFrom] : [oldTo, newTo];
    let best = SURE_GAIN * steps;
    let found: Point | undefined;
    for (let k = high; k >= low; k -= 2) {
      const x = far[this.zero + k]!;
      const y = x - k;
      const isInside = isAhead
        ? x < oldTo && y < newTo
        : x > oldFrom && y > newFrom;
      const detour = Math.abs(k - (startOld - startNew));
      const gain = Math.abs(x - startOld) + Math.abs(y - startNew) - detour;
      if (!isInside || gain <= best) continue;
      const [runOld, runNew] = isAhead ? [x - SURE_RUN, y - SURE_RUN] : [x, y];
      const hasRoom =
        runOld >= oldFrom &&
        runNew >= newFrom &&
        runOld + SURE_RUN <= oldTo &&
        runNew + SURE_RUN <= newTo;
      if (hasRoom && this.isRun(runOld, runNew)) {
        best = gain;
        found = { old: x, now: y };
      }
    }
    return found;
  }

  private isRun(x: number, y: number): boolean {
    for (let i = 0; i < SURE_RUN; i++)
      if (this.old[x + i] !== this.now[y + i]) return false;
    return true;
  }

  /** The point that either search has come furthest to. */
  private furthest(
    { oldFrom, oldTo, newFrom, newTo }: Box,
    reached: Reached,
  ): Point {
    const { ahead, back, zero } = this;
    let [gone, goneOld] = [-1, -1];
    for (let k = reached.aheadHigh; k >= reached.aheadLow; k -= 2) {
      const x = Math.min(ahead[zero + k]!, oldTo, newTo + k);
      if (x + x - k > gone) [gone, goneOld] = [x + x - k, x];
    }
    let [left, leftOld] = [UNREACHED, UNREACHED];
    for (let k = reached.backHigh; k >= reached.backLow; k -= 2) {
      const x = Math.max(back[zero + k]!, oldFrom, newFrom + k);
      if (x + x - k < left) [left, leftOld] = [x + x - k, x];
    }
    return oldTo + newTo - left < gone - (oldFrom + newFrom)
      ? { old: goneOld, now: gone - goneOld }
      : { old: leftOld, now: left - leftOld };
  }
}

/** A power of two near the square root, at least as large. */
export function roughRoot(n: number): number {
  let root = 1;
  for (; n > 0; n = Math.floor(n / 4)) root *= 2;
  return root;
}
