import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Checkpoint } from "../../../src/engine/model/checkpoint";
import type { Thread, ThreadMessage } from "../../../src/engine/model/thread";
import type {
  Folders,
  FolderSession,
} from "../../../src/extension/session/folders";
import type { TimelineData } from "../../../src/extension/timeline/timelineData";
import { TimelineTree } from "../../../src/extension/timeline/timelineTree";
import type {
  EntryNode,
  Previous,
} from "../../../src/extension/timeline/nodes";
import {
  changeFolderItem,
  changeItem,
} from "../../../src/extension/timeline/changeItems";
import {
  messageItem,
  threadItem,
} from "../../../src/extension/timeline/threadItems";
import { authorIcon } from "../../../src/extension/timeline/authors";
import {
  entryItem,
  entryTooltip,
  groupItem,
  memberItem,
} from "../../../src/extension/timeline/timelineItems";
import { checkpoint, entry } from "./checkpoints";

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
const session = {
  folder: { name: "app", uri: vscode.Uri.file("/app") },
} as FolderSession;
const changed = (modified: number) => ({
  filesChanged: { added: 0, modified, deleted: 0 },
});

function entryNode(...given: Partial<Checkpoint>[]): EntryNode {
  return {
    type: "entry",
    entry: entry(...given),
    targets: [],
    parent: undefined,
  };
}

