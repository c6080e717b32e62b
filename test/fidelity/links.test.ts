import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { errorOf, restore, stateAt, undo } from "../helpers/history";
import { roundTrip } from "../helpers/roundTrip";
import { workspaceForEach } from "../helpers/tempWorkspace";
import { assertSameTree, treeOf } from "../helpers/tree";

describe("links are links", () => {
  const makeWorkspace = workspaceForEach();
  const targets = {
    "a file": "file",
    "a folder": "folder",
    nothing: "nowhere/at all",
    itself: "link",
    "something outside": "../outside/secret",
    "an absolute path": "/etc/hostname",
    "a name that is not UTF-8 text": "\u00ff\u0001",
  };
  for (const [what, target] of Object.entries(targets))
    it(`a link to ${what} comes back as that link`, async () => {
      const workspace = makeWorkspace({ file: "f", "folder/x": "x" });
      workspace.link("link", target);
      await roundTrip(workspace, () => {
        workspace.remove("link");
        workspace.write("link", "a file now");
      });
      const linked = makeWorkspace({ file: "f", "folder/x": "x" });
      linked.link("link", target);
      await roundTrip(linked, () => linked.remove("link"));
    });

  it("a link that now points elsewhere", async () => {
    const workspace = makeWorkspace({ a: "a", b: "b" });
    workspace.link("link", "a");
    await roundTrip(workspace, () => {
      workspace.remove("link");
      workspace.link("link", "b");
    });
  });

  it("a folder behind a link is not recorded through it", async () => {
    const workspace = makeWorkspace({ "real/x": "x" });
    workspace.link("alias", "real");
    const engine = await workspace.open();
    engine.checkpoint();
    assert.deepEqual([...stateAt(engine, "0").keys()], ["alias", "real/x"]);
  });

  /** A workspace whose folder `src` was replaced by a link to a folder outside. */
  const swapped = async (outside: Record<string, string>) => {
    const workspace = makeWorkspace({
      "src/deep/a.ts": "a",
      "src/b.ts": "b",
      top: "t",
    });
    const engine = await workspace.open();
    engine.checkpoint();
    const before = workspace.tree();
    const elsewhere = path.join(workspace.base, "outside");
    for (const [name, text] of Object.entries(outside)) {
      const file = path.join(elsewhere, name);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, text);
    }
    fs.mkdirSync(elsewhere, { recursive: true });
    workspace.remove("src");
    workspace.link("src", elsewhere);
    return { workspace, engine, before, elsewhere };
  };

  const outsides: Record<string, Record<string, string>> = {
    "an empty folder": {},
    "a folder with the same names": { "deep/a.ts": "theirs", "b.ts": "theirs" },
    "a folder with a file where a folder is needed": { deep: "theirs" },
    "a folder with a folder where a file is needed": { "b.ts/x": "theirs" },
  };
  for (const [what, outside] of Object.entries(outsides))
    it(`restore never writes through a symlinked folder: ${what}`, async () => {
      const { workspace, engine, before, elsewhere } = await swapped(outside);
      const theirs = treeOf(elsewhere);
      const after = workspace.tree();
      restore(engine, { to: "0" });
      assertSameTree(treeOf(elsewhere), theirs, "the folder outside");
      assertSameTree(workspace.tree(), before);
      undo(engine);
      assertSameTree(treeOf(elsewhere), theirs, "the folder outside");
      assertSameTree(workspace.tree(), after);
    });

  it("a single file is restored below a folder that became a link, as a real file", async () => {
    const { workspace, engine, elsewhere } = await swapped({
      "b.ts": "theirs",
    });
    restore(engine, { to: "0", paths: ["src/b.ts"] });
    assert.equal(workspace.text("src/b.ts"), "b");
    assert.ok(fs.lstatSync(workspace.at("src")).isDirectory());
    assert.equal(
      fs.readFileSync(path.join(elsewhere, "b.ts"), "utf8"),
      "theirs",
    );
  });

  it("restore never deletes through a symlinked folder", async () => {
    const workspace = makeWorkspace({ top: "t" });
    const engine = await workspace.open();
    engine.checkpoint();
    workspace.write("src/new.ts", "new");
    engine.capture();
    const elsewhere = path.join(workspace.base, "outside");
    fs.mkdirSync(elsewhere);
    fs.writeFileSync(path.join(elsewhere, "new.ts"), "new");
    workspace.remove("src");
    workspace.link("src", elsewhere);
    restore(engine, { to: "0" });
    assert.equal(
      fs.readFileSync(path.join(elsewhere, "new.ts"), "utf8"),
      "new",
    );
    assert.ok(!workspace.exists("src"));
  });

  it("a folder that becomes a link after the plan was made stops the restore", async () => {
    const workspace = makeWorkspace({ "src/a": "old", b: "old" });
    const engine = await workspace.open();
    engine.checkpoint();
    workspace.write("src/a", "new");
    const plan = engine.planRestore({ to: "0" });
    const elsewhere = path.join(workspace.base, "outside");
    fs.mkdirSync(elsewhere);
    fs.writeFileSync(path.join(elsewhere, "a"), "new");
    workspace.remove("src");
    workspace.link("src", elsewhere);
    for (const rescan of [true, false])
      errorOf(() => engine.applyRestore(plan.id, { rescan }), "plan-changed");
    assert.equal(fs.readFileSync(path.join(elsewhere, "a"), "utf8"), "new");
    assert.ok(fs.lstatSync(workspace.at("src")).isSymbolicLink());
  });

  it("nothing is created through a link at the path of a reverted file", async () => {
    const workspace = makeWorkspace({ "src/deep/a.ts": "a", top: "t" });
    const engine = await workspace.open();
    engine.checkpoint();
    workspace.remove("src");
    engine.checkpoint();
    workspace.write(".gitignore", "src\n");
    const { plan } = engine.planRevert({ ref: "#1" });
    const elsewhere = path.join(workspace.base, "outside");
    fs.mkdirSync(elsewhere);
    workspace.link("src", elsewhere);
    assert.equal(engine.applyRestore(plan.id).applied, false);
    assert.deepEqual(fs.readdirSync(elsewhere), []);
    // Nor can it be planned once the link exists.
    errorOf(() => engine.planRevert({ ref: "#1" }), "bad-input");
  });
});
