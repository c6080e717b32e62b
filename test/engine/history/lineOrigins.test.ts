import assert from "node:assert/strict";
import { restore } from "../../helpers/history";
import { workspaceForEach } from "../../helpers/tempWorkspace";

describe("who brought a line, and who removed it", () => {
  const makeWorkspace = workspaceForEach();

  const story = async () => {
    const workspace = makeWorkspace({ "a.txt": "one\n" });
    const engine = await workspace.open();
    engine.checkpoint({ name: "start" });
    const say = { thread: "t", role: "user", source: "codex" } as const;
    engine.recordMessage({ ...say, text: "Add retries" });
    workspace.write("a.txt", "one\nretry(3)\n");
    engine.capture({ source: "codex", thread: "t" });
    engine.checkpoint({ name: "with" });
    workspace.write("a.txt", "one\n");
    engine.capture({ source: "editor" });
    return { workspace, engine };
  };

  it("includes its prompt", async () => {
    const { engine } = await story();
    const [hit] = engine.search({ text: "retry" }).hits;
    assert.deepEqual(
      [hit?.appeared.source, hit?.appeared.prompt, hit?.current],
      ["codex", "Add retries", false],
    );
    assert.deepEqual(
      [hit?.vanished?.source, hit?.vanished?.prompt],
      ["editor", null],
    );
  });

  it("is not a restore, which only brings it back", async () => {
    const { engine } = await story();
    restore(engine, { to: "with" });
    for (const allVersions of [false, true])
      for (const hit of engine.search({ text: "retry", allVersions }).hits) {
        assert.equal(hit.appeared.source, "codex");
        assert.equal(hit.vanished, null);
      }
  });

  it("is in a file's history, with the lines of each version", async () => {
    const { engine } = await story();
    const versions = engine.history("a.txt", { lines: true });
    assert.deepEqual(
      versions.map(({ source, prompt, linesAdded, linesRemoved }) => [
        ...[source, prompt, linesAdded, linesRemoved],
      ]),
      [
        ["editor", null, 0, 1],
        ["codex", "Add retries", 1, 0],
        ["outside", null, 1, 0],
      ],
    );
    assert.equal("linesAdded" in engine.history("a.txt")[0]!, false);
  });

  it("counts the lines of a deleted file and of unsaved text", async () => {
    const { workspace, engine } = await story();
    engine.capture({ unsaved: [{ path: "a.txt", text: "one\ntyped\n" }] });
    const [typed] = engine.history("a.txt", { lines: true });
    assert.deepEqual([typed?.linesAdded, typed?.linesRemoved], [1, 0]);
    engine.capture({ unsaved: [{ path: "a.txt", text: null }] });
    workspace.remove("a.txt");
    engine.capture();
    const [deleted] = engine.history("a.txt", { lines: true });
    assert.deepEqual([deleted?.linesAdded, deleted?.linesRemoved], [0, 1]);
  });
});
