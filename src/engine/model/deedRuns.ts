import type { DeedKind, FolderRename } from "../../answers/deed";
import type { Source } from "./checkpoint";
import type { DeedFacts, DeedGroup, DeedMoment, DeedPoint } from "./deedFacts";
import type { DeedList } from "./deedList";

/** After a pause this long, an author's next change is another deed. */
const PAUSE_MS = 30 * 60_000;
/** A command explains changes that begin within this time. */
const COMMAND_MS = 10 * 60_000;

/**
 * The changes that belong to no turn and no restore: runs of edits, one per author, git operations
 * and renamed folders, each with the guards that were created before it.
 */
export class DeedRuns {
  /** Runs that a later change of their author may still join. */
  private readonly runs = new Map<Source, DeedGroup>();
  /** Moments since the last checkpoint, by author. */
  private readonly units = new Map<Source, DeedMoment[]>();
  /** Guards that wait for the changes they were created before. */
  private guards: DeedPoint[] = [];

  constructor(private readonly deeds: DeedList) {}

  get open(): Iterable<DeedGroup> {
    return this.runs.values();
  }

  get waitingGuards(): readonly DeedPoint[] {
    return this.guards;
  }

  /** The author with the most moments since the last checkpoint; of equals, the later one. */
  get mainAuthor(): Source | undefined {
    let main: Source | undefined;
    let most = 0;
    for (const [source, { length }] of this.units)
      if (length >= most) [main, most] = [source, length];
    return main;
  }

  addMoment(moment: DeedMoment): void {
    const unit = this.units.get(moment.source);
    if (unit) unit.push(moment);
    else this.units.set(moment.source, [moment]);
  }

  addGuard(point: DeedPoint): void {
    this.flush();
    this.close();
    this.guards.push(point);
  }

  /**
   * A checkpoint of git's has what git did: files that it wrote before its recorder saw that git was
   * at work count as changed outside the editor.
   */
  giveOutsideToGit(): void {
    const [git, outside] = [this.units.get("git"), this.units.get("outside")];
    if (!git || !outside) return;
    this.units.delete("outside");
    this.units.set(
      "git",
      [...git, ...outside].sort((a, b) => a.n - b.n),
    );
  }

  /** Moves the moments since the last checkpoint into runs; returns the run of each author. */
  flush(): Map<Source, DeedGroup> {
    const deeds = new Map<Source, DeedGroup>();
    for (const [source, moments] of this.units)
      deeds.set(source, this.run(source, moments));
    if (this.units.size > 0)
      for (const source of [...this.runs.keys()])
        if (!this.units.has(source)) this.runs.delete(source);
    this.units.clear();
    return deeds;
  }

  /** Ends everything that a later change could still have joined. */
  settle(): void {
    this.flush();
    this.close();
  }

  close(): void {
    this.runs.clear();
    for (const guard of this.guards)
      this.deeds.push(this.deeds.pointDeed("guard", guard), guard);
    this.guards = [];
  }

  /** Removes and returns the moments, in order, and their main author; git's get their own deed. */
  takeAll(): { author: Source | undefined; moments: DeedMoment[] } {
    const git = this.units.get("git");
    if (git) {
      this.units.delete("git");
      this.unitDeed("git", "git", git);
    }
    const author = this.mainAuthor;
    const moments = [...this.units.values()].flat().sort((a, b) => a.n - b.n);
    this.units.clear();
    return { author, moments };
  }

  /**
   * Returns the deed of a renamed folder if that is all that changed, by one author. `isShared`:
   * a turn ended in the same checkpoint, so its counts include other changes.
   */
  takeRename(
    point: DeedPoint,
    isShared: boolean,
    renameIn: DeedFacts["renameIn"],
  ): DeedGroup | null {
    const rename = this.renameOf(point, isShared, renameIn);
    if (!rename) return this.takeSplitRename(point, renameIn);
    const [[author, moments] = ["outside", []]] = this.units;
    this.units.clear();
    this.runs.clear();
    const deed = this.unitDeed("rename", author, moments);
    deed.rename = rename;
    return deed;
  }

