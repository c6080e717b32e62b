import assert from "node:assert/strict";
import type { Diff } from "../../../src/engine/model/changes";
import { workspaceForEach } from "../../helpers/tempWorkspace";

/** The paths of a comparison, by kind of change. */
const namesIn = ({ added, modified, deleted, renamed }: Diff) => ({
  added: added.map((change) => change.path),
  modified: modified.map((change) => change.path),
  deleted: deleted.map((change) => change.path),
  renamed: renamed.map((change) => [change.from, change.path]),
});

describe("diff", () => {
  const workspace = workspaceForEach();

  it("in reverse gives the opposite result", async () => {
    const work = workspace({
      "gone.txt": "this was here\n",
      "edited.txt": "1\n",
      "old name.txt": "a\nb\nc\n",
    });
    const engine = await work.open();
    engine.checkpoint();
    work.remove("gone.txt");
    work.write("edited.txt", "2\n");
    work.rename("old name.txt", "new name.txt");
    work.write("made.txt", "something else\n");
    engine.checkpoint();
    assert.deepEqual(namesIn(engine.diff("0", "1")), {
      added: ["made.txt"],
      modified: ["edited.txt"],
      deleted: ["gone.txt"],
      renamed: [["old name.txt", "new name.txt"]],
    });
    assert.deepEqual(namesIn(engine.diff("1", "0")), {
      added: ["gone.txt"],
      modified: ["edited.txt"],
      deleted: ["made.txt"],
      renamed: [["new name.txt", "old name.txt"]],
    });
  });

  it("does not report a file that a rule began to ignore, in either direction", async () => {
    const work = workspace({ "a.log": "still there\n", "large.bin": "small" });
    const engine = await work.open({ settings: { maxFileSizeBytes: 1000 } });
    engine.checkpoint();
    work.write(".gitignore", "*.log\n");
    work.write("large.bin", "x".repeat(1001));
    engine.checkpoint();
    const none = { modified: [], renamed: [] };
    assert.deepEqual(namesIn(engine.diff("0", "1")), {
      ...{ added: [".gitignore"], deleted: [] },
      ...none,
    });
    assert.deepEqual(namesIn(engine.diff("1", "0")), {
      ...{ added: [], deleted: [".gitignore"] },
      ...none,
    });
  });
});
