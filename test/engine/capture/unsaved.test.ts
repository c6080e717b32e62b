import assert from "node:assert/strict";
import { errorOf } from "../../helpers/history";
import { workspaceForEach } from "../../helpers/tempWorkspace";

describe("the unsaved text of an editor", () => {
  const makeWorkspace = workspaceForEach();

  const start = async () => {
    const workspace = makeWorkspace({ a: "on disk", b: "b" });
    const engine = await workspace.open();
    engine.capture();
    const read = (moment: number, layer: "disk" | "unsaved") =>
      Buffer.from(engine.read(`@${moment}`, "a", layer)).toString();
    return { workspace, engine, read };
  };

  it("is held beside the file, which stays what it is on disk", async () => {
    const { engine, read } = await start();
    const unsaved = [{ path: "a", text: "typed é\r\n" }];
    const result = engine.capture({ paths: [], unsaved });
    assert.deepEqual([result.isNew, result.unsaved], [true, ["a"]]);
    assert.deepEqual(result.recorded, { added: [], modified: [], deleted: [] });
    assert.equal(read(result.moment, "unsaved"), "typed é\r\n");
    assert.equal(read(result.moment, "disk"), "on disk");
    const layers = engine
      .files(`@${result.moment}`, { path: "a", unsaved: true })
      .map((file) => file.unsaved);
    assert.deepEqual(layers.sort(), [false, true]);
    assert.equal(engine.checkpoint().unsaved, 1);
  });

  it("is recorded once while it stays the same", async () => {
    const { engine } = await start();
    const unsaved = [{ path: "a", text: "typed" }];
    const { moment } = engine.capture({ paths: [], unsaved });
    const again = engine.capture({ paths: [], unsaved });
    assert.deepEqual([again.isNew, again.moment], [false, moment]);
    assert.equal(engine.capture().isNew, false, "a scan does not drop it");
  });

  it("ends when the editor is clean again, and stays in the moments before", async () => {
    const { engine, read } = await start();
    const text = { path: "a", text: "typed" };
    const held = engine.capture({ paths: [], unsaved: [text] });
    const clean = { path: "a", text: null };
    const ended = engine.capture({ paths: [], unsaved: [clean] });
    assert.deepEqual([ended.isNew, ended.unsaved], [true, ["a"]]);
    errorOf(() => read(ended.moment, "unsaved"), "not-found");
    assert.equal(read(held.moment, "unsaved"), "typed");
    const again = engine.capture({ paths: [], unsaved: [clean] });
    assert.equal(again.isNew, false);
  });

  it("may be of a file that is not on disk, ignored, or empty", async () => {
    const { workspace, engine } = await start();
    workspace.write(".gitignore", "*.log\n");
    const unsaved = [
      { path: "new", text: "never saved" },
      { path: "x.log", text: "ignored" },
      { path: "b", text: "" },
    ];
    const { moment } = engine.capture({ unsaved });
    for (const { path, text } of unsaved)
      assert.equal(
        Buffer.from(engine.read(`@${moment}`, path, "unsaved")).toString(),
        text,
      );
    const paths = engine.files(`@${moment}`).map((file) => file.path);
    assert.deepEqual(paths, [".gitignore", "a", "b"]);
  });

  it("of a path in a version control folder is left out; one that leads outside is refused", async () => {
    const { engine } = await start();
    const inside = [{ path: ".git/COMMIT_EDITMSG", text: "message" }];
    assert.equal(engine.capture({ paths: [], unsaved: inside }).isNew, false);
    const outside = [{ path: "../x", text: "x" }];
    errorOf(() => engine.capture({ paths: [], unsaved: outside }), "bad-path");
  });

  it("survives the process", async () => {
    const { workspace, engine } = await start();
    const unsaved = [{ path: "a", text: "typed" }];
    engine.checkpoint({ name: "held", unsaved });
    const next = await workspace.reopen(engine);
    const bytes = next.read("held", "a", "unsaved");
    assert.equal(Buffer.from(bytes).toString(), "typed");
    assert.equal(next.capture({ paths: [], unsaved }).isNew, false);
  });
});
