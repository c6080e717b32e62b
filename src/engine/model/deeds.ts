import type {
  DeedFacts,
  DeedGroup,
  DeedMoment,
  DeedPoint,
  DeedRestoreFact,
} from "./deedFacts";
import { byState } from "./checkpoint";
import { DeedList } from "./deedList";
import { DeedRuns } from "./deedRuns";
import { DeedTurns } from "./deedTurns";

// Groups the history into deeds: what people remember as one thing each. Decided from
// recorded facts in the order they were recorded, so that a deed that is no longer
// open stays as it is however the history grows. Moments carry the authors; the
// checkpoint of a prompt, for example, often has only what the user did before it.

/** Returns the deeds in the order in which they began. */
export function groupDeeds(facts: DeedFacts): DeedGroup[] {
  const walk = new Walk(facts);
  let next = 0;
  for (const point of facts.points) {
    if (point.isOfEarlier) continue;
    const span: DeedMoment[] = [];
    // An imported state was never in the folder, so it has no changes of its own.
    if (point.source !== "import")
      for (
        let moment = facts.moments[next];
        moment && moment.n <= point.moment;
        moment = facts.moments[++next]
      )
        span.push(moment);
    walk.take(span, point);
  }
  return walk.end(
    facts.moments.slice(next),
    facts.points.filter(({ isOfEarlier }) => isOfEarlier),
  );
}

/** Goes through the checkpoints in order, each with the moments since the one before. */
class Walk {
  private readonly deeds = new DeedList();
  private readonly runs = new DeedRuns(this.deeds);
  private readonly turns: DeedTurns;
  private readonly restores = new Map<string, DeedGroup>();
  private readonly restoreOfGuard: Map<string, DeedRestoreFact>;

  constructor(private readonly facts: DeedFacts) {
    this.turns = new DeedTurns(facts.prompts, this.deeds, () =>
      this.runs.settle(),
    );
    this.restoreOfGuard = new Map(
      facts.restores.flatMap((each) =>
        each.guard === null ? [] : [[each.guard, each]],
      ),
    );
  }

  take(span: readonly DeedMoment[], point: DeedPoint): void {
    let claimed: DeedGroup | undefined;
    let first: DeedMoment | undefined;
    for (const moment of span) {
      this.turns.beginBefore(moment.n);
      // The first moment is the folder as it was found: nobody did it.
      if (moment.n === 1) first = moment;
      else claimed = this.claim(moment) ?? claimed;
    }
    if (first) this.found(first, point);
    else this.place(point, claimed);
  }

  /**
   * What has no checkpoint yet belongs to the current work, but a restore and a turn
   * already have theirs.
   */
  end(
    rest: readonly DeedMoment[],
    ofEarlier: readonly DeedPoint[],
  ): DeedGroup[] {
    for (const moment of rest)
      if (moment.n > 1) {
        const deed = this.owner(moment);
        if (deed) this.deeds.extend(deed, moment);
      }
    for (const guard of this.runs.waitingGuards) {
      const { id, source, moment, atMs } = guard;
      this.deeds.add("guard", id, source, moment, atMs, {
        points: [guard],
        isOpen: true,
      });
    }
    for (const deed of [...this.turns.open, ...this.runs.open])
      deed.isOpen = true;
    for (const point of ofEarlier.toSorted(byState)) this.deeds.insert(point);
    return this.deeds.all;
  }

  /** The start of the history, in the deed of its first checkpoint. */
  private found(first: DeedMoment, point: DeedPoint): void {
    const isNamed = point.kind === "manual" || point.kind === "feature";
    const isOwn = isNamed || point.kind === "session";
    const deed = this.deeds.add(
      isNamed ? "named" : "session",
      isOwn ? point.id : "@1",
      point.source,
      0,
      first.atMs,
      { moments: [1], thread: point.thread },
    );
    if (isOwn) {
      this.deeds.push(deed, point);
      this.runs.close();
    } else this.place(point, undefined);
  }

  /** Gives a moment to the restore or turn that it belongs to; otherwise to its author. */
  private claim(moment: DeedMoment): DeedGroup | undefined {
    const deed = this.owner(moment);
    if (deed) this.deeds.extend(deed, moment);
    else this.runs.addMoment(moment);
    return deed;
  }

  private owner(moment: DeedMoment): DeedGroup | undefined {
    return moment.source === "restore"
      ? this.restoreBefore(moment.n)
      : this.turns.of(moment);
  }

  private restoreBefore(n: number): DeedGroup | undefined {
    const fact = this.facts.restores.findLast(({ moment }) => moment < n);
    return fact && this.restoreDeed(fact);
  }

  private restoreDeed(fact: DeedRestoreFact): DeedGroup {
    const known = this.restores.get(fact.id);
    if (known) return known;
    this.runs.settle();
    const { id, moment, atMs } = fact;
    const deed = this.deeds.add("restore", id, fact.source, moment, atMs, {
      restore: id,
    });
    this.restores.set(id, deed);
    return deed;
  }

  /** Gives a checkpoint to its deed. */
  private place(point: DeedPoint, claimed: DeedGroup | undefined): void {
    const turn = this.turns.inThread(point.thread);
    if (point.source === "import") {
      this.deeds.push(this.deeds.pointDeed("named", point), point);
      return;
    }
    switch (point.kind) {
      case "manual":
      case "feature":
        return this.name(point);
      case "session":
        this.runs.settle();
        this.deeds.push(this.deeds.pointDeed("session", point), point);
        return;
      case "guard": {
        const restore = this.restoreOfGuard.get(point.id);
        if (restore) this.deeds.push(this.restoreDeed(restore), point);
        else if (turn) this.placeIn(turn, point);
        else this.runs.addGuard(point);
        return;
      }
      case "automatic":
        return this.automatic(point, turn, claimed);
    }
  }

  private automatic(
    point: DeedPoint,
    turn: DeedGroup | undefined,
    claimed: DeedGroup | undefined,
  ): void {
    const prompt = this.turns.prompt(point.thread, point.message);
    if (prompt) return this.deeds.push(this.turns.begin(prompt), point);
    if (turn) return this.placeIn(turn, point);
    if (point.source === "git") this.runs.giveOutsideToGit();
    const { renameIn } = this.facts;
    const rename = this.runs.takeRename(point, !!claimed, renameIn);
    if (rename) return this.deeds.push(rename, point);
    const main = this.runs.mainAuthor;
    const deeds = this.runs.flush();
    const deed =
      (main === undefined ? claimed : deeds.get(main)) ??
      this.deeds.pointDeed("edits", point);
    this.deeds.push(deed, point);
  }

  private placeIn(turn: DeedGroup, point: DeedPoint): void {
    this.runs.flush();
    this.deeds.push(turn, point);
  }

  /** A checkpoint somebody asked for has what changed since the one before it. */
  private name(point: DeedPoint): void {
    const { author, moments } = this.runs.takeAll();
    this.runs.settle();
    const deed = this.deeds.pointDeed("named", point);
    deed.author = author ?? point.source;
    const [first] = moments;
    if (first) deed.before = first.n - 1;
    for (const moment of moments) this.deeds.extend(deed, moment);
    this.deeds.push(deed, point);
    deed.startMs = point.atMs;
  }
}
