import * as vscode from "vscode";
import type { FolderSession, Folders } from "../session/folders";
import { checkpointNumbered } from "./checkpointNumbered";
import { changeNodes, FIRST_SHOWN, nodesIn } from "./changeNodes";
import type { DeedMember } from "./deedData";
import { resolvedTooltip } from "./deedItems";
import { DeedRows } from "./deedRows";
import { deedChangeNodes, mark, nowChangeNodes, stepNodes } from "./deedNodes";
import { Drawn, type DrawnRow } from "./treeDiff";
import { isBaselineRow, type Marks } from "./isBaselineRow";
import type { Entry } from "./entries";
import { EntryRows } from "./entryRows";
import { isKnown, KnownNodes } from "./nodeCache";
import type {
  ChangeFolderNode,
  CheckpointOf,
  DeedNode,
  EntryNode,
  MessageNode,
  MoreFilesNode,
  ThreadNode,
  TimelineNode,
} from "./nodes";
import { belowId, idOf, lookOf } from "./rowIds";
import { isRecorded } from "./recorded";
import { rowItem, type Look } from "./rowItem";
import { messageNodes } from "./threadNodes";
import type { TimelineData } from "./timelineData";
import { entryTooltip } from "./timelineItems";
import { timeStyle } from "./viewSettings";

/** Draws the timeline's data as a tree, by the chosen grouping. */
export class TimelineTree implements vscode.TreeDataProvider<TimelineNode> {
  private readonly changed = new vscode.EventEmitter<
    TimelineNode[] | undefined
  >();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly nodes = new KnownNodes();
  private readonly drawn = new Drawn();
  /** How many files are shown below a row, where more than the first are. */
  private readonly shown = new Map<string, number>();
  private asked = 0;
  private readonly deeds: DeedRows;
  private readonly entries: EntryRows;

  constructor(
    private readonly folders: Folders,
    private readonly data: TimelineData,
    readonly look: Look,
    private readonly marks: Marks = { isBaseline: () => false },
  ) {
    this.deeds = new DeedRows(folders, data, this.nodes, look);
    this.entries = new EntryRows(folders, data, this.nodes, look);
    this.deeds.onDidCount(() => void this.redraw().catch(() => {}));
  }

  dispose(): void {
    this.deeds.dispose();
  }

  /** Asks a folder what drawing its first rows will ask, for the engine to have the answers. */
  async askAhead(session: FolderSession): Promise<void> {
    await this.data.findAll();
    if (!this.look.isFlat) await this.deeds.askAhead(session);
  }

  /** The next page of a heading of deeds. */
  loadMoreDeeds(headingId: string): void {
    this.deeds.loadMore(headingId);
    void this.redraw().catch(() => {});
  }

  redrawAll(): void {
    this.changed.fire(undefined);
  }

  /** Draws what looks different from before, and no other row. */
  async redraw(): Promise<void> {
    if (this.drawn.isEmpty) return this.redrawAll(); // Nobody has looked yet.
    const asked = ++this.asked;
    const roots = await this.roots();
    const rows = await Promise.all(roots.map((root) => this.rootRow(root)));
    if (asked !== this.asked) return; // A later look sees all of this.
    const stale = this.drawn.compare(rows);
    if (stale === "all") return this.redrawAll();
    const nodes = stale.flatMap((id) => this.nodes.get(id) ?? []);
    if (nodes.length > 0) this.changed.fire(nodes);
  }

  getTreeItem(node: TimelineNode): vscode.TreeItem {
    const item = this.itemOf(node);
    if (isKnown(node)) this.drawn.noteRow(idOf(node), lookOf(item));
    return item;
  }

  private itemOf(node: TimelineNode): vscode.TreeItem {
    return rowItem(node, {
      look: this.look,
      namesFolder: this.folders.all.length > 1,
      isHere: (entry) => this.data.isHere(entry),
      isDeedHere: (row) => this.deeds.isHere(row),
      isBaseline: (session, number) => this.marks.isBaseline(session, number),
    });
  }

  async getChildren(node?: TimelineNode): Promise<TimelineNode[]> {
    const children = await this.childrenOf(node);
    if (!node || ["group", "thread", "heading"].includes(node.type))
      this.drawn.noteChildren(node ? idOf(node) : null, children.map(idOf));
    return children;
  }

  private async childrenOf(node?: TimelineNode): Promise<TimelineNode[]> {
    if (!node) return this.roots();
    switch (node.type) {
      case "group":
        return this.entries.below(node);
      case "entry":
        return this.childrenOfEntry(node);
      case "member":
        return this.changesOf(node.target, node);
      case "changeFolder":
        return this.nodesBelow(node);
      case "thread":
        return this.messageNodes(node);
      case "message":
        return this.childrenOfMessage(node);
      case "now":
        return nowChangeNodes(node, { ...this.below(node), ...this.look });
      case "heading":
        return this.deeds.below(node);
      case "deed":
        return this.childrenOfDeed(node);
      case "deedPart":
        return this.deedChanges(
          node.parent.row.members[node.index] ?? node.parent.row.members[0],
          node,
        );
      case "steps":
        return stepNodes(node.parent, node.parent.row.members[0]);
      case "moreDeeds":
      case "problem":
      case "change":
      case "moreFiles":
      case "noChange":
      case "more":
        return [];
    }
  }

  showMoreFiles({ parent }: MoreFilesNode): void {
    this.shown.set(belowId(parent), 2 * this.below(parent).shown);
    this.changed.fire([parent]);
  }

