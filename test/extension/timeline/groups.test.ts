import assert from "node:assert/strict";
import {
  groupEntries,
  markPartial,
} from "../../../src/extension/timeline/groups";
import { entry } from "./checkpoints";

const now = new Date(2026, 10, 16, 12).getTime();
const context = { now, locale: "en" };
const on = (day: number): string => new Date(2026, 10, day, 9).toISOString();

describe("groups of the timeline", () => {
  it("by day are newest first and keep the order of their rows", () => {
    const groups = groupEntries(
      [
        entry({ number: 4, createdAt: on(16) }),
        entry({ number: 3, createdAt: on(16) }),
        entry({ number: 2, createdAt: on(12) }),
      ],
      "day",
      context,
    );
    assert.deepEqual(
      groups.map(({ title, isOpen, entries }) => [
        title,
        isOpen,
        entries.map((e) => e.members[0].checkpoint.number),
      ]),
      [
        ["Today", true, [4, 3]],
        ["Thursday, November 12", false, [2]],
      ],
    );
  });

  it("may have older rows that are not loaded: the last day, or any other group", () => {
    const rows = [
      entry({ number: 4, createdAt: on(16) }),
      entry({ number: 2, kind: "guard", createdAt: on(12) }),
    ];
    for (const [grouping, expected] of [
      ["day", [false, true]],
      ["kind", [true, true]],
    ] as const)
      assert.deepEqual(
        markPartial(groupEntries(rows, grouping, context), grouping).map(
          ({ isPartial }) => isPartial,
        ),
        expected,
      );
  });

  it("by day open the newest day even when it is long ago", () => {
    const [group] = groupEntries([entry({ createdAt: on(2) })], "day", context);
    assert.equal(group?.isOpen, true);
  });

  it("by kind name only kinds there are, people's own first", () => {
    const groups = groupEntries(
      [
        entry({ number: 3, kind: "guard" }),
        entry({ number: 2, kind: "automatic" }),
        entry({ number: 1, kind: "manual" }),
      ],
      "kind",
      context,
    );
    assert.deepEqual(
      groups.map(({ title }) => title),
      ["Manual", "Automatic", "Guards"],
    );
  });

  it("by branch tell a detached head and a folder without git apart", () => {
    const git = { commit: "c", dirtyFiles: [], dirtyCount: 0 };
    const groups = groupEntries(
      [
        entry({ number: 3, git: { ...git, branch: "main" } }),
        entry({ number: 2, git: { ...git, branch: null } }),
        entry({ number: 1 }),
      ],
      "branch",
      context,
    );
    assert.deepEqual(
      groups.map(({ title }) => title),
      ["main", "Detached HEAD", "Not in a git repository"],
    );
  });

  it("have ids that do not change when rows are added", () => {
    const rows = [entry({ number: 1, createdAt: on(16) })];
    const before = groupEntries(rows, "day", context)[0]?.id;
    const more = [entry({ number: 2, createdAt: on(16) }), ...rows];
    assert.equal(groupEntries(more, "day", context)[0]?.id, before);
  });
});
