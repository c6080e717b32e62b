import assert from "node:assert/strict";
import type { Checkpoint } from "../../../src/engine/model/checkpoint";
import {
  mergeEntries,
  type Loaded,
} from "../../../src/extension/timeline/entries";
import { checkpoint } from "./checkpoints";

function folder(
  name: string,
  isComplete: boolean,
  ...all: Partial<Checkpoint>[]
): Loaded {
  return {
    folder: name,
    folderName: name,
    isComplete,
    checkpoints: all.map(checkpoint),
  };
}

const at = (minute: number): string =>
  new Date(Date.UTC(2026, 10, 16, 10, minute)).toISOString();

function shown(all: Loaded[]): string[] {
  return mergeEntries(all).map(({ members }) =>
    members.map((m) => `${m.folder}${m.checkpoint.number}`).join("+"),
  );
}

describe("rows of several folders", () => {
  it("are in the order of time, newest first", () => {
    assert.deepEqual(
      shown([
        folder(
          "a",
          true,
          { number: 2, createdAt: at(30) },
          { number: 1, createdAt: at(10) },
        ),
        folder("b", true, { number: 7, createdAt: at(20) }),
      ]),
      ["a2", "b7", "a1"],
    );
  });

  it("join what was made together into one row", () => {
    const group = { metadata: { group: "g" } };
    assert.deepEqual(
      shown([
        folder("a", true, { number: 2, createdAt: at(30), ...group }),
        folder(
          "b",
          true,
          { number: 7, createdAt: at(31), ...group },
          { number: 6, createdAt: at(1) },
        ),
      ]),
      ["a2+b7", "b6"],
    );
  });

  it("do not join two checkpoints of one folder, whatever they claim", () => {
    const group = { metadata: { group: "g" } };
    assert.deepEqual(
      shown([
        folder("a", true, { number: 2, ...group }, { number: 1, ...group }),
      ]),
      ["a2", "a1"],
    );
  });

  it("hold back what a page still to be loaded could come above of", () => {
    assert.deepEqual(
      shown([
        folder(
          "a",
          true,
          { number: 2, createdAt: at(30) },
          { number: 1, createdAt: at(5) },
        ),
        folder("b", false, { number: 7, createdAt: at(20) }),
      ]),
      ["a2", "b7"],
    );
  });

  it("keep a folder's own order where its clock went back", () => {
    assert.deepEqual(
      shown([
        folder(
          "a",
          true,
          { number: 3, createdAt: at(1) },
          { number: 2, createdAt: at(50) },
        ),
      ]),
      ["a3", "a2"],
    );
  });
});
