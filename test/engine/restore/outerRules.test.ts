import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { hasRules } from "../../../src/engine/workspace/gitignores";
import { everythingGoes } from "../../helpers/everythingGoes";
import { restore } from "../../helpers/history";
import { workspaceForEach } from "../../helpers/tempWorkspace";

describe("a file ignored by rules above the folder", () => {
  const makeWorkspace = workspaceForEach();

  it("is left alone by a restore to that time, even if everything in between is forgotten", async () => {
    const workspace = makeWorkspace({ "a.log": "mine", b: "b" });
    fs.mkdirSync(path.join(workspace.base, ".git"));
    fs.writeFileSync(path.join(workspace.base, ".gitignore"), "*.log\n");
    const engine = await workspace.open({
      settings: { retention: everythingGoes },
    });
    engine.checkpoint({ kind: "manual" });
    workspace.write(".gitignore", "!*.log\n");
    engine.capture();
    workspace.remove("a.log");
    engine.capture();
    workspace.write("a.log", "made again");
    engine.capture();
    engine.prune();
    const { plan } = restore(engine, { to: "#0" });
    assert.deepEqual(plan.leftAlone, [
      { path: "a.log", reason: "ignored-then" },
    ]);
    assert.equal(workspace.text("a.log"), "made again");
  });

  it("has no effect if the folder became a repository since and nothing is ignored", async () => {
    const workspace = makeWorkspace({ a: "1" });
    const engine = await workspace.open();
    engine.checkpoint();
    workspace.write(".git/HEAD", "ref: refs/heads/main\n");
    const comments = "# git ls-files --others\r\n# *.[oa]\n\n";
    workspace.write(".git/info/exclude", comments);
    workspace.write("since", "2");
    engine.checkpoint();
    workspace.write("later", "3");
    restore(engine, { to: "#0" });
    assert.deepEqual(
      engine.files("workspace").map(({ path }) => path),
      ["a"],
    );
  });

  it("is determined by the lines that are rules", () => {
    assert.ok(!hasRules("# only\n#comments\r\n  \n\n"));
    assert.ok(hasRules("# comment\n*.log"));
    assert.ok(hasRules("\\#file\n"));
    assert.ok(hasRules("  #file\n"));
  });
});
