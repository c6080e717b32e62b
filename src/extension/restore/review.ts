import type { ChosenFile, PlannedHunk } from "../../engine/api";
import type { RestorePlan } from "../../engine/model/restorePlan";

/** Where a side of a file can be read; null if it has no file. */
export type Content = { hash: string } | { moment: number } | null;

export type ReviewAction = "replace" | "create" | "delete" | "unsaved";

/** A file that a restore would change. */
export interface ReviewFile<Session> {
  session: Session;
  plan: string;
  path: string;
  action: ReviewAction;
  before: Content;
  after: Content;
  /** Who else made newer changes in it. */
  newer: readonly string[];
  /** Changed after the restore that is being undone. */
  isChangedSince: boolean;
}

/** The chosen part of one plan. */
export interface PlanPart {
  plan: string;
  files: ChosenFile[];
}

/**
 * What a person chooses in the review of a restore: everything at first, then files and
 * single changes. Files whose newer changes would be replaced come first.
 */
export class Review<Session> {
  readonly files: readonly ReviewFile<Session>[];
  private readonly leftOut = new Set<ReviewFile<Session>>();
  private readonly hunks = new Map<
    ReviewFile<Session>,
    { all: readonly PlannedHunk[]; chosen: Set<number> }
  >();

  constructor(files: readonly ReviewFile<Session>[]) {
    const isNewer = (file: ReviewFile<Session>) =>
      file.newer.length > 0 || file.isChangedSince;
    this.files = [
      ...files.filter(isNewer),
      ...files.filter((file) => !isNewer(file)),
    ];
  }

  /**
   * Returns the file of this review that would change in the same way as one of an earlier review;
   * undefined if there is none. A row can outlive its review: the view redraws a moment later.
   */
  find(file: ReviewFile<Session>): ReviewFile<Session> | undefined {
    return this.files.find(
      (each) =>
        each.session === file.session &&
        each.path === file.path &&
        each.action === file.action &&
        isSameContent(each.before, file.before) &&
        isSameContent(each.after, file.after),
    );
  }

  hunksOf(file: ReviewFile<Session>): readonly PlannedHunk[] | undefined {
    return this.hunks.get(file)?.all;
  }

  /** Notes the changes of a file, once they were asked for. */
  setHunks(file: ReviewFile<Session>, all: readonly PlannedHunk[]): void {
    if (this.hunks.has(file)) return;
    const chosen = this.leftOut.has(file) ? [] : all.map((_hunk, n) => n);
    this.hunks.set(file, { all, chosen: new Set(chosen) });
  }

  isChosen(file: ReviewFile<Session>, hunk?: number): boolean {
    if (hunk === undefined) return !this.leftOut.has(file);
    return this.hunks.get(file)?.chosen.has(hunk) ?? false;
  }

  /** How many of a file's changes are chosen; undefined if all or none are. */
  partOf(file: ReviewFile<Session>): [some: number, all: number] | undefined {
    const { all, chosen } = this.hunks.get(file) ?? { all: [], chosen: NONE };
    const isPart = chosen.size > 0 && chosen.size < all.length;
    return isPart ? [chosen.size, all.length] : undefined;
  }

  choose(file: ReviewFile<Session>, isChosen: boolean): void {
    if (isChosen) this.leftOut.delete(file);
    else this.leftOut.add(file);
    const hunks = this.hunks.get(file);
    hunks?.all.forEach((_hunk, n) =>
      isChosen ? hunks.chosen.add(n) : hunks.chosen.delete(n),
    );
  }

  /** A file with at least one chosen change is chosen. */
  chooseHunk(file: ReviewFile<Session>, hunk: number, isChosen: boolean): void {
    const hunks = this.hunks.get(file);
    if (!hunks) return;
    if (isChosen) hunks.chosen.add(hunk);
    else hunks.chosen.delete(hunk);
    if (hunks.chosen.size > 0) this.leftOut.delete(file);
    else this.leftOut.add(file);
  }

  get chosenFiles(): ReviewFile<Session>[] {
    return this.files.filter((file) => !this.leftOut.has(file));
  }

  /** What is chosen, by plan; null if that is everything. */
  get parts(): PlanPart[] | null {
    const isAll =
      this.leftOut.size === 0 &&
      this.files.every((file) => this.partOf(file) === undefined);
    if (isAll) return null;
    const parts = new Map<string, PlanPart>();
    for (const file of this.chosenFiles) {
      const part = parts.get(file.plan) ?? { plan: file.plan, files: [] };
      parts.set(file.plan, part);
      const hunks = this.partOf(file) && this.hunks.get(file)?.chosen;
      part.files.push({
        path: file.path,
        ...(hunks ? { hunks: [...hunks].sort((a, b) => a - b) } : {}),
      });
    }
    return [...parts.values()];
  }
}

const NONE: ReadonlySet<number> = new Set();

function isSameContent(a: Content, b: Content): boolean {
  if (a === null || b === null) return a === b;
  if ("hash" in a) return "hash" in b && a.hash === b.hash;
  return "moment" in b && a.moment === b.moment;
}

/** Returns the files of a plan, in path order. */
export function reviewFiles<Session>(
  session: Session,
  plan: Pick<
    RestorePlan,
    "id" | "writes" | "deletes" | "unsaved" | "changedByOthers" | "changedSince"
  >,
): ReviewFile<Session>[] {
  const newer = new Map(
    plan.changedByOthers.map(({ path, sources }) => [path, sources]),
  );
  const since = new Set(plan.changedSince ?? []);
  const file = (
    path: string,
    action: ReviewAction,
    before: { hash: string } | null,
    after: { hash: string } | null,
  ): ReviewFile<Session> => ({
    ...{ session, plan: plan.id, path, action, before, after },
    newer: newer.get(path) ?? [],
    isChangedSince: since.has(path),
  });
  const files = [
    ...plan.writes.map(({ path, action, before, after }) =>
      file(path, action, before, after),
    ),
    ...plan.deletes.map(({ path, before }) =>
      file(path, "delete", before, null),
    ),
  ];
  const known = new Set(files.map(({ path }) => path));
  const unsaved = plan.unsaved
    .filter(({ path }) => !known.has(path))
    .map(({ path, hash }) =>
      file(path, "unsaved", null, hash === null ? null : { hash }),
    );
  return [...files, ...unsaved].sort((a, b) => (a.path < b.path ? -1 : 1));
}
