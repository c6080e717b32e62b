import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { canBeNamed } from "../../src/base/platformNames";
import type { Engine } from "../../src/engine/api";
import { Scratch } from "../../src/host/scratch";
import { choosingIgnored, COPY_LIMITS } from "../../src/host/scratchIgnored";
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
    scratch = new Scratch(work.root, (hash) => engine.readContent(hash));
    trees.length = 0;
  });
  afterEach(() => scratch.remove());

  const record = () => {
    engine.checkpoint();
    trees.push(work.tree());
  };
  const finish = <T>(work: Generator<unknown, T>): T => {
    for (;;) {
      const step = work.next();
      if (step.done) return step.value;
    }
  };
  const choose = (ignored: string[], named: string[] = []) =>
    finish(choosingIgnored(work.root, ignored, named, scratch.dir));
  /** Copies ignored folders as a bisect step does; returns what was left out. */
  const copyIn = (ignored: string[], named: string[] = []) => {
    const { copied, leftOut } = choose(ignored, named);
    const unread = finish(scratch.copying(copied));
    return [...leftOut, ...unread, ...scratch.keepLinksOff()];
  };
  const inCopy = (name: string) => path.join(scratch.dir, name);
  const goTo = (number: number) => scratch.moveTo(engine.files(`#${number}`));

  it("matches each point exactly, in any order, including links and modes", () => {
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
    assert.deepEqual(goTo(0), { written: 20, removed: 0, leftOut: [] });
    assert.deepEqual(goTo(1), { written: 1, removed: 1, leftOut: [] });
    assert.deepEqual(goTo(0), { written: 2, removed: 0, leftOut: [] });
  });

  it("restores files that a command changed, and keeps files that it created", () => {
    work.write("a", "a");
    work.write("b", "b");
    record();
    goTo(0);
    fs.writeFileSync(path.join(scratch.dir, "a"), "A");
    fs.rmSync(path.join(scratch.dir, "b"));
    fs.writeFileSync(path.join(scratch.dir, "cache"), "made");
    assert.deepEqual(goTo(0), { written: 2, removed: 0, leftOut: [] });
    assert.equal(fs.readFileSync(path.join(scratch.dir, "a"), "utf8"), "a");
    assert.equal(
      fs.readFileSync(path.join(scratch.dir, "cache"), "utf8"),
      "made",
    );
  });

  it("leaves out what the system has no file for, and lists it", () => {
    for (const name of ["a", "b", "link", "new"]) work.write(name, name);
    record();
    const [a, b, link, added] = engine.files("#0");
    const from = (at: typeof a, path: string) => ({ ...at!, path });
    const windows = new Scratch(work.root, (hash) => engine.readContent(hash), {
      disk: {
        canBeNamed: (name) => canBeNamed(name, "win32"),
        symlink() {
          throw Object.assign(new Error("EPERM: injected"), { code: "EPERM" });
        },
      },
    });
    try {
      const odd = ["CON", "a:b", "src/dot./c"].map((path) => from(a, path));
      const kind = "symlink" as const;
      const aLink = { ...link!, kind, mode: "120000" };
      const leftOut = [
        ...odd.map(({ path }) => ({ path, reason: "name" })),
        { path: "link", reason: "link" },
      ];
      const files = [...odd, b!, aLink, added!];
      const moved = windows.moveTo(files);
      assert.deepEqual(moved, { written: 2, removed: 0, leftOut });
      assert.deepEqual(fs.readdirSync(windows.dir).sort(), ["b", "new"]);
      // A file of that name goes when a link takes its place.
      windows.moveTo([link!]);
      assert.deepEqual(windows.moveTo([aLink]).leftOut, leftOut.slice(3));
      assert.deepEqual(fs.readdirSync(windows.dir), []);
    } finally {
      windows.remove();
    }
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
    // Nothing is written through a link that a command put in a folder's place either.
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

  it("copies ignored folders except build products", () => {
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
    for (let step = 0; step < 2; step++)
      assert.deepEqual(copyIn(ignored), [
        { path: "dist", reason: "build-product" },
      ]);
    const read = (name: string) => fs.readFileSync(inCopy(name), "utf8");
    assert.equal(read("node_modules/dep/index.js"), "dep");
    assert.equal(read("pkg/node_modules/other/i.js"), "other");
    // No recorded file is in the same folder, so the copy does not have it.
    assert.equal(fs.existsSync(inCopy("vendor")), false);
    assert.equal(fs.existsSync(inCopy("dist")), false);
    assert.deepEqual(copyIn(ignored, ["vendor/lib", "dist"]), []);
    assert.equal(read("vendor/lib/l.js"), "lib");
    assert.equal(read("dist/out.js"), "out");
    scratch.remove();
    assertSameTree(work.tree(), trees[0]!);
  });

  it("copies modes and times, and copies hard links as separate files", () => {
    work.write("data/run.sh", "#!", 0o755);
    fs.linkSync(work.at("data/run.sh"), work.at("data/again.sh"));
    fs.utimesSync(work.at("data/run.sh"), 1_000_000_000, 1_000_000_000);
    fs.mkdirSync(work.at("data/closed/empty"), { recursive: true });
    fs.chmodSync(work.at("data/closed"), 0o555);
    assert.deepEqual(copyIn(["data"]), []);
    const [one, other] = ["data/run.sh", "data/again.sh"].map((name) =>
      fs.statSync(inCopy(name)),
    );
    assert.equal(one!.mtimeMs, 1_000_000_000_000);
    if (process.platform !== "win32") assert.equal(one!.mode & 0o777, 0o755);
    assert.notEqual(one!.ino, other!.ino);
    assert.notEqual(one!.ino, fs.statSync(work.at("data/run.sh")).ino);
    assert.deepEqual(fs.readdirSync(inCopy("data/closed")), ["empty"]);
    scratch.remove();
    assert.equal(fs.existsSync(scratch.dir), false);
    fs.chmodSync(work.at("data/closed"), 0o755);
  });

  it("leaves out folders over the limit, unless they are named", () => {
    work.write("model.d/weights.bin", "x");
    fs.truncateSync(
      work.at("model.d/weights.bin"),
      5 * COPY_LIMITS.others.bytes,
    );
    work.write("data/a", "a");
    const tooLarge = [{ path: "model.d", reason: "too-large" }];
    const all = ["model.d", "data"];
    assert.deepEqual(choose(all).leftOut, tooLarge);
    assert.deepEqual(choose(all).copied, [{ path: "data", isNamed: false }]);
    assert.deepEqual(choose(all, ["model.d"]).leftOut, []);
    // The limit applies to all of them together.
    const part = Math.floor(0.6 * COPY_LIMITS.others.bytes);
    for (const name of ["one", "two", "node_modules"]) {
      work.write(`${name}/big`, "");
      fs.truncateSync(work.at(`${name}/big`), part);
    }
    assert.deepEqual(choose(["one", "two", "node_modules"]).leftOut, [
      { path: "two", reason: "too-large" },
    ]);
  });

  it("lets no link in the copy lead into the workspace or above it", () => {
    const outside = path.join(work.base, "outside");
    fs.mkdirSync(outside);
    work.write("src/a", "a");
    work.write("data/x", "real");
    work.write("node_modules/.pnpm/dep/index.js", "dep");
    const absolute = (name: string) => work.at(name);
    const inside: Record<string, string> = {
      "to-file": absolute("data/x"),
      "to-folder": absolute("data"),
      "to-all": absolute("."),
      "src/not-there-yet": absolute("data/new"),
      "data/link-out": absolute("src/a"),
      "node_modules/dep": absolute("node_modules/.pnpm/dep"),
      // One goes through a link outside, the other through `..` after a link.
      "by-detour": path.join(outside, "back/data/x"),
      "data/by-dots": `out/../${path.basename(work.root)}/src/a`,
    };
    fs.symlinkSync(work.root, path.join(outside, "back"));
    for (const [name, text] of Object.entries(inside)) work.link(name, text);
    work.link("data/out", outside);
    work.link("above", work.base);
    work.link("data/above", path.parse(work.root).root);
    work.link("node_modules/near", ".pnpm/dep");
    work.link("nowhere", path.join(work.base, "nowhere"));
    engine.checkpoint();
    goTo(0);
    const leftOut = copyIn(["data", "node_modules"]);
    assert.deepEqual(
      leftOut.map(({ path, reason }) => `${reason} ${path}`).sort(),
      ["leads-back above", "leads-back data/above"],
    );
    // Only node_modules is ignored here, so data is also recorded.
    const text = (name: string) => fs.readFileSync(inCopy(name), "utf8");
    assert.equal(text("to-file"), "real");
    assert.equal(text("by-detour"), "real");
    assert.equal(text("data/link-out"), "a");
    assert.equal(text("data/by-dots"), "a");
    assert.equal(text("node_modules/dep/index.js"), "dep");
    assert.equal(text("node_modules/near/index.js"), "dep");
    assert.equal(fs.readlinkSync(inCopy("data/out")), outside);
    const before = work.tree();
    for (const name of Object.keys(inside))
      try {
        fs.writeFileSync(inCopy(name), "written through");
      } catch {
        fs.rmSync(`${inCopy(name)}/x`, { force: true });
      }
    assertSameTree(work.tree(), before);
    // The next step keeps them away too.
    goTo(0);
    copyIn(["data", "node_modules"]);
    assert.equal(fs.existsSync(inCopy("above")), false);
    assert.equal(fs.existsSync(inCopy("data/above")), false);
  });

  it("refuses a temporary folder inside the workspace", () => {
    const variable = process.platform === "win32" ? "TEMP" : "TMPDIR";
    const was = process.env[variable];
    work.write("temp/x", "");
    try {
      process.env[variable] = work.at("temp");
      assert.throws(
        () => new Scratch(work.root, () => Buffer.alloc(0)),
        /temp-folder-inside/,
      );
    } finally {
      if (was === undefined) delete process.env[variable];
      else process.env[variable] = was;
    }
  });

  it("refuses a folder that is there already, or inside the workspace", () => {
    const at = (into: string) => () =>
      new Scratch(work.root, () => Buffer.alloc(0), { into });
    work.write("precious", "");
    const taken = path.join(work.base, "taken");
    fs.mkdirSync(taken);
    assert.throws(at(taken), /target-taken/);
    assert.throws(at(work.at("copy")), /temp-folder-inside/);
    assert.throws(at(work.root), /temp-folder-inside/);
    assert.deepEqual(fs.readdirSync(work.root), ["precious"]);
  });

  it("does not copy over a folder in which the point has files", () => {
    work.write("lib/a.js", "recorded");
    record();
    work.write("lib/b.js", "not recorded");
    goTo(0);
    copyIn(["lib"]);
    assert.deepEqual(fs.readdirSync(inCopy("lib")), ["a.js"]);
  });
});
