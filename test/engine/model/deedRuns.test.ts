import assert from "node:assert/strict";
import type { DeedPoint } from "../../../src/engine/model/deedFacts";
import { DeedList } from "../../../src/engine/model/deedList";
import { DeedRuns } from "../../../src/engine/model/deedRuns";

const MINUTE_MS = 60_000;

describe("runs of edits", () => {
  let deeds: DeedList;
  let runs: DeedRuns;
  let n: number;

  beforeEach(() => {
    deeds = new DeedList();
    runs = new DeedRuns(deeds);
    n = 1;
  });

  const edit = (source: string, minute: number): void => {
    runs.addMoment({ n: ++n, atMs: minute * MINUTE_MS, source, thread: null });
  };
  const moments = () =>
    deeds.all.map(({ kind, author, moments }) => [kind, author, ...moments]);

  it("end after half an hour without a change of their author", () => {
    for (const minute of [0, 30, 61]) {
      edit("editor", minute);
      runs.flush();
    }
    assert.deepEqual(moments(), [
      ["edits", "editor", 2, 3],
      ["edits", "editor", 4],
    ]);
  });

  it("end when somebody else is at work", () => {
    for (const author of ["editor", "outside", "editor"]) {
      edit(author, 0);
      runs.flush();
    }
    assert.deepEqual(moments(), [
      ["edits", "editor", 2],
      ["edits", "outside", 3],
      ["edits", "editor", 4],
    ]);
  });

  it("are caused by the guarded command if they begin within ten minutes", () => {
    for (const [minute, later] of [
      [0, 10],
      [20, 31],
    ] as const) {
      runs.addGuard(guard(minute));
      edit("outside", later);
      runs.flush();
    }
    assert.deepEqual(
      deeds.all.map(({ command, points }) => [command, points.length]),
      [
        ["make", 1],
        [null, 1],
      ],
    );
  });

  it("have the author with the most moments as the main one, of equals the later", () => {
    assert.equal(runs.mainAuthor, undefined);
    for (const author of ["editor", "outside"]) edit(author, 0);
    assert.equal(runs.mainAuthor, "outside");
    edit("editor", 1);
    assert.equal(runs.mainAuthor, "editor");
  });

  it("give all but git's moments to a checkpoint that has them all", () => {
    for (const author of ["outside", "git", "editor", "outside"])
      edit(author, 0);
    const { author, moments: taken } = runs.takeAll();
    assert.deepEqual(
      [author, ...taken.map((moment) => moment.n)],
      ["outside", 2, 4, 5],
    );
    assert.deepEqual(moments(), [["git", "git", 3]]);
  });
});

function guard(minute: number): DeedPoint {
  return {
    ...{ id: `g${minute}`, number: minute, moment: 1, kind: "guard" },
    ...{ source: "cli", thread: null, message: null },
    ...{ atMs: minute * MINUTE_MS, added: 0, modified: 0, deleted: 0 },
    command: "make",
    isOfEarlier: false,
  };
}