  private renameOf(
    { added, modified, deleted }: DeedPoint,
    isShared: boolean,
    renameIn: DeedFacts["renameIn"],
  ): FolderRename | null {
    const isCandidate = isShared
      ? added > 0 && deleted > 0
      : added > 0 && added === deleted && modified === 0;
    if (!isCandidate || this.units.size !== 1 || this.units.has("git"))
      return null;
    const [moments = []] = this.units.values();
    const [from, to] = [(moments[0]?.n ?? 0) - 1, moments.at(-1)?.n ?? 0];
    // Between its moments, others changed something as well.
    if (to - from !== moments.length) return null;
    return renameIn(from, to);
  }

  /**
   * The same for a rename that was recorded in parts, such as first what is gone: its first part
   * was taken for a run of edits, and no other change was.
   */
  private takeSplitRename(
    point: DeedPoint,
    renameIn: DeedFacts["renameIn"],
  ): DeedGroup | null {
    const [[author, moments] = ["outside", []], ...others] = this.units;
    const run = this.runs.get(author);
    if (!run || others.length > 0) return null;
    const points = [...run.points, point];
    const sum = (of: (point: DeedPoint) => number): number =>
      points.reduce((total, each) => total + of(each), 0);
    const isCandidate =
      points.every(({ kind }) => kind === "automatic") &&
      sum(({ modified }) => modified) === 0 &&
      sum(({ added }) => added) > 0 &&
      sum(({ added }) => added) === sum(({ deleted }) => deleted);
    const to = moments.at(-1)?.n ?? 0;
    const count = run.moments.length + moments.length;
    if (!isCandidate || to - run.before !== count) return null;
    const rename = renameIn(run.before, to);
    if (!rename) return null;
    for (const moment of moments) this.deeds.extend(run, moment);
    this.units.clear();
    this.runs.clear();
    return Object.assign(run, { kind: "rename", rename } as const);
  }

  private run(source: Source, moments: readonly DeedMoment[]): DeedGroup {
    if (source === "git" || this.isGitCommand(source, moments[0]!))
      return this.unitDeed("git", "git", moments);
    const known = this.runs.get(source);
    if (known && moments[0]!.atMs - known.endMs <= PAUSE_MS) {
      for (const moment of moments) this.deeds.extend(known, moment);
      return known;
    }
    const made = this.unitDeed("edits", source, moments);
    this.runs.set(source, made);
    return made;
  }

  /** A new deed of one author's moments, with the guards that were waiting for it. */
  private unitDeed(
    kind: DeedKind,
    author: Source,
    moments: readonly DeedMoment[],
  ): DeedGroup {
    const first = moments[0]!;
    const [id, before] = [`@${first.n}`, first.n - 1];
    const deed = this.deeds.add(kind, id, author, before, first.atMs, {
      points: this.guards,
    });
    if (author === "outside" || author === "git")
      deed.command = this.commandBefore(first);
    this.guards = [];
    for (const moment of moments) this.deeds.extend(deed, moment);
    return deed;
  }

  /** The command that a waiting guard was created for, if it explains this moment. */
  private commandBefore({ atMs }: DeedMoment): string | null {
    const guard = this.guards.findLast(({ command }) => command !== null);
    return guard && atMs - guard.atMs <= COMMAND_MS ? guard.command : null;
  }

  /** Some git commands, such as `git restore`, leave nothing by which a recorder knows git. */
  private isGitCommand(source: Source, first: DeedMoment): boolean {
    return source === "outside" && isGit(this.commandBefore(first));
  }
}

/** True for the command line of git. */
export function isGit(command: string | null): boolean {
  return command !== null && /^git\b/.test(command);
}
