import assert from "node:assert/strict";
import type { ErrorJson } from "../../../src/engine/model/errors";
import { parseSettings } from "../../../src/engine/model/settings";
import { isPathIgnored, Rules } from "../../../src/engine/workspace/rules";
import {
  largestFolders,
  withExcluded,
} from "../../../src/extension/commands/excludedFolders";

describe("folders to leave out", () => {
  const problem = (data: Record<string, unknown>): ErrorJson => ({
    ...{ code: "over-budget", message: "", hint: null, data },
  });

  it("are those that the error names, without the files outside any", () => {
    const [data, top] = ["data", "."].map((path) => ({
      ...{ path, files: 3, bytes: 12 },
    }));
    assert.deepEqual(largestFolders(problem({ largest: [data, top] })), [data]);
  });

  it("are none when the error names none, or is another", () => {
    const folder = { path: "data", files: 3, bytes: 12 };
    const other: ErrorJson = {
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

  it("are added to what is excluded already, once", () => {
    const before = ["**/node_modules/**", "data/**"];
    assert.deepEqual(withExcluded(before, before, ["data", "a/b"]), [
      ...before,
      "a/b/**",
    ]);
  });

  it("are added to an object of globs, which keeps what is off in it", () => {
    const before = { "**/out/**": true, "*.log": false, "data/**": false };
    assert.deepEqual(withExcluded(before, ["**/out/**"], ["data"]), {
      ...{ "**/out/**": true, "*.log": false, "data/**": true },
    });
  });

  it("are added to what counts, where the setting says nothing that does", () => {
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
    it(`are left out whole, and nothing else is: ${name}`, () => {
      const exclude = withExcluded([], [], [name]) as string[];
      const rules = new Rules(parseSettings({ exclude }));
      const isOut = (path: string) => isPathIgnored(rules, path, () => null);
      assert.ok(isOut(`${name}/file`));
      assert.ok(isOut(`${name}/deep/er/file`));
      assert.equal(rules.verdict(name, true, null), "ignore");
      for (const other of [
        `${name}2/file`,
        `other/${name}/file`,
        "a/file",
        "x",
      ])
        assert.ok(!isOut(other), other);
    });
});
