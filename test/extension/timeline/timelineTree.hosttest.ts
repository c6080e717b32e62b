import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Engine } from "../../../src/engine/api";
import type { ThreadMessage } from "../../../src/engine/model/thread";
import type { Folders } from "../../../src/extension/session/folders";
import type { ChangeRow } from "../../../src/extension/timeline/changeRows";
import type {
  EntryNode,
  TimelineNode,
} from "../../../src/extension/timeline/nodes";
import { noCheckpoint } from "../../../src/extension/timeline/currentCheckpoint";
import { idOf } from "../../../src/extension/timeline/rowIds";
import { TimelineData } from "../../../src/extension/timeline/timelineData";
import { afterTime } from "../../../src/extension/timeline/timeColumn";
import { TimelineTree } from "../../../src/extension/timeline/timelineTree";
import { TempWorkspace } from "../../helpers/tempWorkspace";
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
    const look = { grouping: "day", isTree: false, isFlat: true } as const;
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

describe("the timeline at midnight", () => {
  const { now } = Date;
  afterEach(() => (Date.now = now));

  it("calls today yesterday, and redraws that heading", async () => {
    const [evening, morning] = [
      new Date(2026, 10, 16, 23, 59, 50),
      new Date(2026, 10, 17, 0, 0, 40),
    ];
    const made = { ...entry(), at: evening.toISOString() };
    const tree = new TimelineTree(
      { all: [] } as unknown as Folders,
      {
        entries: async () => [made],
        findAll: async () => {},
        hasMore: false,
        isHere: () => false,
      } as unknown as TimelineData,
      { grouping: "day", isTree: true, isFlat: true },
    );
    const headings = async () =>
      (await tree.getChildren()).map((node) => tree.getTreeItem(node).label);
    Date.now = () => evening.getTime();
    assert.deepEqual(await headings(), ["Today"]);
    const drawn: (string[] | undefined)[] = [];
    tree.onDidChangeTreeData((nodes) =>
      drawn.push(nodes?.map(({ type }) => type)),
    );
    await tree.redraw();
    assert.equal(drawn.length, 0);
    Date.now = () => morning.getTime();
    await tree.redraw();
    assert.deepEqual(drawn, [["group"]]);
    assert.deepEqual(await headings(), ["Yesterday"]);
  });
});

describe("the first rows of the timeline", () => {
  let workspace: TempWorkspace;
  let engine: Engine;
  let asked: string[];
  let tree: TimelineTree;
  let data: TimelineData;

  beforeEach(async () => {
    workspace = new TempWorkspace({ "a.txt": "one\n" });
    engine = await workspace.open();
    for (let n = 1; n <= 60; n++) engine.checkpoint({ name: `step ${n}` });
    asked = [];
    // As the worker's client: each verb answers later.
    const client = new Proxy(engine, {
      get:
        (_, verb: keyof Engine) =>
        async (...args: unknown[]) => {
          asked.push(verb);
          return (engine[verb] as (...all: unknown[]) => unknown)(...args);
        },
    });
    const nothing = () => ({ dispose() {} });
    const session = {
      folder: { name: "work", uri: vscode.Uri.file(workspace.root) },
      ...{ state: "ready", engine: client, onDidChangeState: nothing },
    };
    const folders = {
      all: [session],
      ...{ onDidChange: nothing, onDidChangeFolders: nothing },
    } as unknown as Folders;
    data = new TimelineData(folders, (error) => assert.fail(String(error)));
    tree = new TimelineTree(folders, data, {
      ...{ grouping: "day", isTree: true, isFlat: false },
    });
  });
  afterEach(() => {
    tree.dispose();
    data.dispose();
    workspace.dispose();
  });

  const shown = async () => {
    const heading = (await tree.getChildren()).find(
      ({ type }) => type === "heading",
    );
    const rows = await tree.getChildren(heading);
    return rows.map((row) => {
      const { label, description } = tree.getTreeItem(row);
      return [idOf(row), label, description];
    });
  };

  it("are asked for once, and are those that are asked for later", async () => {
    const first = await shown();
    const pages = () => asked.filter((verb) => verb === "deeds").length;
    // One for the row of the current files, one for the page.
    assert.equal(pages(), 2);
    assert.equal(first.length, 51);
    assert.equal(first[0]?.[1], afterTime("now", "step 60"));
    assert.deepEqual(await shown(), first);
  });

  it("are asked for again if something happened since", async () => {
    await tree.getChildren();
    engine.checkpoint({ name: "step 61" });
    data.reload();
    assert.equal((await shown())[0]?.[1], afterTime("now", "step 61"));
    assert.equal((await shown()).length, 51);
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
    deeds: async () => ({ deeds: [], next: null, total: 0 }),
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
      {
        entries: async () => [],
        hasMore: false,
        findAll: async () => {},
        currentCheckpoint: () => noCheckpoint,
      } as unknown as TimelineData,
      { grouping: "thread", isTree: true, isFlat: true },
    );
    tree.onDidChangeTreeData((nodes) => drawn.push(nodes));
    const [now, talk] = await show();
    assert.equal(now?.type, "now");
    await show(talk);
  });

  it("redraws nothing if nothing looks different", async () => {
    await tree.redraw();
    assert.deepEqual(drawn, []);
  });

  it("redraws a message that was deleted, and no other row", async () => {
    messages = [message("one"), { ...message("two"), deleted: true }];
    await tree.redraw();
    const [nodes] = drawn;
    assert.deepEqual(nodes?.map(idOf), [idOf(rowOf("two"))]);
    const [, talk] = await show();
    const rows = await tree.getChildren(talk);
    assert.ok(nodes?.[0] && rows.includes(nodes[0]), "the row that is known");
  });

  it("redraws the conversation in which something was said", async () => {
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
    ({
      type: "message",
      session,
      message: message(id),
    }) as unknown as TimelineNode;
});
