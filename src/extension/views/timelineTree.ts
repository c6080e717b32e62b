import * as vscode from "vscode";
import type { FolderSession, Folders } from "../folders";
import { changeNodes, FIRST_SHOWN, nodesIn } from "./changeNodes";
import { Drawn, type DrawnRow } from "./drawn";
import type { Entry } from "./entries";
import { groupEntries } from "./groups";
import { isKnown, KnownNodes } from "./knownNodes";
import type {
  CheckpointOf,
  EntryNode,
  GroupNode,
  MessageNode,
  MoreFilesNode,
  ThreadNode,
  TimelineNode,
} from "./nodes";
import { belowId, idOf, lookOf } from "./rowIds";
import { isRecorded } from "./recorded";
import { rowItem, type Look } from "./rowItem";
import { messageNodes, threadNodes } from "./threadNodes";
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

  constructor(
    private readonly folders: Folders,
    private readonly data: TimelineData,
    readonly look: Look,
  ) {}

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
      here: (entry) => this.data.here(entry),
    });
  }

  async getChildren(node?: TimelineNode): Promise<TimelineNode[]> {
    const children = await this.childrenOf(node);
    if (!node || node.type === "group" || node.type === "thread")
      this.drawn.noteChildren(node ? idOf(node) : null, children.map(idOf));
    return children;
  }

  private async childrenOf(node?: TimelineNode): Promise<TimelineNode[]> {
    if (!node) return this.roots();
    switch (node.type) {
      case "group":
        return this.entryNodes(node);
      case "entry":
        return this.childrenOfEntry(node);
      case "member":
        return this.changesOf(node.target, node);
      case "changeFolder":
        return nodesIn(node.folder, node, this.below(node));
      case "thread":
        return this.messageNodes(node);
      case "message":
        return this.childrenOfMessage(node);
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
  resolveTreeItem(item: vscode.TreeItem, node: TimelineNode): vscode.TreeItem {
    if (node.type === "entry")
      item.tooltip = entryTooltip(
        node,
        this.data.here(node.entry),
        timeStyle().locale,
      );
    return item;
  }

  getParent(node: TimelineNode): TimelineNode | undefined {
    return "parent" in node ? node.parent : undefined;
  }

  /** The row of a checkpoint that is loaded. */
  async find(checkpointId: string): Promise<EntryNode | undefined> {
    for (const root of await this.roots())
      if (root.type === "group")
        for (const entry of root.group.entries)
          if (entry.members.some((m) => m.checkpoint.id === checkpointId))
            return this.entryNode(entry, root);
    return undefined;
  }

  private async roots(): Promise<TimelineNode[]> {
    const entries = await this.data.entries();
    const problems = this.problems();
    const groups =
      this.look.grouping === "thread"
        ? await this.threadRoots(entries)
        : groupEntries(entries, this.look.grouping, timeStyle()).map((group) =>
            this.nodes.keep({ type: "group", group }),
          );
    const more: TimelineNode[] = this.data.hasMore
      ? [
          {
            type: "more",
            page: `${this.data.round}/${this.data.remaining}`,
            remaining: this.data.remaining,
          },
        ]
      : [];
    this.forgetOldNodes(entries, groups);
    return [...problems, ...groups, ...more];
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

  private async threadRoots(entries: Entry[]): Promise<TimelineNode[]> {
    const threads = (await threadNodes(this.folders)).map((thread) =>
      this.nodes.keep(thread),
    );
    const rest = entries.filter(
      ({ members }) => members[0].checkpoint.thread === null,
    );
    if (rest.length === 0) return threads;
    const title = vscode.l10n.t("Outside any thread");
    const isOpen = threads.length === 0;
    return [
      ...threads,
      this.nodes.keep({
        type: "group",
        group: {
          id: "nothread",
          title,
          tooltip: null,
          isOpen,
          entries: rest,
        },
      }),
    ];
  }

  /** A topmost row as it would be drawn now, to be compared with how it was. */
  private async rootRow(node: TimelineNode): Promise<DrawnRow> {
    const below =
      node.type === "group"
        ? this.entryNodes(node)
        : node.type === "thread" && this.drawn.isOpen(idOf(node))
          ? await this.messageNodes(node)
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

  private entryNodes(node: GroupNode): EntryNode[] {
    return node.group.entries.map((entry) => this.entryNode(entry, node));
  }

  private entryNode(entry: Entry, parent: GroupNode): EntryNode {
    const targets = entry.members.flatMap(({ folder, checkpoint }) => {
      const session = this.session(folder);
      return session ? [{ session, checkpoint }] : [];
    });
    return this.nodes.keep({ type: "entry", entry, targets, parent });
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
    const { session, message } = node;
    if (!message.checkpoint) return [];
    const { checkpoints } = await session.engine.list({
      before: message.checkpoint.number + 1,
      limit: 1,
    });
    const [checkpoint] = checkpoints;
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

  private session(folder: string): FolderSession | undefined {
    return this.folders.all.find(
      (session) => session.folder.uri.toString() === folder,
    );
  }
}
