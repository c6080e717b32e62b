import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { OpenOptions } from "../../src/engine/openEngine";
import { errorOfAsync } from "../helpers/history";
import type { TempWorkspace } from "../helpers/tempWorkspace";
import { workspaceForEach } from "../helpers/tempWorkspace";

describe("folders that are not recorded", () => {
  const makeWorkspace = workspaceForEach();

  /** Opening must fail, name the folder, and change nothing. */
  const refused = async (
    workspace: TempWorkspace,
    options: Partial<OpenOptions>,
  ) => {
    const before = everything(workspace.base);
    for (const adopt of [false, true]) {
      const error = await errorOfAsync(
        () => workspace.open({ ...options, adopt }),
        "refused",
      );
      const named = fs.realpathSync(options.root ?? workspace.root);
      assert.equal(error.data["root"], named);
      assert.equal(error.problem, "folder-refused");
      assert.deepEqual(everything(workspace.base), before);
    }
  };

  it("the home folder is refused", async () => {
    const workspace = makeWorkspace({ a: "a" });
    await refused(workspace, { home: workspace.root });
  });

  it("the home folder is refused when it is reached through a link", async () => {
    const workspace = makeWorkspace({ a: "a" });
    const link = path.join(workspace.base, "link");
    fs.symlinkSync(workspace.root, link);
    await refused(workspace, { home: link });
    await refused(workspace, { root: link, home: workspace.root });
  });

  it("the home folder of the environment is refused", async () => {
    const workspace = makeWorkspace({ a: "a" });
    const name = process.platform === "win32" ? "USERPROFILE" : "HOME";
    const home = process.env[name];
    try {
      process.env[name] = workspace.root;
      assert.equal(os.homedir(), workspace.root);
      await refused(workspace, {});
    } finally {
      if (home === undefined) delete process.env[name];
      else process.env[name] = home;
    }
  });

  it("a folder inside the home folder is recorded", async () => {
    const workspace = makeWorkspace({ a: "a" });
    const engine = await workspace.open({ home: workspace.base });
    assert.equal(engine.checkpoint().filesChanged.added, 1);
  });

  it("the root of a file system is refused", async () => {
    const workspace = makeWorkspace();
    await refused(workspace, { root: path.parse(workspace.root).root });
  });

  it("a folder inside its own store is refused", async () => {
    const workspace = makeWorkspace({ "store/work/a": "a" });
    await refused(workspace, {
      root: workspace.at("store/work"),
      storeDir: workspace.at("store"),
    });
  });

  it("a folder that is its own store is refused", async () => {
    const workspace = makeWorkspace({ a: "a" });
    await refused(workspace, { storeDir: workspace.root });
  });

  it("a folder that contains its own store is refused, whether or not the store exists", async () => {
    const workspace = makeWorkspace({ a: "a" });
    const storeDir = workspace.at("deep/down/store");
    await refused(workspace, { storeDir });
    fs.mkdirSync(storeDir, { recursive: true });
    await refused(workspace, { storeDir });
  });

  it("a folder that contains its own store behind a link is refused, whether or not the store exists", async () => {
    const workspace = makeWorkspace({ "inside/a": "a" });
    const link = path.join(workspace.base, "elsewhere");
    fs.symlinkSync(workspace.at("inside"), link);
    const storeDir = path.join(link, "store");
    await refused(workspace, { storeDir });
    fs.mkdirSync(storeDir);
    await refused(workspace, { storeDir });
  });

  it("a folder whose name starts like that of its store is recorded", async () => {
    const workspace = makeWorkspace({ a: "a" });
    const engine = await workspace.open({ storeDir: workspace.root + "-x" });
    assert.equal(engine.checkpoint().filesChanged.added, 1);
  });

  it("a file is not accepted as a folder", async () => {
    const workspace = makeWorkspace({ a: "a" });
    const before = everything(workspace.base);
    const root = path.normalize(workspace.at("a"));
    const error = await errorOfAsync(
      () => workspace.open({ root }),
      "bad-input",
    );
    assert.equal(error.data["path"], root);
    assert.deepEqual(everything(workspace.base), before);
  });

  it("a missing folder is not created", async () => {
    const workspace = makeWorkspace();
    const before = everything(workspace.base);
    const root = path.normalize(workspace.at("missing"));
    const error = await errorOfAsync(() => workspace.open({ root }));
    assert.equal(error.data["path"], root);
    assert.deepEqual(everything(workspace.base), before);
  });
});

/** Every name below a folder, with the bytes of files. */
function everything(base: string): [string, string][] {
  return fs
    .readdirSync(base, { recursive: true })
    .map(String)
    .sort()
    .map((name) => {
      const at = path.join(base, name);
      return [
        name,
        fs.lstatSync(at).isFile() ? fs.readFileSync(at, "hex") : "",
      ];
    });
}
