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

  /** Opening must fail, name the folder, and leave everything as it was. */
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
      assert.ok(error.message.includes(named), error.message);
      assert.equal(error.data["root"], named);
      assert.ok(error.hint, "says what to do instead");
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

  it("the home folder is known without being told", async () => {
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

  it("a folder that lies in its own store is refused", async () => {
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

  it("a folder that holds its own store is refused, whether the store is there or not", async () => {
    const workspace = makeWorkspace({ a: "a" });
    const storeDir = workspace.at("deep/down/store");
    await refused(workspace, { storeDir });
    fs.mkdirSync(storeDir, { recursive: true });
    await refused(workspace, { storeDir });
  });

  it("a folder that holds its own store behind a link is refused, whether the store is there or not", async () => {
    const workspace = makeWorkspace({ "inside/a": "a" });
    const link = path.join(workspace.base, "elsewhere");
    fs.symlinkSync(workspace.at("inside"), link);
    const storeDir = path.join(link, "store");
    await refused(workspace, { storeDir });
    fs.mkdirSync(storeDir);
    await refused(workspace, { storeDir });
  });

  it("a folder whose name begins like that of its store is recorded", async () => {
    const workspace = makeWorkspace({ a: "a" });
    const engine = await workspace.open({ storeDir: workspace.root + "-x" });
    assert.equal(engine.checkpoint().filesChanged.added, 1);
  });

  it("a file is not taken for a folder", async () => {
    const workspace = makeWorkspace({ a: "a" });
    const before = everything(workspace.base);
    const error = await errorOfAsync(
      () => workspace.open({ root: workspace.at("a") }),
      "bad-input",
    );
    assert.ok(error.message.includes(workspace.at("a")), error.message);
    assert.deepEqual(everything(workspace.base), before);
  });

  it("a folder that is not there is not made", async () => {
    const workspace = makeWorkspace();
    const before = everything(workspace.base);
    const root = workspace.at("missing");
    const error = await errorOfAsync(() => workspace.open({ root }));
    assert.ok(error.message.includes(root), error.message);
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
