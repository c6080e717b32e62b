import assert from "node:assert/strict";
import fs from "node:fs";
import { restore, undo } from "../helpers/history";
import { trackIn } from "../helpers/gitIndex";
import { workspaceForEach } from "../helpers/tempWorkspace";
import { assertSameTree } from "../helpers/tree";

describe("files that git tracks and a rule ignores", () => {
  const makeWorkspace = workspaceForEach();

  const start = async (tracked: string[]) => {
    const workspace = makeWorkspace({
      ".gitignore": "tags*\n.cargo/\n",
      ".cargo/config.toml": "config",
      ".cargo/registry/big": "not ours",
      "src/tags.rs": "source",
      "src/tags.o": "built",
    });
    trackIn(workspace.root, tracked);
    const engine = await workspace.open();
    engine.checkpoint();
    const paths = (ref = "latest") => engine.files(ref).map(({ path }) => path);
    return { workspace, engine, paths };
  };
  const BOTH = [".cargo/config.toml", "src/tags.rs"];

  it("are recorded, and nothing else in the ignored folders", async () => {
    const { workspace, engine, paths } = await start(BOTH);
    assert.deepEqual(paths(), [
      ".cargo/config.toml",
      ".gitignore",
      "src/tags.rs",
    ]);
    workspace.write("src/tags.rs", "edited");
    workspace.write("src/tags.o", "built again");
    const { recorded } = engine.capture({
      paths: ["src/tags.rs", "src/tags.o"],
    });
    assert.deepEqual(recorded, {
      added: [],
      modified: ["src/tags.rs"],
      deleted: [],
    });
    workspace.remove(".cargo");
    assert.deepEqual(engine.capture().recorded.deleted, [".cargo/config.toml"]);
    restore(engine, { to: "0" });
    assert.equal(workspace.text("src/tags.rs"), "source");
    assert.equal(workspace.text(".cargo/config.toml"), "config");
    assert.equal(workspace.text("src/tags.o"), "built again");
  });

  it("one that was deleted and recreated is removed by a restore to its absence", async () => {
    const { workspace, engine } = await start(BOTH);
    workspace.remove("src/tags.rs");
    engine.checkpoint();
    workspace.write("src/tags.rs", "back");
    engine.checkpoint();
    const { plan } = restore(engine, { to: "1" });
    assert.deepEqual(plan.leftAlone, []);
    assert.ok(!workspace.exists("src/tags.rs"));
    undo(engine);
    assert.equal(workspace.text("src/tags.rs"), "back");
  });

  for (const isTold of [true, false])
    it(`one that is no longer tracked is released, not deleted (${isTold ? "another file is reported" : "full scan"})`, async () => {
      const { workspace, engine } = await start(BOTH);
      trackIn(workspace.root, ["src/tags.rs"]);
      workspace.write("other", "other");
      const { recorded, released } = engine.capture(
        isTold ? { paths: ["other"] } : {},
      );
      assert.deepEqual(recorded, {
        added: ["other"],
        modified: [],
        deleted: [],
      });
      assert.deepEqual(released, [".cargo/config.toml"]);
      workspace.write(".cargo/config.toml", "changed while ignored");
      assert.ok(!engine.capture().isNew);
      const before = workspace.tree();
      // It was recorded then, so it is restored, and the guard has the file it
      // replaces.
      const { guard } = restore(engine, { to: "0", paths: [".cargo"] });
      assert.equal(workspace.text(".cargo/config.toml"), "config");
      const held = engine.read(`#${guard!.number}`, ".cargo/config.toml");
      assert.equal(Buffer.from(held).toString(), "changed while ignored");
      undo(engine);
      assertSameTree(workspace.tree(), before);
    });

  it("one that is tracked later is adopted: a restore to an earlier time leaves it alone", async () => {
    const { workspace, engine, paths } = await start([]);
    assert.deepEqual(paths(), [".gitignore"]);
    trackIn(workspace.root, BOTH);
    engine.checkpoint();
    assert.deepEqual(paths(), [
      ".cargo/config.toml",
      ".gitignore",
      "src/tags.rs",
    ]);
    workspace.write("src/tags.rs", "edited");
    engine.checkpoint();
    const { plan } = restore(engine, { to: "0" });
    assert.deepEqual(plan.deletes, []);
    assert.deepEqual(
      plan.leftAlone,
      BOTH.map((path) => ({ path, reason: "ignored-then" })),
    );
    assert.equal(workspace.text("src/tags.rs"), "edited");
    restore(engine, { to: "1" });
    assert.equal(workspace.text("src/tags.rs"), "source");
  });

  it("one is adopted when reported, without a full scan", async () => {
    const { workspace, engine } = await start([]);
    trackIn(workspace.root, BOTH);
    const told = { paths: ["src/tags.rs"] };
    assert.deepEqual(engine.capture(told).recorded.added, ["src/tags.rs"]);
    const { plan } = restore(engine, { to: "0" });
    assert.deepEqual(plan.deletes, []);
  });

  it("a branch switch that changes hundreds of them loses none", async () => {
    const { workspace, engine } = await start(BOTH);
    const names = Array.from({ length: 300 }, (_, i) => `.cargo/n${i}`);
    for (const name of names) workspace.write(name, name);
    trackIn(workspace.root, [...BOTH, ...names]);
    engine.checkpoint();
    for (const name of names) workspace.remove(name);
    trackIn(workspace.root, BOTH);
    engine.checkpoint();
    restore(engine, { to: "1" });
    for (const name of names) assert.equal(workspace.text(name), name);
    // On the first branch they were ignored, so nothing is known about them.
    restore(engine, { to: "0" });
    for (const name of names) assert.equal(workspace.text(name), name);
  });

  it("our own exclude setting takes precedence", async () => {
    const { workspace, engine, paths } = await start(BOTH);
    engine.configure({ exclude: ["**/.cargo/**"] });
    const { released } = engine.capture();
    assert.deepEqual(released, [".cargo/config.toml"]);
    engine.checkpoint();
    assert.deepEqual(paths(), [".gitignore", "src/tags.rs"]);
    assert.equal(workspace.text(".cargo/config.toml"), "config");
  });

  const damages: [string, (index: string) => void][] = [
    ["cut", (index) => fs.truncateSync(index, 40)],
    ["empty", (index) => fs.truncateSync(index, 0)],
    ["of an unknown version", (index) => patch(index, 4, 0, 0, 0, 9)],
    ["with a flipped byte", (index) => patch(index, 70, 255)],
    ["a folder", (index) => (fs.rmSync(index), fs.mkdirSync(index))],
  ];
  for (const [what, damage] of damages)
    it(`an index that cannot be read changes nothing: ${what}`, async () => {
      const { workspace, engine } = await start(BOTH);
      damage(workspace.at(".git/index"));
      assert.ok(!engine.capture().isNew);
      workspace.write("src/tags.rs", "edited");
      const reopened = await workspace.reopen(engine);
      const { recorded, released } = reopened.capture();
      assert.deepEqual(recorded.modified, ["src/tags.rs"]);
      assert.deepEqual(released, []);
      fs.rmSync(workspace.at(".git/index"), { recursive: true });
      trackIn(workspace.root, ["src/tags.rs"]);
      assert.deepEqual(reopened.capture().released, [".cargo/config.toml"]);
    });

  it("the rules by which they are recorded survive a reopen", async () => {
    const { workspace, engine } = await start(BOTH);
    const again = await workspace.reopen(engine);
    assert.ok(!again.capture().isNew);
    assert.deepEqual(again.files("0").length, 3);
  });
});

function patch(file: string, at: number, ...bytes: number[]): void {
  const all = fs.readFileSync(file);
  for (const [i, byte] of bytes.entries()) all[at + i] = byte;
  fs.writeFileSync(file, all);
}
