import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import type { Engine } from "../../../src/engine/api";
import { errorOf } from "../../helpers/history";
import type { TempWorkspace } from "../../helpers/tempWorkspace";
import { removeAtOnce } from "../../helpers/removeAtOnce";
import { workspaceForEach } from "../../helpers/tempWorkspace";

/** Somebody deletes or truncates the files of an open store. */
describe("a store whose files disappear while it is open", () => {
  const makeWorkspace = workspaceForEach();

  async function recorded(): Promise<{
    workspace: TempWorkspace;
    engine: Engine;
    told: string[];
  }> {
    const workspace = makeWorkspace({ a: "0", same: "same" });
    const engine = await workspace.open();
    const told: string[] = [];
    engine.onDidChange((event) => {
      if (event.type === "damaged") told.push(event.finding.kind);
    });
    engine.checkpoint({ name: "zero" });
    workspace.write("a", "1");
    engine.checkpoint({ name: "one" });
    return { workspace, engine, told };
  }

  const namesIn = (engine: Engine) =>
    engine.list().checkpoints.map(({ name }) => name);
  const textOf = (engine: Engine, ref: string, file: string) =>
    Buffer.from(engine.read(ref, file)).toString();

  it("deleted: what is known stays known, and what the folder has is stored again", async () => {
    const { workspace, engine, told } = await recorded();
    removeAtOnce(workspace.storeDir, workspace.base);
    assert.deepEqual(namesIn(engine), ["one", "zero"]);
    assert.deepEqual(told, ["files-deleted"]);
    engine.refresh();
    assert.equal(told.length, 1, "told once");
    workspace.write("b", "2");
    engine.checkpoint({ name: "two" });
    const again = await workspace.open();
    for (const each of [engine, again]) {
      assert.deepEqual(namesIn(each), ["two", "one", "zero"]);
      assert.equal(textOf(each, "two", "b"), "2");
      assert.equal(textOf(each, "two", "a"), "1");
      assert.equal(textOf(each, "one", "a"), "1");
      assert.equal(textOf(each, "zero", "same"), "same");
      // What no longer exists anywhere is lost, and nothing else is returned for
      // it.
      errorOf(() => each.read("zero", "a"), "damaged");
    }
    const format = fs.readFileSync(
      path.join(workspace.storeDir, "format.json"),
      "utf8",
    );
    assert.ok(format.includes(JSON.stringify(workspace.root)));
  });

  it("only the journals deleted: nothing is lost", async () => {
    const { workspace, engine } = await recorded();
    for (const name of ["journal", "index"])
      removeAtOnce(path.join(workspace.storeDir, name), workspace.base);
    engine.checkpoint({ name: "two" });
    const again = await workspace.open();
    assert.deepEqual(namesIn(again), ["two", "one", "zero"]);
    assert.equal(textOf(again, "zero", "a"), "0");
    assert.deepEqual(again.verify().damaged, []);
  });

  for (const [what, keep] of [
    ["cut to nothing", () => 0],
    ["cut in the middle", (size: number) => size >> 1],
    ["cut by a few bytes", (size: number) => size - 3],
  ] as const)
    it(`the journal ${what}: nothing is lost`, async () => {
      const { workspace, engine, told } = await recorded();
      const file = path.join(workspace.storeDir, "journal", "1.log");
      fs.truncateSync(file, keep(fs.statSync(file).size));
      assert.deepEqual(namesIn(engine), ["one", "zero"]);
      assert.deepEqual(told, ["cut-off"]);
      engine.rename("one", "first");
      const again = await workspace.open();
      assert.deepEqual(namesIn(again), ["first", "zero"]);
      assert.equal(textOf(again, "zero", "a"), "0");
      assert.deepEqual(again.verify().damaged, []);
    });

  it("with the folder above them: reports that, and records again once it is back", async () => {
    const { workspace, engine } = await recorded();
    const above = path.dirname(workspace.storeDir);
    removeAtOnce(above, workspace.base);
    assert.deepEqual(namesIn(engine), ["one", "zero"]);
    const { data } = errorOf(() => engine.checkpoint(), "io");
    assert.equal(data["path"], above);
    assert.ok(!fs.existsSync(above), "the disk may just not be connected");
    fs.mkdirSync(above);
    engine.checkpoint({ name: "two" });
    assert.deepEqual(namesIn(await workspace.open()), ["two", "one", "zero"]);
  });
});
