import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import type { Disk } from "../../../src/base/disk";
import type { EngineSettings } from "../../../src/engine/model/settings";
import { parseSettings } from "../../../src/engine/model/settings";
import { GitignoreFiles } from "../../../src/engine/workspace/gitignores";
import { Listings } from "../../../src/engine/workspace/listings";
import { OwnData } from "../../../src/engine/workspace/ownData";
import { Rules } from "../../../src/engine/workspace/rules";
import { Scan } from "../../../src/engine/workspace/scan";
import { nothingTracked } from "../../../src/engine/workspace/tracked";
import { quickDisk } from "../../helpers/quickDisk";
import type { TempWorkspace } from "../../helpers/tempWorkspace";
import { workspaceForEach } from "../../helpers/tempWorkspace";
import { errno, WatchedDisk } from "./watchedDisk";
import { workspacePath } from "../../../src/engine/model/workspacePath";

describe("a scan of an unknown folder", () => {
  const makeWorkspace = workspaceForEach();

  const scanOf = (
    workspace: TempWorkspace,
    given: Partial<EngineSettings> = {},
    changes: Partial<Disk> = {},
  ) => {
    const watched = new WatchedDisk(workspace.root, changes);
    const settings = parseSettings({ exclude: [], ...given });
    const scan = new Scan({
      disk: watched.disk,
      root: workspace.root,
      rules: new Rules(settings),
      gitignores: new GitignoreFiles(watched.disk, workspace.root, true),
      tracked: nothingTracked,
      listings: new Listings(watched.disk, workspace.root),
      ownData: new OwnData(watched.disk, workspace.root, []),
      maxFileSizeBytes: settings.maxFileSizeBytes,
      modeOf: (shown) => shown,
      childrenOf: () => () => undefined,
      isTrusted: () => true,
      onProgress: () => {},
    });
    return { scan, watched };
  };

  it("finds every file and link, at any depth", () => {
    const workspace = makeWorkspace({ a: "a", "b/c": "cc", "b/d/.e": "" });
    workspace.link("b/link", "nowhere");
    const { scan } = scanOf(workspace);
    scan.visit("");
    const found = [...scan.seen].sort();
    assert.deepEqual(found, ["a", "b/c", "b/d/.e", "b/link"]);
    assert.deepEqual(scan.changed.map((one) => one.path).sort(), found);
    assert.equal(scan.files, 4);
    assert.equal(scan.bytes, 3 + "nowhere".length);
  });

  it("never lists or enters an ignored folder, whichever rule ignores it", () => {
    const workspace = makeWorkspace({
      ".gitignore": "build/\nnode_modules\n",
      ".git/objects/ab/cd": "x",
      "build/deep/a": "x",
      "node_modules/pkg/index.js": "x",
      "src/.gitignore": "/gen/*\n",
      "src/gen/deep/a": "x",
      "src/node_modules/pkg/index.js": "x",
      "out/deep/a": "x",
      "src/a": "taken",
    });
    const { scan, watched } = scanOf(workspace, { exclude: ["/out"] });
    scan.visit("");
    const taken = [".gitignore", "src/.gitignore", "src/a"];
    assert.deepEqual([...scan.seen].sort(), taken);
    assert.deepEqual(watched.asked("readFolder").sort(), [
      "",
      "src",
      "src/gen",
    ]);
    for (const path of [
      ...watched.asked("lstat"),
      ...watched.asked("readFile"),
    ])
      assert.doesNotMatch(path, /^(build|out|node_modules|src\/gen\/deep)\//);
  });

  it("does not query the disk about an ignored file", () => {
    const workspace = makeWorkspace({
      ".gitignore": "*.log\n",
      "a.log": "x",
      b: "b",
    });
    const { scan, watched } = scanOf(workspace);
    scan.visit("");
    assert.ok(!watched.asked("lstat").includes("a.log"));
    assert.ok(watched.asked("lstat").includes("b"));
    assert.ok(!scan.seen.has(workspacePath("a.log")));
  });

  it("treats a link to a folder as a link, and never follows it", () => {
    const workspace = makeWorkspace({ "real/a": "a" });
    workspace.link("link", "real");
    workspace.link("real/up", "..");
    const { scan, watched } = scanOf(workspace);
    scan.visit("");
    assert.deepEqual([...scan.seen].sort(), ["link", "real/a", "real/up"]);
    assert.deepEqual(watched.asked("readFolder"), ["", "real"]);
    const told = scanOf(workspace);
    told.scan.visit(workspacePath("link/a"));
    assert.deepEqual([...told.scan.seen], [], "a told path behind a link");
  });

  it("reports special files without opening them", () => {
    const workspace = makeWorkspace({ a: "a" });
    const made = spawnSync("mkfifo", [workspace.at("pipe")]);
    assert.equal(made.status, 0, String(made.stderr));
    const { scan, watched } = scanOf(workspace);
    scan.visit("");
    assert.deepEqual(scan.skipped, [{ path: "pipe", reason: "special" }]);
    assert.deepEqual(scan.changed, [{ path: "a", sizeBytes: 1 }]);
    assert.deepEqual(watched.asked("open"), []);
  });

  it("reports files above the size limit, and accepts one of exactly that size", () => {
    const workspace = makeWorkspace({
      small: "x".repeat(10),
      large: "x".repeat(11),
    });
    const { scan } = scanOf(workspace, { maxFileSizeBytes: 10 });
    scan.visit("");
    assert.deepEqual(scan.skipped, [{ path: "large", reason: "too-large" }]);
    assert.deepEqual(scan.changed, [{ path: "small", sizeBytes: 10 }]);
    assert.equal(scan.bytes, 10, "what is not taken does not count");
  });

  it("reports a folder that cannot be listed, and scans the rest", () => {
    const workspace = makeWorkspace({ "shut/a": "a", "open/b": "b" });
    const shut = workspace.at("shut");
    const { scan } = scanOf(workspace, {}, { readFolder: closing(shut) });
    scan.visit("");
    assert.deepEqual(scan.skipped, [{ path: "shut", reason: "unreadable" }]);
    assert.deepEqual(scan.closed, ["shut"]);
    assert.deepEqual([...scan.seen], ["open/b"]);
  });

  it("skips a folder that is gone by the time it is listed", () => {
    const workspace = makeWorkspace({ "gone/a": "a", b: "b" });
    const readFolder = closing(workspace.at("gone"), "ENOENT");
    const { scan } = scanOf(workspace, {}, { readFolder });
    scan.visit("");
    assert.deepEqual(scan.skipped, []);
    assert.deepEqual([...scan.seen], ["b"]);
  });
});

describe("a folder that can no longer be read", () => {
  const makeWorkspace = workspaceForEach();

  it("keeps its files in the history: they are not recorded as deleted", async () => {
    const workspace = makeWorkspace({ "shut/a": "a", b: "b" });
    let isShut = false;
    const shut = closing(workspace.at("shut"));
    const disk: Disk = {
      ...quickDisk,
      readFolder: (path) => (isShut ? shut(path) : quickDisk.readFolder(path)),
    };
    const engine = await workspace.open({ disk });
    engine.checkpoint();
    // Closing a folder changes its timestamps.
    fs.chmodSync(workspace.at("shut"), 0o700);
    isShut = true;
    for (const paths of [undefined, ["shut"]]) {
      const result = engine.capture({ paths });
      assert.deepEqual(result.recorded.deleted, []);
      assert.deepEqual(result.skipped, [
        { path: "shut", reason: "unreadable" },
      ]);
    }
    engine.checkpoint();
    const paths = engine.files("latest").map((file) => file.path);
    assert.deepEqual(paths, ["b", "shut/a"]);
    isShut = false;
    workspace.write("shut/a", "changed");
    const { recorded, skipped } = engine.capture();
    assert.deepEqual(recorded.modified, ["shut/a"]);
    assert.deepEqual(skipped, []);
  });
});

/** Lists all folders except one, which fails. */
function closing(folder: string, code = "EACCES"): Disk["readFolder"] {
  return (path) => {
    if (path === folder) throw errno(code);
    return quickDisk.readFolder(path);
  };
}
