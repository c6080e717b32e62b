import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Deed } from "../../../src/engine/api";
import type { Thread, ThreadMessage } from "../../../src/engine/model/thread";
import type { DeletedFile } from "../../../src/engine/model/version";
import type { FolderSession } from "../../../src/extension/session/folders";
import type { ChangeRow } from "../../../src/extension/timeline/changeRows";
import type {
  DeedNode,
  EntryNode,
  HeadingNode,
  ThreadNode,
  TimelineNode,
} from "../../../src/extension/timeline/nodes";
import { rowItem } from "../../../src/extension/timeline/rowItem";
import { Review, reviewFiles } from "../../../src/extension/restore/review";
import {
  reviewItem,
  type ReviewNode,
} from "../../../src/extension/restore/reviewRows";
import { moreItem } from "../../../src/extension/timeline/timelineItems";
import { plan, write } from "../../wording/plans";
import {
  deletedFolderItem,
  deletedItem,
} from "../../../src/extension/deletedFiles/deletedFilesView";
import { checkpoint, entry } from "./checkpoints";

const at = "2026-11-16T10:00:00.000Z";
/** How a screen reader says that time here, whatever the time zone. */
const WHEN = /Nov(ember)? 16|16 Nov/;

const session = {
  folder: { name: "app", uri: vscode.Uri.file("/app"), index: 0 },
  problem: { message: "The disk is full." },
  state: "failed",
} as unknown as FolderSession;
const target = { session, checkpoint: checkpoint({ number: 7 }) };
const change: ChangeRow = {
  ...{ path: "src/a.ts", from: null, status: "modified", isUnsaved: false },
  ...{ linesAdded: 3, linesRemoved: 1 },
};

function deed(given: Partial<Deed> = {}): Deed {
  return {
    ...{ id: "d", kind: "turn", author: "claude-code", title: "Add a cart" },
    ...{
      startedAt: at,
      at,
      files: 2,
      deleted: 0,
      paths: ["src/a.ts", "src/b.ts"],
    },
    ...{ lines: { added: 3, removed: 1 }, rename: null, restore: null },
    ...{ thread: "t", message: "m", before: 3, after: 5 },
    ...{ checkpoint: checkpoint({ number: 7 }), isOpen: false },
    checkpoints: [],
    verdicts: [],
    ...given,
  };
}

function deedNode(...given: Partial<Deed>[]): DeedNode {
  const [first, ...rest] = (given.length > 0 ? given : [{}]).map((each) => ({
    session,
    deed: deed(each),
  }));
  assert.ok(first);
  const row = { id: "row", members: [first, ...rest] as const };
  return { type: "deed", row, parent: heading };
}

const heading: HeadingNode = {
  type: "heading",
  heading: { id: "day:1", key: "1", count: 12, latestAt: at, title: null },
  title: "Today",
  isOpen: true,
};
const entryNode: EntryNode = {
  type: "entry",
  entry: entry({
    ...{ number: 7, name: "before the refactoring", source: "codex" },
    filesChanged: { added: 1, modified: 1, deleted: 0 },
  }),
  targets: [target],
  parent: undefined,
};
const threadNode: ThreadNode = {
  type: "thread",
  session,
  thread: {
    ...{ id: "t", source: "claude-code", title: "Tea", updatedAt: at },
    ...{ messages: 3, deletedMessages: 1 },
  } as Thread,
};
const message = {
  ...{ id: "m", thread: "t", role: "user", text: "Add a cart", at },
  ...{ deleted: false, moment: 3, index: 0, checkpoint: null },
} as unknown as ThreadMessage;