  /** Called when the pointer rests on a row. */
  async resolveTreeItem(
    item: vscode.TreeItem,
    node: TimelineNode,
  ): Promise<vscode.TreeItem> {
    if (node.type === "deed")
      item.tooltip = resolvedTooltip(node, {
        isHere: this.deeds.isHere(node.row),
        isBaseline: isBaselineRow(node, this.marks),
      });
    if (node.type === "entry")
      item.tooltip = await entryTooltip(
        node,
        {
          isHere: this.data.isHere(node.entry),
          isBaseline: isBaselineRow(node, this.marks),
        },
        timeStyle().locale,
      );
    return item;
  }

  getParent(node: TimelineNode): TimelineNode | undefined {
    return "parent" in node ? node.parent : undefined;
  }

  /** The row of a checkpoint that is loaded. */
  async find(checkpointId: string): Promise<EntryNode | DeedNode | undefined> {
    for (const root of await this.roots()) {
      const found =
        root.type === "heading"
          ? await this.deeds.find(root, checkpointId)
          : root.type === "group"
            ? this.entries.find(root, checkpointId)
            : undefined;
      if (found) return found;
    }
    return undefined;
  }

  private async roots(): Promise<TimelineNode[]> {
    const entries = this.look.isFlat ? await this.data.entries() : [];
    const rows = this.look.isFlat
      ? await this.flatRoots(entries)
      : await this.deeds.roots();
    this.forgetOldNodes(entries, rows);
    return [...this.problems(), ...rows];
  }

  private async flatRoots(entries: readonly Entry[]): Promise<TimelineNode[]> {
    const rows = await this.entries.roots(entries);
    return rows.length === 0 ? [] : [...(await this.deeds.now()), ...rows];
  }

  private async childrenOfDeed(node: DeedNode): Promise<TimelineNode[]> {
    const { members } = node.row;
    if (members.length > 1)
      return members.map((_, index) => ({
        type: "deedPart",
        index,
        parent: node,
      }));
    const files = await this.deedChanges(members[0], node);
    return members[0].deed.checkpoints.length > 1
      ? [...files, { type: "steps", parent: node }]
      : files;
  }

  private deedChanges(
    member: DeedMember,
    parent: TimelineNode,
  ): Promise<TimelineNode[]> {
    const { isTree } = this.look;
    return deedChangeNodes(member, parent, { ...this.below(parent), isTree });
  }

  private nodesBelow(node: ChangeFolderNode): TimelineNode[] {
    const nodes = nodesIn(node.folder, node, this.below(node));
    const { deed } = node;
    if (deed) for (const each of nodes) mark(each, deed.moments, deed);
    return nodes;
  }

  private forgetOldNodes(entries: Entry[], groups: TimelineNode[]): void {
    const live = [...entries, ...groups.map((node) => ({ id: idOf(node) }))];
    this.nodes.forgetAllBut(new Set(live.map(({ id }) => id)));
  }

  /** One folder alone says its problem in the welcome text instead. */
  private problems(): TimelineNode[] {
    const { all } = this.folders;
    if (all.length < 2) return [];
    return all
      .filter((session) => !isRecorded(session))
      .map((session) => ({ type: "problem", session }));
  }

  /** A topmost row as it would be drawn now, to be compared with how it was. */
  private async rootRow(node: TimelineNode): Promise<DrawnRow> {
    const below =
      node.type === "group"
        ? this.entries.below(node)
        : !this.drawn.isOpen(idOf(node))
          ? undefined
          : node.type === "thread"
            ? await this.messageNodes(node)
            : node.type === "heading"
              ? await this.deeds.below(node)
              : undefined;
    const row = this.rowOf(node);
    return below
      ? { ...row, children: below.map((each) => this.rowOf(each)) }
      : row;
  }

  private rowOf(node: TimelineNode): DrawnRow {
    return { id: idOf(node), look: () => lookOf(this.itemOf(node)) };
  }

  private async messageNodes(node: ThreadNode): Promise<MessageNode[]> {
    const messages = await messageNodes(node);
    return messages.map((message) => this.nodes.keep(message));
  }

  private async childrenOfEntry(node: EntryNode): Promise<TimelineNode[]> {
    const [only] = node.targets;
    if (node.targets.length > 1)
      return node.targets.map((target) => ({
        type: "member",
        target,
        parent: node,
      }));
    return only ? this.changesOf(only, node) : [];
  }

  private async childrenOfMessage(node: MessageNode): Promise<TimelineNode[]> {
    const { session, message, deed } = node;
    if (deed) return this.deedChanges({ session, deed }, node);
    if (!message.checkpoint) return [];
    const checkpoint = await checkpointNumbered(
      session.engine,
      message.checkpoint.number,
    );
    return checkpoint?.id === message.checkpoint.id
      ? this.changesOf({ session, checkpoint }, node)
      : [];
  }

  private async changesOf(
    target: CheckpointOf,
    parent: TimelineNode,
  ): Promise<TimelineNode[]> {
    const { session, checkpoint } = target;
    const changed = await this.data.changes.of(session, checkpoint);
    const { isTree } = this.look;
    return changeNodes(target, changed, { ...this.below(parent), isTree });
  }

  private below(parent: TimelineNode): { parent: TimelineNode; shown: number } {
    return { parent, shown: this.shown.get(belowId(parent)) ?? FIRST_SHOWN };
  }
}
