import * as vscode from "vscode";
import type { FolderSession, Folders } from "../session/folders";
import type { Entry } from "./entries";
import { groupEntries, markPartial, type Group, type Grouping } from "./groups";
import type { KnownNodes } from "./nodeCache";
import type { EntryNode, GroupNode, TimelineNode } from "./nodes";
import type { Look } from "./rowItem";
import { threadNodes } from "./threadNodes";
import type { TimelineData } from "./timelineData";
import { timeStyle } from "./viewSettings";

/** The rows of the timeline when every checkpoint has one: groups of the loaded checkpoints. */
export class EntryRows {
  constructor(
    private readonly folders: Folders,
    private readonly data: TimelineData,
    private readonly nodes: KnownNodes,
    private readonly look: Look,
  ) {}

  async roots(entries: readonly Entry[]): Promise<TimelineNode[]> {
    const { grouping } = this.look;
    const groups =
      grouping === "thread"
        ? await this.threadRoots(entries)
        : this.groups(entries, grouping).map((group) =>
            this.nodes.keep({ type: "group", group }),
          );
    if (!this.data.hasMore) return groups;
    const { round, remaining } = this.data;
    return [
      ...groups,
      { type: "more", page: `${round}/${remaining}`, remaining },
    ];
  }

  private groups(
    entries: readonly Entry[],
    grouping: Exclude<Grouping, "thread">,
  ): Group[] {
    const groups = groupEntries(entries, grouping, timeStyle());
    return this.data.hasMore ? markPartial(groups, grouping) : groups;
  }

  below(node: GroupNode): EntryNode[] {
    return node.group.entries.map((entry) => this.entryNode(entry, node));
  }

  /** The row below a group that has this checkpoint. */
  find(group: GroupNode, checkpointId: string): EntryNode | undefined {
    const found = group.group.entries.find(({ members }) =>
      members.some(({ checkpoint }) => checkpoint.id === checkpointId),
    );
    return found && this.entryNode(found, group);
  }

  private async threadRoots(
    entries: readonly Entry[],
  ): Promise<TimelineNode[]> {
    const threads = (await threadNodes(this.folders)).map((thread) =>
      this.nodes.keep(thread),
    );
    const rest = entries.filter(
      ({ members }) => members[0].checkpoint.thread === null,
    );
    if (rest.length === 0) return threads;
    const group = {
      id: "nothread",
      title: vscode.l10n.t("Not part of a conversation"),
      tooltip: null,
      isOpen: threads.length === 0,
      isPartial: this.data.hasMore,
      entries: rest,
    };
    return [...threads, this.nodes.keep({ type: "group", group })];
  }

  private entryNode(entry: Entry, parent: GroupNode): EntryNode {
    const targets = entry.members.flatMap(({ folder, checkpoint }) => {
      const session = this.session(folder);
      return session ? [{ session, checkpoint }] : [];
    });
    return this.nodes.keep({ type: "entry", entry, targets, parent });
  }

  private session(folder: string): FolderSession | undefined {
    return this.folders.all.find(
      (session) => session.folder.uri.toString() === folder,
    );
  }
}
