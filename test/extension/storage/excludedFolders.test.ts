import assert from "node:assert/strict";
import type { SpokenError } from "../../../src/wording/errors";
import { parseSettings } from "../../../src/engine/model/settings";
import { isPathIgnored, Rules } from "../../../src/engine/workspace/rules";
import { nothingTracked } from "../../../src/engine/workspace/tracked";
import {
  largestFolders,
  withExcluded,
} from "../../../src/extension/storage/excludedFolders";
import { workspacePath } from "../../../src/engine/model/workspacePath";

describe("folders to exclude", () => {
  const problem = (data: Record<string, unknown>): SpokenError => ({
    ...{ code: "over-budget", message: "", hint: null, data },
  });

  it("are those that the error lists, without files at the top level", () => {
    const [data, top] = ["data", "."].map((path) => ({
      ...{ path, files: 3, bytes: 12 },
    }));
    assert.deepEqual(largestFolders(problem({ largest: [data, top] })), [data]);
  });

  it("are none if the error lists none, or is a different one", () => {
    const folder = { path: "data", files: 3, bytes: 12 };
    const other: SpokenError = {
      ...problem({ largest: [folder] }),
      code: "refused",
    };
    const odd = problem({ largest: [null, 7, { path: 1 }, "data"] });
    for (const given of [
      null,
      other,
      odd,
      problem({}),
      problem({ largest: 1 }),
    ])
      assert.deepEqual(largestFolders(given), []);
  });

  it("are added to the existing exclusions, once", () => {
    const before = ["**/node_modules/**", "data/**"];
    assert.deepEqual(withExcluded(before, before, ["data", "a/b"]), [
      ...before,
      "a/b/**",
    ]);
  });

  it("are added to an object of globs, which keeps disabled ones", () => {
    const before = { "**/out/**": true, "*.log": false, "data/**": false };
    assert.deepEqual(withExcluded(before, ["**/out/**"], ["data"]), {
      ...{ "**/out/**": true, "*.log": false, "data/**": true },
    });
  });

  it("are added to the effective value if the setting itself has no valid one", () => {
    for (const setting of [undefined, null, "out", [7]])
      assert.deepEqual(withExcluded(setting, ["**/out/**"], ["data"]), [
        ...["**/out/**", "data/**"],
      ]);
  });

  for (const name of [
    "data",
    "a/b",
    "we[i]rd {a,b}",
    "star*",
    "(x|y)",
    "!not",
    "#hash",
    "back\\slash",
    "+(more)",
  ])
    it(`are excluded completely, and nothing else is: ${name}`, () => {
      const exclude = withExcluded([], [], [name]) as string[];
      const rules = new Rules(parseSettings({ exclude }));
      const isOut = (path: string) =>
        isPathIgnored(rules, workspacePath(path), () => null, nothingTracked);
      assert.ok(isOut(`${name}/file`));
      assert.ok(isOut(`${name}/deep/er/file`));
      assert.equal(rules.below(name, "all", null, nothingTracked), null);
      for (const other of [
        `${name}2/file`,
        `other/${name}/file`,
        "a/file",
        "x",
      ])
        assert.ok(!isOut(other), other);
    });
});
