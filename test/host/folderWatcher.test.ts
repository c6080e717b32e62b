import assert from "node:assert/strict";
import fs from "node:fs";
import { FolderWatcher } from "../../src/host/folderWatcher";
import { workspaceForEach, type TempWorkspace } from "../helpers/tempWorkspace";

describe("FolderWatcher", () => {
  let watcher: FolderWatcher;
  afterEach(() => watcher.close());
  const workspace = workspaceForEach();
  let work: TempWorkspace;
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

  /** Resolves once each path, or a folder above it, has been reported. */
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

  it("reports files that are written, created, deleted and renamed", async () => {
    work.write("a.txt", "changed");
    await told("a.txt");
    work.write("src/new.txt", "new");
    await told("src/new.txt");
    work.remove("src/b.txt");
    await told("src/b.txt");
    work.rename("a.txt", "src/moved.txt");
    await told("a.txt", "src/moved.txt");
  });

  it("reports files in new nested folders, and keeps watching those", async () => {
    work.write("deep/er/still/x.txt", "x");
    await told("deep/er/still/x.txt");
    // Keep writing until the new folder is watched, which takes a moment.
    seen.clear();
    const again = setInterval(
      () => work.write("deep/er/still/y.txt", `${Date.now()}`),
      50,
    );
    await told("deep/er/still/y.txt").finally(() => clearInterval(again));
  });

  it("reports a folder that is renamed or deleted", async () => {
    work.rename("src", "lib");
    await told("src", "lib");
    fs.rmSync(work.at("lib"), { recursive: true });
    await told("lib/b.txt");
  });

  it("does not report ignored folders, version control and our own temporary files", async () => {
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