/** A row of every kind, and what its label must say: what, who, when, how many. */
const rows: Record<TimelineNode["type"], [TimelineNode, ...RegExp[]]> = {
  now: [
    {
      type: "now",
      session,
      now: { since: checkpoint(), name: "“Tea”", rows: [change] },
    },
    ...[/^Now: 1 file changed/, /since “Tea”/, /3 lines added/],
  ],
  heading: [heading, /^Today/, /12 entries/],
  deed: [
    deedNode(),
    ...[/^Add a cart, turn/, /Claude Code/, WHEN, /2 files/],
    /3 lines added, 1 line removed/,
  ],
  deedPart: [
    { type: "deedPart", index: 0, parent: deedNode({}, {}) },
    ...[/^app, workspace folder/, /2 files/],
  ],
  steps: [
    {
      type: "steps",
      parent: deedNode({
        checkpoints: [1, 2].map((number) => ({
          ...{ id: `${number}`, number, name: null, createdAt: at },
          kind: "automatic" as const,
        })),
      }),
    },
    ...[/^2 checkpoints/, /Add a cart/],
  ],
  moreDeeds: [
    { type: "moreDeeds", heading: heading.heading, remaining: 40 },
    /^Load more, 40 older/,
  ],
  group: [
    {
      type: "group",
      group: {
        ...{ id: "day:1", title: "Today", tooltip: null, isOpen: true },
        entries: [entry(), entry()],
      },
    },
    ...[/^Today/, /2 checkpoints/],
  ],
  entry: [
    entryNode,
    ...[/^before the refactoring, number 7, /, /Codex/, WHEN, /2 files/],
  ],
  member: [
    { type: "member", target, parent: entryNode },
    ...[/^app, workspace folder, number 7/, /0 files/],
  ],
  changeFolder: [
    {
      ...{ type: "changeFolder", target, previous: null, parent: entryNode },
      folder: { path: "src", name: "src", folders: [], files: [change] },
      listed: 1,
    },
    ...[/^src, folder/, /1 file$/],
  ],
  change: [
    { type: "change", target, change, previous: null, parent: entryNode },
    ...[/^a\.ts, Modified/, /3 lines added, 1 line removed/, /src$/],
  ],
  moreFiles: [
    { type: "moreFiles", remaining: 200, parent: entryNode },
    /^Load more files, 200 left/,
  ],
  noChange: [{ type: "noChange", parent: entryNode }, /^No files changed$/],
  thread: [
    threadNode,
    ...[/^Conversation “Tea”/, /Claude Code/, /2 messages/, WHEN],
  ],
  message: [
    { type: "message", session, message, deed: deed(), parent: threadNode },
    ...[/^You, Add a cart/, WHEN, /2 files/, /3 lines added/],
  ],
  more: [{ type: "more", page: "1", remaining: 40 }, /^Load more, 40 older/],
  problem: [{ type: "problem", session }, /^app: The disk is full\.$/],
};

/** Each kind of deed, and what its label begins with. */
const deeds: Record<Deed["kind"], [Partial<Deed>, RegExp]> = {
  turn: [{}, /^Add a cart, turn, Claude Code, /],
  edits: [
    { author: "editor", title: null, files: 1 },
    /^a\.ts, edits, You, .*1 file, /,
  ],
  rename: [
    {
      ...{ author: "outside", title: null, files: 300, lines: null },
      rename: { from: "src/locales", to: "src/i18n" },
    },
    /^Renamed locales → i18n \(300 files\), rename, Outside the editor, /,
  ],
  git: [
    { author: "git", title: "git stash", files: 712, lines: null },
    /^git stash \(712 files\), git operation, Git, /,
  ],
  restore: [
    {
      ...{ author: "editor", title: null },
      restore: {
        ...{ id: "r", verb: "restore", target: "#17", before: null },
        ...{ paths: [], state: "undone" },
      },
    },
    /^Restored to #17, restore, You, .*undone/,
  ],
  named: [
    { author: "editor", title: "Cart works" },
    /^Cart works, checkpoint, You, /,
  ],
  session: [
    { author: "editor", title: null, files: 0 },
    /^Session start, session, You, /,
  ],
  guard: [
    { author: "codex", title: "Before rm -rf build" },
    /^Before rm -rf build, guard checkpoint, Codex, /,
  ],
};

