import assert from "node:assert/strict";
import fs from "node:fs";
import { setTimeout } from "node:timers/promises";
import type { Disk } from "../../../src/base/disk";
import { Listings } from "../../../src/engine/workspace/listings";
import { isRacy } from "../../../src/engine/workspace/safeRead";
import { quickDisk } from "../../helpers/quickDisk";
import { Random } from "../../helpers/random";
import type { TempWorkspace } from "../../helpers/tempWorkspace";
import { workspaceForEach } from "../../helpers/tempWorkspace";
import { errno, WatchedDisk } from "./watchedDisk";

/** Folder timestamps are assumed to be reliable, wherever the tests run. */
const KEPT: Partial<Disk> = { keepsFolderTimes: () => true };

/** Waits until a later change of these folders shows in their timestamps. */
async function sure(workspace: TempWorkspace, ...folders: string[]) {
  for (const folder of folders)
    while (isRacy(quickDisk.lstat(workspace.at(folder))!, Date.now()))
      await setTimeout(2);
}

describe("cached folder listings", () => {
  const makeWorkspace = workspaceForEach();

  async function listed(changes: Partial<Disk> = {}) {
    const workspace = makeWorkspace({ a: "a", "d/b": "b", "d/e/c": "c" });
    const watched = new WatchedDisk(workspace.root, { ...KEPT, ...changes });
    const listings = new Listings(watched.disk, workspace.root);
    await sure(workspace, "", "d", "d/e");
    assert.deepEqual(listings.of("d"), { folders: ["e"], files: ["b"] });
    watched.calls.length = 0;
    const names = (folder: string) => {
      const { folders, files } = listings.of(folder);
      return [...folders, ...files].sort().join(" ");
    };
    const timesListed = () => watched.asked("readFolder").length;
    return { workspace, listings, names, timesListed };
  }

  it("are reused while the folder has the same timestamps", async () => {
    const { names, timesListed } = await listed();
    assert.equal(names("d"), "b e");
    assert.equal(timesListed(), 0);
  });

  const changes: [what: string, (w: TempWorkspace) => void, after: string][] = [
    ["a new file", (w) => w.write("d/new", ""), "b e new"],
    ["a new folder", (w) => w.write("d/f/new", ""), "b e f"],
    ["a deleted file", (w) => w.remove("d/b"), "e"],
    ["a deleted folder", (w) => w.remove("d/e"), "b"],
    ["a renamed file", (w) => w.rename("d/b", "d/z"), "e z"],
    ["a file moved in", (w) => w.rename("a", "d/a"), "a b e"],
    ["a link", (w) => w.link("d/l", "nowhere"), "b e l"],
    [
      "another folder in its place, as old",
      (w) => {
        const { atime, mtime } = fs.statSync(w.at("d"));
        w.rename("d", "old");
        w.write("d/new", "");
        fs.utimesSync(w.at("d"), atime, mtime);
      },
      "new",
    ],
    [
      "a file whose folder's time was put back",
      (w) => {
        const { atime, mtime } = fs.statSync(w.at("d"));
        w.write("d/new", "");
        fs.utimesSync(w.at("d"), atime, mtime);
      },
      "b e new",
    ],
  ];
  for (const [what, change, after] of changes)
    it(`show ${what}`, async () => {
      const { workspace, names } = await listed();
      change(workspace);
      assert.equal(names("d"), after);
    });

  it("are refreshed each time while the folder's timestamps are too new to show a change", async () => {
    const { workspace, names, timesListed } = await listed({
      // As if the folder had just been changed.
      lstat: (path) => {
        const stat = quickDisk.lstat(path);
        return stat && { ...stat, ctimeMs: 4e12 + 0.5 };
      },
    });
    assert.equal(names("d"), "b e");
    workspace.write("d/new", "");
    assert.equal(names("d"), "b e new");
    assert.equal(timesListed(), 2);
  });

  it("are refreshed each time if the file system is not known to update timestamps", async () => {
    for (const answer of [
      () => false,
      () => {
        throw errno("ENOSYS");
      },
    ]) {
      let times = 0;
      const keepsFolderTimes = () => {
        times++;
        return answer();
      };
      const { names, timesListed } = await listed({ keepsFolderTimes });
      names("d");
      names("d");
      assert.equal(timesListed(), 2);
      assert.equal(times, 1);
    }
  });

  it("are refreshed each time in a folder of another file system", async () => {
    const { names, timesListed } = await listed({
      lstat: (path) => {
        const stat = quickDisk.lstat(path);
        return stat && { ...stat, dev: path.endsWith("/d") ? 77 : stat.dev };
      },
    });
    names("d");
    names("d");
    assert.equal(timesListed(), 2);
  });

  it("fail as the disk does, and are refreshed after that", async () => {
    const { workspace, listings, names } = await listed();
    workspace.rename("d", "elsewhere");
    assert.throws(() => listings.of("d"), { code: "ENOENT" });
    workspace.rename("elsewhere", "d");
    assert.equal(names("d"), "b e");
  });

  it("are dropped for folders that a full scan did not visit", async () => {
    const { listings, names, timesListed } = await listed();
    listings.all(() => names("d/e"));
    names("d/e");
    assert.equal(timesListed(), 1);
    names("d");
    assert.equal(timesListed(), 2);
  });

  it("are kept if a full scan is aborted", async () => {
    const { listings, names, timesListed } = await listed();
    const stop = () =>
      listings.all(() => {
        throw new Error("cancelled");
      });
    assert.throws(stop, /cancelled/);
    names("d");
    assert.equal(timesListed(), 0);
  });
});

describe("full captures with cached listings", () => {
  const makeWorkspace = workspaceForEach();

  it("find the same changes as a capture without a cache", async () => {
    const random = new Random(3);
    const workspace = makeWorkspace();
    const folders = ["", "a", "a/b", "a/b/c", "d", "d/e"];
    const files = folders.flatMap((folder) =>
      ["x", "y", "z"].map((name) => (folder ? `${folder}/${name}` : name)),
    );
    for (const file of files) workspace.write(file, file);
    const engine = await workspace.open({ disk: { ...quickDisk, ...KEPT } });
    engine.checkpoint();
    for (let n = 0; n < 40; n++) {
      const there = folders.filter((folder) => workspace.exists(folder || "."));
      await sure(workspace, ...there);
      engine.capture();
      for (let i = random.below(4); i > 0; i--) {
        const file = random.pick(files);
        const rules = `${random.pick(folders)}/.gitignore`;
        const text = random.pick(["x\n", "z\n", "b/\n", ""]);
        random.pick([
          () => workspace.write(file, `${n} ${i}`),
          () => workspace.remove(file),
          () => workspace.remove(random.pick(folders.slice(1))),
          () => workspace.write(rules, text),
          () => workspace.exists(file) && workspace.rename(file, `${file}.r`),
        ])();
      }
      const { moment } = engine.capture();
      const other = await workspace.open({
        storeDir: `${workspace.base}/${n}`,
      });
      other.checkpoint();
      const held = (from: typeof engine, at: string) =>
        from
          .files(at)
          .map(({ path, hash }) => `${path} ${hash}`)
          .sort();
      assert.deepEqual(held(engine, `@${moment}`), held(other, "#0"), `${n}`);
      other.close();
    }
  });
});
