import assert from "node:assert/strict";
import { stateAt } from "../../helpers/history";
import { workspaceForEach } from "../../helpers/tempWorkspace";

describe("a workspace folder below a repository that ignores it", () => {
  const makeWorkspace = workspaceForEach();
  for (const text of ["*\n", "sub/\n", "/sub\n"])
    it(`is recorded anyway: ${JSON.stringify(text)}`, async () => {
      const workspace = makeWorkspace({
        ".git/HEAD": "ref: refs/heads/main\n",
        ".gitignore": text,
        "sub/a": "a",
      });
      const engine = await workspace.open({ root: workspace.at("sub") });
      engine.checkpoint();
      assert.deepEqual([...stateAt(engine, "0").keys()], ["a"]);
    });

  it("is not treated as ignored if a nearer rule re-includes it", async () => {
    const workspace = makeWorkspace({
      ".git/HEAD": "ref: refs/heads/main\n",
      ".git/info/exclude": "packages/\n",
      ".gitignore": "!packages/\npackages/*\n*.log\n",
      "packages/.gitignore": "!app/\n",
      "packages/app/a": "a",
      "packages/app/a.log": "ignored",
    });
    const root = workspace.at("packages/app");
    const engine = await workspace.open({ root });
    engine.checkpoint();
    assert.deepEqual([...stateAt(engine, "0").keys()], ["a"]);
  });
});
