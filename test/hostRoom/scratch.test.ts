import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import type { Engine } from "../../src/engine/api";
import { foldersToLink, Scratch } from "../../src/host/scratch";
import { IgnoredFolders } from "../../src/host/ignored";
import { workspaceForEach, type TempWorkspace } from "../helpers/tempWorkspace";
import { assertSameTree, treeOf, type Tree } from "../helpers/tree";

describe("a scratch copy", () => {
  const workspace = workspaceForEach();
  let work: TempWorkspace;
  let engine: Engine;
  let scratch: Scratch;
  const trees: Tree[] = [];

  beforeEach(async () => {
    work = workspace();
    engine = await work.open();
    scratch = new Scratch((hash) => engine.readContent(hash));
    trees.length = 0;
  });
  afterEach(() => scratch.remove());

  const record = () => {
    engine.checkpoint();
    trees.push(work.tree());
  };
  const goTo = (number: number) => scratch.moveTo(engine.files(`#${number}`));

  it("holds each point exactly, in any order, links and modes included", () => {
    work.write("a.txt", "one");
    work.write("run", "#!", 0o755);
    work.write("dir/x", "x");
    work.link("link", "a.txt");
    record();
    work.remove("dir");
    work.write("dir", "a file where a folder was");
    work.remove("link");
    work.write("link/deep/y", "a folder where a link was");
    record();
    work.remove("dir");
    work.remove("link");
    work.link("dir", "/nowhere");
    record();
    for (const number of [0, 1, 2, 0, 2, 1, 0]) {
      goTo(number);
      assertSameTree(treeOf(scratch.dir), trees[number]!, `#${number}`);
    }
  });

  it("writes only what differs", () => {
    for (let i = 0; i < 20; i++) work.write(`f${i}`, `${i}`);
    record();
    work.write("f3", "changed");
    work.remove("f4");
    record();
    assert.deepEqual(goTo(0), { written: 20, removed: 0 });
    assert.deepEqual(goTo(1), { written: 1, removed: 1 });
    assert.deepEqual(goTo(0), { written: 2, removed: 0 });
  });

  it("puts back what a command changed in it, and leaves what it made", () => {
    work.write("a", "a");
    work.write("b", "b");
    record();
    goTo(0);
    fs.writeFileSync(path.join(scratch.dir, "a"), "A");
    fs.rmSync(path.join(scratch.dir, "b"));
    fs.writeFileSync(path.join(scratch.dir, "cache"), "made");
    assert.deepEqual(goTo(0), { written: 2, removed: 0 });
    assert.equal(fs.readFileSync(path.join(scratch.dir, "a"), "utf8"), "a");
    assert.equal(
      fs.readFileSync(path.join(scratch.dir, "cache"), "utf8"),
      "made",
    );
  });

  it("never writes through a link into the workspace or elsewhere", () => {
    const outside = path.join(work.base, "outside");
    fs.mkdirSync(outside);
    fs.writeFileSync(path.join(outside, "x"), "safe");
    work.link("d", outside);
    record();
    work.remove("d");
    work.write("d/x", "recorded");
    record();
    goTo(0);
    goTo(1);
    assert.equal(fs.readFileSync(path.join(outside, "x"), "utf8"), "safe");
    goTo(0);
    assert.deepEqual(fs.readdirSync(outside), ["x"]);
    // A command that replaces a folder by a link does not lead us out either.
    goTo(1);
    fs.rmSync(path.join(scratch.dir, "d"), { recursive: true });
    fs.symlinkSync(outside, path.join(scratch.dir, "d"));
    goTo(1);
    assert.equal(fs.readFileSync(path.join(outside, "x"), "utf8"), "safe");
    assert.equal(
      fs.readFileSync(path.join(scratch.dir, "d/x"), "utf8"),
      "recorded",
    );
  });

  it("links ignored folders in and leaves them alone when it goes", () => {
    work.write(".gitignore", "node_modules\ndist\nvendor/lib\n");
    work.write("node_modules/dep/index.js", "dep");
    work.write("pkg/node_modules/other/i.js", "other");
    work.write("pkg/a.js", "a");
    work.write("vendor/lib/l.js", "lib");
    work.write("dist/out.js", "out");
    record();
    const ignored = new IgnoredFolders(work.root, {}).list().sort();
    assert.deepEqual(ignored, [
      "dist",
      "node_modules",
      "pkg/node_modules",
      "vendor/lib",
    ]);
    goTo(0);
    const links = foldersToLink(ignored);
    scratch.link(work.root, links);
    scratch.link(work.root, links);
    const read = (name: string) =>
      fs.readFileSync(path.join(scratch.dir, name), "utf8");
    assert.equal(read("node_modules/dep/index.js"), "dep");
    assert.equal(read("pkg/node_modules/other/i.js"), "other");
    // Nothing recorded is beside it, so its folder is not there to link it into.
    assert.equal(fs.existsSync(path.join(scratch.dir, "vendor")), false);
    assert.equal(fs.existsSync(path.join(scratch.dir, "dist")), false);
    scratch.remove();
    assert.equal(work.text("node_modules/dep/index.js"), "dep");
    assertSameTree(work.tree(), trees[0]!);
  });

  it("does not link over a folder that the point holds files in", async () => {
    work.write("lib/a.js", "recorded");
    record();
    goTo(0);
    scratch.link(work.root, ["lib"]);
    const stat = fs.lstatSync(path.join(scratch.dir, "lib"));
    assert.equal(stat.isSymbolicLink(), false);
  });
});
