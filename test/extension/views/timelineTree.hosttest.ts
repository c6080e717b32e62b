import assert from "node:assert/strict";
import type { Folders } from "../../../src/extension/folders";
import type { ChangeRow } from "../../../src/extension/views/changeRows";
import type { EntryNode } from "../../../src/extension/views/nodes";
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
});
