import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { ThreadMessage } from "../../../src/engine/model/thread";
import type { Folders } from "../../../src/extension/folders";
import type { ChangeRow } from "../../../src/extension/views/changeRows";
import type {
  EntryNode,
  TimelineNode,
} from "../../../src/extension/views/nodes";
import { idOf } from "../../../src/extension/views/rowIds";
import type { TimelineData } from "../../../src/extension/views/timelineData";
import { TimelineTree } from "../../../src/extension/views/timelineTree";
import { checkpoint, entry } from "./checkpoints";

describe("the files of a checkpoint as a list", () => {
  const childrenOf = async (count: number) => {
    const rows = Array.from({ length: count }, (_, i): ChangeRow => ({
      path: `${i % 2 ? "odd" : "even"}/f${i}`,
      from: null,
      status: "added",
      isUnsaved: false,
      linesAdded: null,
      linesRemoved: null,
    }));
    const data = { changes: { of: async () => ({ rows, previous: null }) } };
    const look = { grouping: "day", isTree: false } as const;
    const tree = new TimelineTree(
      { all: [] } as unknown as Folders,
      data as unknown as TimelineData,
      look,
    );
    const target = { session: {}, checkpoint: checkpoint() };
    const node = { type: "entry", entry: entry(), targets: [target] };
    const children = await tree.getChildren(node as unknown as EntryNode);
    return { tree, children };
  };

  it("are below no folder, and say which they are in", async () => {
    const { tree, children } = await childrenOf(1000);
    assert.equal(children.length, 1000);
    const [first] = children;
    assert.ok(first);
    assert.equal(tree.getTreeItem(first).description, "even");
  });

  it("are below their folders all the same where they are very many", async () => {
    const { tree, children } = await childrenOf(1001);
    assert.deepEqual(
      children.map(({ type }) => type),
      ["changeFolder", "changeFolder"],
    );
    const [file] = await tree.getChildren(children[0]);
    assert.ok(file);
    assert.equal(tree.getTreeItem(file).description, "");
  });

  it("are shown in part where one folder has very many, and more when asked for", async () => {
    const { tree, children } = await childrenOf(6000);
    const [even] = children;
    assert.ok(even);
    const first = await tree.getChildren(even);
    assert.equal(first.length, 1001);
    const more = first.at(-1);
    assert.ok(more?.type === "moreFiles");
    const item = tree.getTreeItem(more);
    assert.deepEqual(
      [item.label, item.description, item.command?.arguments],
      ["Load more", "2000 left", [more]],
    );
    const drawn: unknown[] = [];
    tree.onDidChangeTreeData((nodes) => drawn.push(nodes));
    tree.showMoreFiles(more);
    assert.deepEqual(drawn, [[even]]);
    assert.equal((await tree.getChildren(even)).length, 2001);
    tree.showMoreFiles(more);
    const all = await tree.getChildren(even);
    assert.equal(all.length, 3000);
    assert.ok(all.every(({ type }) => type === "change"));
  });
});

describe("the timeline by thread", () => {
  const at = "2026-11-16T10:00:00.000Z";
  const message = (id: string, text = id): ThreadMessage => ({
    id,
    thread: "talk",
    index: 0,
    role: "user",
    text,
    at,
    moment: 1,
    checkpoint: null,
    deleted: false,
  });
  let messages: ThreadMessage[];
  let tree: TimelineTree;
  let drawn: (TimelineNode[] | undefined)[];
  const thread = (id: string, count: number) => ({
    id,
    title: id,
    source: "codex",
    createdAt: at,
    updatedAt: at,
    messages: count,
    deletedMessages: 0,
  });
  const engine = {
    threads: async () => [thread("talk", messages.length), thread("other", 1)],
    thread: async (id: string) => ({ id, messages }),
  };
  const session = {
    folder: { name: "app", uri: vscode.Uri.file("/app") },
    state: "ready",
    engine,
  };

  /** Asks for the rows as the editor does. */
  const show = async (node?: TimelineNode): Promise<TimelineNode[]> => {
    const rows = await tree.getChildren(node);
    for (const row of rows) tree.getTreeItem(row);
    return rows;
  };

  beforeEach(async () => {
    messages = [message("one"), message("two")];
    drawn = [];
    tree = new TimelineTree(
      { all: [session] } as unknown as Folders,
      { entries: async () => [], hasMore: false } as unknown as TimelineData,
      { grouping: "thread", isTree: true },
    );
    tree.onDidChangeTreeData((nodes) => drawn.push(nodes));
    const [talk] = await show();
    await show(talk);
  });

  it("draws nothing anew where nothing looks different", async () => {
    await tree.redraw();
    assert.deepEqual(drawn, []);
  });

  it("draws a message that was taken back anew, and no other row", async () => {
    messages = [message("one"), { ...message("two"), deleted: true }];
    await tree.redraw();
    const [nodes] = drawn;
    assert.deepEqual(nodes?.map(idOf), [idOf(rowOf("two"))]);
    const [talk] = await show();
    const rows = await tree.getChildren(talk);
    assert.ok(nodes?.[0] && rows.includes(nodes[0]), "the row that is known");
  });

  it("draws the thread anew in which something was said", async () => {
    messages = [...messages, message("three")];
    await tree.redraw();
    assert.deepEqual(
      drawn.map((nodes) => nodes?.map(({ type }) => type)),
      [["thread"]],
    );
  });

  it("asks for no messages of a thread that is closed", async () => {
    const asked: string[] = [];
    engine.thread = async (id) => {
      asked.push(id);
      return { id, messages };
    };
    await tree.redraw();
    assert.deepEqual(asked, ["talk"]);
  });

  const rowOf = (id: string) =>
    ({ type: "message", session, message: message(id) }) as TimelineNode;
});
