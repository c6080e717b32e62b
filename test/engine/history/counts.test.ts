import assert from "node:assert/strict";
import { workspaceForEach } from "../../helpers/tempWorkspace";

describe("the counts of a checkpoint", () => {
  const makeWorkspace = workspaceForEach();

  it("match the paths it lists, for every kind of change", async () => {
    const workspace = makeWorkspace({
      changed: "1",
      mode: "1",
      gone: "1",
      ignored: "1",
      grown: "1",
      shrunk: "a text that is too large at first",
      link: "1",
      same: "1",
      "folder/file": "1",
    });
    const engine = await workspace.open({ settings: { maxFileSizeBytes: 20 } });
    engine.checkpoint();
    workspace.write("changed", "2");
    workspace.write("mode", "1", 0o755);
    workspace.remove("gone");
    workspace.write(".gitignore", "ignored\n");
    workspace.write("grown", "a text that is too large by now");
    workspace.write("shrunk", "small");
    workspace.remove("link");
    workspace.link("link", "changed");
    workspace.remove("folder");
    workspace.write("folder", "now a file");
    workspace.write("new", "1");
    const { number, filesChanged } = engine.checkpoint();
    const { filesChanged: listed } = engine.get(`#${number}`);
    assert.deepEqual(listed, {
      added: [".gitignore", "folder", "new", "shrunk"],
      modified: ["changed", "link", "mode"],
      deleted: ["folder/file", "gone"],
    });
    assert.deepEqual(filesChanged, { added: 4, modified: 3, deleted: 2 });
  });

  it("cover everything since the previous checkpoint", async () => {
    const workspace = makeWorkspace({ a: "1", b: "1", c: "1" });
    const engine = await workspace.open();
    engine.checkpoint();
    for (const text of ["2", "3", "1"]) {
      workspace.write("a", text); // unchanged in the end
      workspace.write("b", text + text);
      engine.capture();
    }
    workspace.write("d", "1");
    engine.capture();
    workspace.remove("d");
    workspace.remove("c");
    const counted = engine.checkpoint().filesChanged;
    assert.deepEqual(counted, { added: 0, modified: 1, deleted: 1 });
  });
});
