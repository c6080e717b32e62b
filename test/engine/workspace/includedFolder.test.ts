import assert from "node:assert/strict";
import { stateAt } from "../../helpers/history";
import { workspaceForEach } from "../../helpers/tempWorkspace";

describe("an included folder inside an ignored one", () => {
  const makeWorkspace = workspaceForEach();
  const cases: [string, string[], Record<string, string>, string[]][] = [
    ["excluded by **/x/**", ["**/out/**"], {}, ["out/keep"]],
    [
      "excluded by **/x/**, included with a slash",
      ["**/out/**"],
      {},
      ["out/keep/"],
    ],
    ["excluded by name", ["out"], {}, ["out/keep"]],
    ["ignored by git", [], { ".gitignore": "out/\n" }, ["out/keep"]],
    [
      "ignored by git, included with **",
      [],
      { ".gitignore": "out/\n" },
      ["out/keep/**"],
    ],
  ];
  for (const [what, exclude, files, include] of cases)
    it(`is recorded with everything in it: ${what}`, async () => {
      const workspace = makeWorkspace({
        ...files,
        "out/keep/a": "a",
        "out/keep/deep/b": "b",
        "out/other": "x",
      });
      const engine = await workspace.open({ settings: { exclude, include } });
      engine.checkpoint();
      const paths = [...stateAt(engine, "0").keys()].filter((p) =>
        p.startsWith("out"),
      );
      assert.deepEqual(paths, ["out/keep/a", "out/keep/deep/b"]);
    });

  const outs: [string, string[], Record<string, string>][] = [
    ["excluded by name", ["out"], {}],
    ["ignored by git", [], { ".gitignore": "out/\n" }],
  ];
  for (const [what, exclude, files] of outs)
    it(`a file there is recorded without its neighbours: ${what}`, async () => {
      const workspace = makeWorkspace({
        ...files,
        "out/deep/a": "a",
        "out/deep/b": "b",
        "out/deep/er/c": "c",
      });
      const include = ["out/deep/a", "out/other/*/d"];
      const engine = await workspace.open({ settings: { exclude, include } });
      engine.checkpoint();
      const told = ["out/other/x/d", "out/other/x/e"];
      for (const path of told) workspace.write(path, "new");
      engine.capture({ paths: told });
      engine.checkpoint();
      const paths = [...stateAt(engine, "1").keys()].filter((p) =>
        p.startsWith("out"),
      );
      assert.deepEqual(paths, ["out/deep/a", "out/other/x/d"]);
    });
});
