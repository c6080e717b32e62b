import { Emitter } from "../../base/event";
import { DisposableList } from "../../base/lifecycle";
import type { Deed, DeedBucket, DeedFilter } from "../../engine/api";
import type { FolderSession, Folders } from "../session/folders";
import { fromEachFolder } from "./eachFolder";
import { toListFilter, type TimelineFilter } from "./filter";
import type { Grouping } from "./groups";

/** A deed of one folder; of several folders where they were created together. */
export interface DeedRow {
  id: string;
  members: readonly [DeedMember, ...DeedMember[]];
}

export interface DeedMember {
  session: FolderSession;
  deed: Deed;
}

/** A heading with the number of deeds below it, loaded or not. */
export interface DeedHeading extends DeedBucket {
  id: string;
}

export const DEEDS_PER_PAGE = 50;
/** The lines of this many rows are counted at a time, so that other requests get a turn. */
const LINES_AT_ONCE = 10;

/**
 * The deeds that the timeline shows: headings with their true numbers, and the rows of
 * those that are open. The engine remembers what it grouped, so asking again is cheap.
 */
export class DeedData {
  private readonly disposables = new DisposableList();
  private readonly changed = this.disposables.add(new Emitter<void>());
  /** How many rows of a heading are loaded. */
  private readonly shown = new Map<string, number>();
  private readonly lines = new Map<string, Deed>();
  private counting: Promise<void> | undefined;
  private wanted: DeedMember[] = [];

  /** Lines were counted, so rows look different. */
  readonly onDidCount = this.changed.event;

  constructor(private readonly folders: Folders) {}

  async headings(by: Grouping, filter: TimelineFilter): Promise<DeedHeading[]> {
    const found = await fromEachFolder(this.folders, ({ engine, folder }) =>
      // In several folders, “by folder” means these.
      by === "folder" && this.folders.all.length > 1
        ? engine
            .deeds({ ...toListFilter(filter), limit: 1 })
            .then(({ total, deeds: [first] }) =>
              first
                ? [
                    {
                      key: `folder:${folder.name}`,
                      count: total,
                      latestAt: first.startedAt,
                      title: folder.name,
                    },
                  ]
                : [],
            )
        : engine.deedGroups(by, toListFilter(filter)),
    );
    const headings = new Map<string, DeedHeading>();
    for (const bucket of found) {
      const known = headings.get(bucket.key);
      if (known) {
        known.count += bucket.count;
        if (bucket.latestAt > known.latestAt) known.latestAt = bucket.latestAt;
      } else headings.set(bucket.key, { ...bucket, id: `${by}:${bucket.key}` });
    }
    return [...headings.values()].sort((a, b) =>
      b.latestAt.localeCompare(a.latestAt),
    );
  }

  /** Asks a folder the same as `headings` and `rows`, and leaves the answers to the engine's memory. */
  async askAhead(
    { engine }: FolderSession,
    by: Grouping,
    filter: TimelineFilter,
  ): Promise<void> {
    const asked = toListFilter(filter);
    const [newest] = await engine.deedGroups(by, asked);
    if (!newest) return;
    const group = { by, key: newest.key };
    await engine.deeds({ ...asked, limit: DEEDS_PER_PAGE, group });
  }

  /** The rows of a heading, newest first, and how many are not loaded. */
  async rows(
    by: Grouping,
    heading: DeedHeading,
    filter: TimelineFilter,
  ): Promise<{ rows: DeedRow[]; remaining: number }> {
    const limit = this.shown.get(heading.id) ?? DEEDS_PER_PAGE;
    const isFolder = heading.key.startsWith("folder:");
    const asked: DeedFilter = {
      ...toListFilter(filter),
      limit,
      ...(isFolder ? {} : { group: { by, key: heading.key } }),
    };
    let total = 0;
    const members = await fromEachFolder(
      {
        all: this.folders.all.filter(
          ({ folder }) => !isFolder || heading.key === `folder:${folder.name}`,
        ),
      },
      async (session) => {
        const page = await session.engine.deeds(asked);
        total += page.total;
        return page.deeds.map((deed) => ({ session, deed }));
      },
    );
    if (this.folders.all.length > 1)
      members.sort((a, b) => b.deed.startedAt.localeCompare(a.deed.startedAt));
    const shown = members.slice(0, limit);
    this.count(shown);
    return {
      rows: joined(shown.map((m) => this.withLines(m))),
      remaining: total - shown.length,
    };
  }

  loadMore(headingId: string): void {
    const shown = this.shown.get(headingId) ?? DEEDS_PER_PAGE;
    this.shown.set(headingId, shown + DEEDS_PER_PAGE);
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private withLines(member: DeedMember): DeedMember {
    const counted = this.lines.get(keyOf(member));
    return counted
      ? { ...member, deed: { ...member.deed, lines: counted.lines } }
      : member;
  }

  /** Counts the lines of rows that have none yet, a few at a time. */
  private count(members: readonly DeedMember[]): void {
    this.wanted = members.filter(
      (member) =>
        member.deed.files > 0 &&
        member.deed.kind !== "session" &&
        !this.lines.has(keyOf(member)),
    );
    this.counting ??= this.countAll().finally(() => {
      this.counting = undefined;
    });
  }

  private async countAll(): Promise<void> {
    while (this.wanted.length > 0) {
      const [first] = this.wanted;
      const some = this.wanted
        .filter(({ session }) => session === first?.session)
        .slice(0, LINES_AT_ONCE);
      this.wanted = this.wanted.filter((each) => !some.includes(each));
      await this.countSome(some);
      this.changed.fire();
    }
  }

  private async countSome(members: readonly DeedMember[]): Promise<void> {
    const [first] = members;
    if (!first) return;
    const ids = members.map(({ deed }) => deed.id);
    try {
      const { deeds } = await first.session.engine.deeds({
        ids,
        limit: ids.length,
        lines: true,
      });
      for (const deed of deeds)
        this.lines.set(keyOf({ session: first.session, deed }), deed);
    } catch {
      // The rows stay without numbers of lines; they say all else.
    }
  }
}

/** Of a deed as it is: one that grew is counted again. */
function keyOf({ session, deed }: DeedMember): string {
  return `${session.folder.uri.toString()} ${deed.id} ${deed.after} ${deed.files}`;
}

/** Joins the checkpoints that were created together in several folders. */
function joined(members: readonly DeedMember[]): DeedRow[] {
  const rows: { id: string; members: [DeedMember, ...DeedMember[]] }[] = [];
  const groups = new Map<string, [DeedMember, ...DeedMember[]]>();
  for (const member of members) {
    const group = member.deed.checkpoint?.metadata["group"];
    const isNamed = member.deed.kind === "named";
    const known =
      isNamed && typeof group === "string" ? groups.get(group) : undefined;
    if (known) {
      known.push(member);
      continue;
    }
    const own: [DeedMember, ...DeedMember[]] = [member];
    if (isNamed && typeof group === "string") groups.set(group, own);
    const folder = member.session.folder.uri.toString();
    rows.push({ id: `${folder}#${member.deed.id}`, members: own });
  }
  return rows;
}
