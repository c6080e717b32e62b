import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Checkpoint } from "../../../src/engine/model/checkpoint";
import type { Folders, FolderSession } from "../../../src/extension/folders";
import type { TimelineData } from "../../../src/extension/views/timelineData";
import { TimelineTree } from "../../../src/extension/views/timelineTree";
import type { EntryNode } from "../../../src/extension/views/nodes";
import {
  changeFolderItem,
  entryItem,
  memberItem,
} from "../../../src/extension/views/timelineItems";
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
    entryItem(entryNode(...given), null, {
      time: { now: Date.now(), locale: "en", format: "relative" },
      underDay: false,
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
      { grouping: "day", isTree: true },
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

  const folderItem = (files: number) =>
    changeFolderItem(
      {
        type: "changeFolder",
        target: { session, checkpoint: checkpoint(changed(files)) },
        folder: { path: "src", name: "src", folders: [], files: [] },
        previous: null,
        parent: entryNode(),
      },
      "id",
    );

  it("for a folder of changed files is open, but not in a large checkpoint", () => {
    assert.equal(folderItem(100).collapsibleState, Expanded);
    assert.equal(folderItem(100).description, undefined);
    assert.equal(folderItem(101).collapsibleState, Collapsed);
    assert.equal(folderItem(101).description, "0 files");
  });
});
