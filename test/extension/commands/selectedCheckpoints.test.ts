import assert from "node:assert/strict";
import {
  pairsOf,
  selectedCheckpoints,
} from "../../../src/extension/commands/selectedCheckpoints";
import type { FolderSession } from "../../../src/extension/session/folders";
import type {
  ChangeNode,
  CheckpointOf,
  EntryNode,
  TimelineNode,
} from "../../../src/extension/timeline/nodes";
import { checkpoint, entry } from "../timeline/checkpoints";

describe("the checkpoints of a selection", () => {
  const app = {} as FolderSession;
  const lib = {} as FolderSession;
  const of = (session: FolderSession, number: number): CheckpointOf => ({
    session,
    checkpoint: checkpoint({ number }),
  });
  const row = (...targets: CheckpointOf[]): EntryNode => ({
    ...{ type: "entry", entry: entry(), targets, parent: undefined },
  });
  const nine = row(of(app, 9));
  const seven = row(of(app, 7));
  const file = {
    ...{ type: "change", target: of(app, 9), parent: nine },
  } as ChangeNode;
  const folder = { ...file, type: "changeFolder" } as unknown as TimelineNode;
  const numbers = (...rows: TimelineNode[]) =>
    selectedCheckpoints(rows).map((each) => each.checkpoint.number);

  it("are those of its rows, not those of selected files", () => {
    assert.deepEqual(numbers(file, folder, seven), [7]);
    assert.deepEqual(numbers(nine, file, folder, seven), [9, 7]);
    assert.deepEqual(numbers(file), []);
  });

  it("are listed once each, per folder", () => {
    const both = row(of(app, 9), of(lib, 9));
    const member: TimelineNode = {
      ...{ type: "member", target: of(lib, 9), parent: both },
    };
    assert.deepEqual(numbers(nine, nine), [9]);
    assert.deepEqual(
      selectedCheckpoints([both, member]).map(({ session }) => session),
      [app, lib],
    );
  });

  describe("to be compared", () => {
    const pairs = (...rows: TimelineNode[]) =>
      pairsOf(selectedCheckpoints(rows)).map((pair) =>
        pair.map(({ session, checkpoint: { number } }) => [
          session === app ? "app" : "lib",
          number,
        ]),
      );
    const [appPair, libPair] = ["app", "lib"].map((name) => [
      [name, 7],
      [name, 9],
    ]);

    it("are two of one folder, the older first", () => {
      assert.deepEqual(pairs(nine, seven), [appPair]);
      assert.deepEqual(pairs(seven, nine), [appPair]);
    });

    it("are two per folder if rows have several", () => {
      const [newer, older] = [9, 7].map((n) => row(of(app, n), of(lib, n)));
      assert.ok(newer && older);
      assert.deepEqual(pairs(newer, older), [appPair, libPair]);
      assert.deepEqual(pairs(newer, seven), [appPair]);
    });

    it("are none if no folder has exactly two", () => {
      const five = row(of(app, 5));
      for (const rows of [[], [nine], [nine, row(of(lib, 7))]])
        assert.deepEqual(pairs(...rows), []);
      assert.deepEqual(pairs(nine, seven, five), []);
    });
  });
});
