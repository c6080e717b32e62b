import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import type { EngineEvent } from "../../../src/engine/api";
import { NAMED_IN_LISTS } from "../../../src/engine/model/checkpoint";
import { workspaceForEach } from "../../helpers/tempWorkspace";

const MANY = NAMED_IN_LISTS + 20;

function git(cwd: string, ...args: string[]): void {
  const author = ["-c", "user.name=a", "-c", "user.email=a@b"];
  const { status, stderr } = spawnSync("git", [...author, ...args], { cwd });
  assert.equal(status, 0, String(stderr));
}

describe("long lists of paths", () => {
  const makeWorkspace = workspaceForEach();
  const manyOf = (name: string, text: string) =>
    Array.from({ length: MANY }, (_, n) => [`${name}/${n}`, text] as const);

  it("a checkpoint names every path it could not record; lists and events name the first ones and a count", async () => {
    const workspace = makeWorkspace(
      Object.fromEntries(manyOf("large", "more than ten bytes")),
    );
    const engine = await workspace.open({ settings: { maxFileSizeBytes: 10 } });
    const events: EngineEvent[] = [];
    engine.onDidChange((event) => events.push(event));
    const made = engine.checkpoint({ name: "one" });
    assert.equal(made.skipped.length, MANY);
    assert.equal(made.skippedCount, MANY);
    assert.equal(engine.get("one").skipped.length, MANY);
    const [listed] = engine.list().checkpoints;
    assert.equal(listed!.skippedCount, MANY);
    assert.deepEqual(listed!.skipped, made.skipped.slice(0, NAMED_IN_LISTS));
    const captured = events.find((event) => event.type === "captured");
    assert.equal(captured!.result.skipped.length, NAMED_IN_LISTS);
  });

  it("files that differ from the commit are named and counted", async () => {
    const workspace = makeWorkspace(
      Object.fromEntries([...manyOf("kept", "as committed"), ["a", "1"]]),
    );
    git(workspace.root, "init", "-q", "-b", "main");
    git(workspace.root, "add", ".");
    git(workspace.root, "commit", "-qm", "first");
    const engine = await workspace.open();
    assert.deepEqual(engine.checkpoint().git!.dirtyFiles, []);
    workspace.write("a", "2");
    workspace.write("b", "new");
    const few = engine.checkpoint().git!;
    assert.equal(few.branch, "main");
    assert.deepEqual(few.dirtyFiles, ["a", "b"]);
    assert.equal(few.dirtyCount, 2);
    for (const [name] of manyOf("kept", "")) workspace.write(name, "changed");
    const made = engine.checkpoint();
    assert.equal(made.git!.dirtyFiles.length, MANY + 2);
    const { git: listed } = engine.list().checkpoints[0]!;
    assert.equal(listed!.dirtyFiles.length, NAMED_IN_LISTS);
    assert.equal(listed!.dirtyCount, MANY + 2);
  });
});
