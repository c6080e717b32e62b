import type * as vscode from "vscode";
import type { Folders, FolderSession } from "../session/folders";
import { DeedData, type DeedHeading, type DeedRow } from "./deedData";
import type { TimelineFilter } from "./filter";
import { headingLook, type Grouping } from "./groups";
import type { KnownNodes } from "./nodeCache";
import type { DeedNode, HeadingNode, NowNode, TimelineNode } from "./nodes";
import { findNow } from "./nowRow";
import { isRecorded } from "./recorded";
import type { Look } from "./rowItem";
import { threadNodes } from "./threadNodes";
import type { TimelineData } from "./timelineData";
import { timeStyle } from "./viewSettings";

/** Rows that were asked for together with their heading. */
interface Ahead {
  heading: DeedHeading;
  grouping: Grouping;
  filter: TimelineFilter;
  rows: ReturnType<DeedData["rows"]>;
}

/** The rows of the timeline that tell what happened: headings, and a row per deed. */
export class DeedRows implements vscode.Disposable {
  private readonly deeds: DeedData;
  private hasAsked = false;
  private ahead: Ahead | undefined;
  /** Lines were counted, so rows look different. */
  readonly onDidCount: DeedData["onDidCount"];

  constructor(
    private readonly folders: Folders,
    private readonly data: TimelineData,
    private readonly nodes: KnownNodes,
    private readonly look: Look,
  ) {
    this.deeds = new DeedData(folders);
    this.onDidCount = this.deeds.onDidCount;
  }

  dispose(): void {
    this.deeds.dispose();
  }

  /** Asks a folder for its headings and the rows of the first one. */
  askAhead(session: FolderSession): Promise<void> {
    return this.deeds.askAhead(session, this.look.grouping, this.data.filter);
  }

  /** Makes the next page of a heading part of its rows. */
  loadMore(headingId: string): void {
    this.deeds.loadMore(headingId);
  }

  /** A row for each folder's current files. */
  async now(): Promise<NowNode[]> {
    await this.data.findAll();
    const sessions = this.folders.all.filter(isRecorded);
    return Promise.all(
      sessions.map(async (session) =>
        this.nodes.keep({
          type: "now",
          session,
          now: await findNow(session, this.data.currentCheckpoint(session)),
        }),
      ),
    );
  }

  async roots(): Promise<TimelineNode[]> {
    const { grouping } = this.look;
    const isThread = grouping === "thread";
    const [now, headings, threads] = await Promise.all([
      this.now(),
      this.headings(),
      isThread ? threadNodes(this.folders) : [],
    ]);
    if (headings.length === 0) return [];
    const rows = headings
      // Conversations have rows of their own, with their messages.
      .filter(({ key }) => !isThread || key === "")
      .map((heading, index) =>
        this.nodes.keep({
          type: "heading",
          heading,
          ...headingLook(
            grouping,
            heading,
            index + threads.length,
            timeStyle(),
          ),
        }),
      );
    return [...now, ...threads.map((node) => this.nodes.keep(node)), ...rows];
  }

  /** The first time, the newest rows are asked for before the editor asks for them. */
  private async headings(): Promise<DeedHeading[]> {
    const { grouping } = this.look;
    const { filter } = this.data;
    const headings = await this.deeds.headings(grouping, filter);
    const [newest] = headings;
    if (newest && !this.hasAsked && grouping !== "thread") {
      const rows = this.deeds.rows(grouping, newest, filter);
      rows.catch(() => {}); // Reported to who asks for them.
      this.ahead = { heading: newest, grouping, filter, rows };
    }
    this.hasAsked = true;
    return headings;
  }

  private async rowsOf(heading: DeedHeading): ReturnType<DeedData["rows"]> {
    const { grouping } = this.look;
    const { filter } = this.data;
    const { ahead } = this;
    this.ahead = undefined;
    return ahead?.heading === heading &&
      ahead.grouping === grouping &&
      ahead.filter === filter
      ? ahead.rows
      : this.deeds.rows(grouping, heading, filter);
  }

  /** The deeds below a heading that are loaded, and a row for the others. */
  async below(node: HeadingNode): Promise<TimelineNode[]> {
    const { rows, remaining } = await this.rowsOf(node.heading);
    const nodes: TimelineNode[] = rows.map((row) =>
      this.nodes.keep({ type: "deed", row, parent: node }),
    );
    if (remaining > 0)
      nodes.push({ type: "moreDeeds", heading: node.heading, remaining });
    return nodes;
  }

  /** The loaded deed below a heading that has this checkpoint. */
  async find(
    heading: HeadingNode,
    checkpointId: string,
  ): Promise<DeedNode | undefined> {
    for (const node of await this.below(heading))
      if (
        node.type === "deed" &&
        node.row.members.some(({ deed }) =>
          deed.checkpoints.some(({ id }) => id === checkpointId),
        )
      )
        return node;
    return undefined;
  }

  /** True if the workspace is exactly as it was after this deed. */
  isHere({ members }: DeedRow): boolean {
    return members.every(({ session, deed }) => {
      const { number, isExact } = this.data.currentCheckpoint(session);
      const { checkpoint, after } = deed;
      // The checkpoint of a prompt has the state before its turn.
      return (
        isExact && checkpoint?.number === number && checkpoint?.moment === after
      );
    });
  }
}
