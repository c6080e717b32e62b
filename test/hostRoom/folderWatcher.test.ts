import assert from "node:assert/strict";
import fs from "node:fs";
import { FolderWatcher } from "../../src/host/folderWatcher";
import { workspaceForEach, type TempWorkspace } from "../helpers/tempWorkspace";

describe("FolderWatcher", () => {
  const workspace = workspaceForEach();
  let work: TempWorkspace;
  let watcher: FolderWatcher;
  let seen: Set<string>;
  let wake = () => {};

  beforeEach(async () => {
    work = workspace({ "a.txt": "a", "src/b.txt": "b", "skip/c.txt": "c" });
    work.write(".git/HEAD", "ref: refs/heads/main");
    seen = new Set();
    watcher = await FolderWatcher.start({
      root: work.root,
      isIgnoredFolder: (folder) => folder === "skip",
      onChange: (path) => {
        seen.add(path);
        wake();
      },
      onError: (error) => assert.fail(error),
    });
  });
  afterEach(() => watcher.close());

  /** Resolves when each path, or a folder above it, was told. */
  const told = (...paths: string[]) =>
    new Promise<void>((resolve) => {
      const isTold = (path: string) =>
        [...seen].some(
          (s) => s === "" || s === path || path.startsWith(`${s}/`),
        );
      wake = () => {
        if (paths.every(isTold)) resolve();
      };
      wake();
    });

  it("tells of files that are written, made, removed and renamed", async () => {
    work.write("a.txt", "changed");
    await told("a.txt");
    work.write("src/new.txt", "new");
    await told("src/new.txt");
    work.remove("src/b.txt");
    await told("src/b.txt");
    work.rename("a.txt", "src/moved.txt");
    await told("a.txt", "src/moved.txt");
  });

  it("tells of what is in new nested folders, and watches on in them", async () => {
    work.write("deep/er/still/x.txt", "x");
    await told("deep/er/still/x.txt");
    // Written again until the new folder is watched: watches start when they can.
    seen.clear();
    const again = setInterval(
      () => work.write("deep/er/still/y.txt", `${Date.now()}`),
      50,
    );
    await told("deep/er/still/y.txt").finally(() => clearInterval(again));
  });

  it("tells of a folder that is renamed or removed", async () => {
    work.rename("src", "lib");
    await told("src", "lib");
    fs.rmSync(work.at("lib"), { recursive: true });
    await told("lib/b.txt");
  });

  it("says nothing of ignored folders, version control and our own temporary files", async () => {
    work.write("skip/c.txt", "changed");
    work.write(".git/HEAD", "changed");
    work.write(".checkpoint-abc-1.tmp", "temp");
    work.write("last.txt", "last");
    await told("last.txt");
    const wrong = [...seen].filter((path) =>
      /^skip\/|^\.git|checkpoint-/.test(path),
    );
    assert.deepEqual(wrong, []);
  });
});
