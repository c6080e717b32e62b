import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { errorOf, restore, stateAt, undo } from "../../helpers/history";
import { workspaceForEach } from "../../helpers/tempWorkspace";
import { assertSameTree } from "../../helpers/tree";

describe("a restore over files whose stored copies are damaged", () => {
  const makeWorkspace = workspaceForEach();

  it("stores them again first, because the file on disk may be the last good copy", async () => {
    const workspace = makeWorkspace({ a: "1", b: "1" });
    let engine = await workspace.open();
    engine.checkpoint();
    workspace.write("a", "2 the only good copy");
    workspace.write("made", "2 since, and good as well");
    engine.checkpoint();
    const second = workspace.tree();
    engine.close();
    // The last record has what is on disk now; the target's stays intact.
    const pack = path.join(workspace.storeDir, "packs", "1.pack");
    const bytes = fs.readFileSync(pack);
    bytes[bytes.length - 1]! ^= 0xff;
    fs.writeFileSync(pack, bytes);

    engine = await workspace.open();
    const { guard } = restore(engine, { to: "0" });
    assert.equal(workspace.text("a"), "1");
    engine = await workspace.reopen(engine);
    assertSameTree(stateAt(engine, `#${guard!.number}`), second, "the guard");
    undo(engine);
    assertSameTree(workspace.tree(), second);
    assert.deepEqual(engine.verify().damaged, []);
  });

  it("is not even planned if what it would bring back is lost", async () => {
    const workspace = makeWorkspace({ a: "1", b: "another" });
    let engine = await workspace.open();
    engine.checkpoint();
    for (const name of ["a", "b"]) workspace.write(name, "2");
    engine.checkpoint();
    engine.close();
    fs.rmSync(path.join(workspace.storeDir, "packs", "1.pack"));
    engine = await workspace.open();
    const error = errorOf(() => engine.planRestore({ to: "0" }), "damaged");
    assert.deepEqual(error.data["paths"], ["a", "b"]);
    assert.equal(workspace.text("a"), "2");
  });
});