describe("what a screen reader says of", () => {
  const look = { grouping: "day", isTree: true, isFlat: false } as const;
  const labelOf = (node: TimelineNode): string =>
    rowItem(node, {
      look,
      namesFolder: false,
      isHere: () => false,
      isDeedHere: () => false,
      isBaseline: () => false,
    }).accessibilityInformation?.label ?? "";

  for (const [type, [node, ...parts]] of Object.entries(rows))
    it(`a row of the kind ${type}`, () => {
      for (const part of parts) assert.match(labelOf(node), part);
    });

  for (const [kind, [given, label]] of Object.entries(deeds))
    it(`a deed of the kind ${kind}`, () => {
      const node = deedNode({ ...given, kind: kind as Deed["kind"] });
      assert.match(labelOf(node), label);
      assert.match(labelOf(node), WHEN);
    });

  it("an outside command's changes", () => {
    const node = deedNode({
      ...{ kind: "edits", author: "outside", title: "npm install", files: 3 },
    });
    assert.match(labelOf(node), /^npm install: 3 files, edits, /);
  });

  it("the row that the workspace is at, and the baseline", () => {
    const { id, name } = target.checkpoint;
    const own = { ...{ id, number: 7, name }, kind: "manual" } as const;
    for (const node of [deedNode({ checkpoints: [own] }), entryNode]) {
      const item = rowItem(node, {
        look,
        namesFolder: true,
        isHere: () => true,
        isDeedHere: () => true,
        isBaseline: (of, number) => of === session && number === 7,
      });
      const label = item.accessibilityInformation?.label ?? "";
      assert.match(label, /, (app|folder0), .*baseline, you are here$/);
      assert.match(`${item.contextValue}`, / baseline$/);
    }
  });

  it("the row that loads more versions of a file, whose number is not known", () => {
    const more = { type: "more", page: "1", remaining: 0 } as const;
    const item = moreItem("history", more);
    assert.equal(item.accessibilityInformation?.label, "Load more");
  });

  it("the files and the changes under review, and their checkboxes", () => {
    const files = reviewFiles(session, {
      ...plan({
        writes: [write("src/a.ts", "replace")],
        changedByOthers: [{ path: "src/a.ts", sources: ["codex"] }],
      }),
      id: "p",
    });
    const [file] = files;
    assert.ok(file);
    const hunk = { line: 12, removed: 1, added: 3, text: "total()" };
    const spoken = (node: ReviewNode) => {
      const item = reviewItem(node, new Review(files), false);
      const { checkboxState: box } = item;
      assert.ok(typeof box === "object");
      return [
        item.accessibilityInformation?.label,
        box.accessibilityInformation?.label,
      ];
    };
    assert.deepEqual(spoken({ type: "reviewFile", file }), [
      "src/a.ts, will be replaced, newer changes by Codex",
      "Restore src/a.ts",
    ]);
    assert.deepEqual(spoken({ type: "reviewHunk", file, index: 0, hunk }), [
      "line 12, +3 −1, total()",
      "Restore the change at line 12",
    ]);
  });

  it("deleted files and their folders", () => {
    const file = {
      ...{ path: "docs/setup.md", deletedAt: at, source: "codex" },
      ...{ sizeBytes: 10 },
    } as DeletedFile;
    const node = { type: "deleted", session, file } as const;
    const spoken = (item: vscode.TreeItem) =>
      item.accessibilityInformation?.label ?? "";
    assert.match(
      spoken(deletedItem(node)),
      /^docs\/setup\.md, deleted .+, Codex$/,
    );
    const folder = { path: "docs", name: "docs", folders: [], files: [node] };
    const below = { type: "deletedFolder", session, folder } as const;
    assert.match(
      spoken(deletedFolderItem(below)),
      /^docs, folder, 1 file deleted, the last ./,
    );
  });
});