describe("a row of the timeline", () => {
  const entryState = (...given: Partial<Checkpoint>[]) =>
    entryItem(entryNode(...given), false, {
      time: { now: Date.now(), locale: "en", format: "relative" },
      underDay: false,
      isBaseline: false,
      namesFolder: false,
    }).collapsibleState;
  const memberState = (given: Partial<Checkpoint>) =>
    memberItem({
      type: "member",
      target: { session, checkpoint: checkpoint(given) },
      parent: entryNode({}, {}),
    }).collapsibleState;

  it("opens where there is something below it", () => {
    for (const state of [entryState, memberState]) {
      assert.equal(state(changed(1)), Collapsed);
      assert.equal(state({ unsaved: 1 }), Collapsed);
      assert.equal(state({}), None);
    }
    assert.equal(entryState({}, {}), Collapsed, "its folders are below");
  });

  it("that turns out to have nothing below says so", async () => {
    const changes = { of: async () => ({ rows: [], previous: null }) };
    const tree = new TimelineTree(
      { all: [session] } as unknown as Folders,
      { changes } as unknown as TimelineData,
      { grouping: "day", isTree: true, isFlat: true },
    );
    const targets = [{ session, checkpoint: checkpoint({ unsaved: 1 }) }];
    const [row, ...others] = await tree.getChildren({
      ...entryNode({ unsaved: 1 }),
      targets,
    });
    assert.ok(row);
    assert.equal(tree.getTreeItem(row).label, "No files changed");
    assert.deepEqual(others, []);
  });

  it("for a group of which older checkpoints are not loaded claims no exact number", () => {
    const item = (isPartial: boolean) =>
      groupItem({
        type: "group",
        group: {
          ...{ id: "day:1", title: "Today", tooltip: null, isOpen: true },
          ...{ isPartial, entries: [entry(), entry()] },
        },
      });
    assert.equal(item(false).description, "2");
    assert.equal(item(true).description, "2+");
    assert.equal(
      item(true).accessibilityInformation?.label,
      "Today, 2 checkpoints, older ones are not loaded",
    );
  });

  it("for a group of an author has the author's icon", () => {
    const iconOf = (id: string) => {
      const group = { id, title: "", tooltip: null, isOpen: true, entries: [] };
      return groupItem({ type: "group", group }).iconPath;
    };
    assert.deepEqual(iconOf("agent:codex"), authorIcon("codex"));
    assert.equal(iconOf("day:2026-11-16"), undefined);
  });

  it("for a checkpoint of a conversation says whether it starts or ends the turn", async () => {
    const messages = [
      { id: "m1", role: "user" },
      { id: "m2", role: "agent" },
    ];
    const asked = {
      ...session,
      engine: { thread: async () => ({ messages }) },
    } as unknown as FolderSession;
    const tooltip = async (message: string) => {
      const of = { kind: "automatic", source: "codex", thread: "t", message };
      const made = checkpoint(of as Partial<Checkpoint>);
      const targets = [{ session: asked, checkpoint: made }];
      const node = { ...entryNode(of as Partial<Checkpoint>), targets };
      return (await entryTooltip(node, {}, "en")).value;
    };
    assert.match(await tooltip("m1"), /: Start of a Codex turn/);
    assert.match(await tooltip("m2"), /: End of a Codex turn/);
  });

  const folderItem = (listed: number) =>
    changeFolderItem(
      {
        type: "changeFolder",
        target: { session, checkpoint: checkpoint() },
        listed,
        folder: { path: "src", name: "src", folders: [], files: [] },
        previous: null,
        parent: entryNode(),
      },
      "id",
    );

  it("for a folder of changed files is open, but not among many files", () => {
    assert.equal(folderItem(100).collapsibleState, Expanded);
    assert.equal(folderItem(100).description, undefined);
    assert.equal(folderItem(101).collapsibleState, Collapsed);
    assert.equal(folderItem(101).description, "0 files");
  });

  const fileValue = (previous: Previous) =>
    changeItem(
      {
        type: "change",
        target: { session, checkpoint: checkpoint() },
        change: {
          ...{ path: "a.txt", from: null, status: "added", isUnsaved: false },
          ...{ linesAdded: null, linesRemoved: null },
        },
        previous,
        parent: entryNode(),
      },
      "id",
      false,
    ).contextValue;

  it("for a file tells its menu whether there is a checkpoint before", () => {
    assert.equal(fileValue({ moment: 1, number: 1 }), "change added disk");
    assert.equal(fileValue(null), "change added disk first");
  });

  it("for a thread says which folder it is of, where there are several", () => {
    const thread = {
      ...{ id: "talk", source: "claude-code", title: "Tea" },
      ...{ updatedAt: "2026-11-16T10:00:00.000Z" },
      ...{ messages: 3, deletedMessages: 1 },
    } as Thread;
    const item = (namesFolder: boolean) =>
      threadItem(
        { type: "thread", session, thread },
        { now: Date.now(), locale: "en", format: "relative" },
        namesFolder,
      );
    const spoken = (namesFolder: boolean) =>
      item(namesFolder).accessibilityInformation?.label;
    assert.match(
      `${item(true).description}`,
      /^app · 2 messages · Claude Code$/,
    );
    const said = /^Conversation “Tea”, Claude Code, 2 messages, /;
    assert.match(`${spoken(false)}`, said);
    assert.match(`${spoken(true)}`, /, 2 messages, app, /);
    assert.match(`${item(false).description}`, /^2 messages · Claude Code$/);
  });

  it("for a prompt shows as much of it as the row of its turn, and speaks all of it", () => {
    const prompt =
      "Refactor the router to async and keep the old callbacks working";
    const time = { now: Date.now(), locale: "en", format: "relative" } as const;
    const at = new Date(time.now - 120_000).toISOString();
    const thread = {
      ...{ id: "talk", source: "codex", title: prompt, updatedAt: at },
      ...{ messages: 1, deletedMessages: 0 },
    } as Thread;
    const parent = { type: "thread", session, thread } as const;
    const message = {
      ...{ id: "m", thread: "talk", index: 0, role: "user", text: prompt },
      ...{ at, moment: 1, checkpoint: null, deleted: false },
    } as ThreadMessage;
    for (const item of [
      threadItem(parent, time, false),
      messageItem(
        { type: "message", session, message, deed: null, parent },
        time,
      ),
    ]) {
      assert.equal(item.label, "\u20072m\u2002Refactor the router to…");
      assert.ok(item.accessibilityInformation?.label.includes(prompt));
    }
  });
});
