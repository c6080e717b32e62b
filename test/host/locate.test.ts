import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { CheckpointError } from "../../src/engine/model/errors";
import { dataDir } from "../../src/host/dataDir";
import { locate } from "../../src/host/locate";
import { register } from "../../src/host/registry";
import { folderKey } from "../../src/host/folderKey";
import { storeDirFor } from "../../src/host/stores";

describe("locate", () => {
  let base: string;
  let work: string;
  let env: Record<string, string>;
  let data: string;

  beforeEach(() => {
    base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "locate-")));
    work = path.join(base, "work");
    fs.mkdirSync(path.join(work, "deep", "er"), { recursive: true });
    const local = path.join(base, "data");
    env = { XDG_DATA_HOME: local, LOCALAPPDATA: local, HOME: base };
    data = dataDir(env, process.platform, base);
  });
  afterEach(() => fs.rmSync(base, { recursive: true, force: true }));

  const find = (request: { cwd: string; workspace?: string; store?: string }) =>
    locate({ env, platform: process.platform, ...request });
  const makeStore = (home: string, root: string) => {
    const storeDir = storeDirFor(home, root);
    fs.mkdirSync(storeDir, { recursive: true });
    fs.writeFileSync(path.join(storeDir, "format.json"), "{}");
    return storeDir;
  };

  it("uses the current folder and the data folder by default", () => {
    const found = find({ cwd: work });
    assert.equal(found.root, work);
    assert.equal(found.home, data);
    assert.equal(found.storeDir, path.join(data, "stores", folderKey(work)));
    assert.equal(found.isExplicit, false);
  });

  it("uses the nearest parent folder that has a store", () => {
    makeStore(data, work);
    assert.equal(find({ cwd: path.join(work, "deep", "er") }).root, work);
    makeStore(data, path.join(work, "deep"));
    assert.equal(
      find({ cwd: path.join(work, "deep", "er") }).root,
      path.join(work, "deep"),
    );
  });

  it("uses the given folder even if a parent has a store", () => {
    makeStore(data, work);
    const deep = path.join(work, "deep");
    assert.equal(find({ cwd: work, workspace: "deep" }).root, deep);
  });

  it("resolves a link to a folder", () => {
    const link = path.join(base, "link");
    fs.symlinkSync(work, link);
    assert.equal(find({ cwd: base, workspace: link }).root, work);
  });

  it("prefers the flag to the environment, and that to the registry", () => {
    const registered = makeStore(path.join(base, "editor"), work);
    register(data, { root: work, storeDir: registered });
    assert.equal(find({ cwd: work }).storeDir, registered);
    env["CHECKPOINT_STORE"] = path.join(base, "named");
    assert.equal(find({ cwd: work }).home, path.join(base, "named"));
    const found = find({ cwd: work, store: "flag" });
    assert.equal(found.home, path.join(work, "flag"));
    assert.equal(found.isExplicit, true);
  });

  describe("in a terminal that the editor opened for another folder", () => {
    let other: string;
    let editor: string;
    beforeEach(() => {
      other = path.join(base, "other");
      fs.mkdirSync(path.join(other, "deep"), { recursive: true });
      editor = path.join(base, "editor");
      const storeDir = makeStore(editor, work);
      register(data, { root: work, storeDir });
      env["CHECKPOINT_STORE"] = storeDir;
    });

    it("uses the terminal's store in the folder it was opened for, and below it", () => {
      for (const cwd of [work, path.join(work, "deep", "er")]) {
        const found = find({ cwd });
        assert.equal(found.root, work);
        assert.equal(found.storeDir, env["CHECKPOINT_STORE"]);
        assert.equal(found.home, editor);
      }
    });

    it("uses the registered store of the current folder", () => {
      const storeDir = makeStore(path.join(base, "elsewhere"), other);
      register(data, { root: other, storeDir });
      for (const cwd of [other, path.join(other, "deep")])
        assert.equal(find({ cwd }).storeDir, storeDir);
      // It does so even if the variable names the folder that contains stores.
      env["CHECKPOINT_STORE"] = editor;
      assert.equal(find({ cwd: other }).storeDir, storeDir);
      assert.equal(find({ cwd: work }).storeDir, storeDirFor(editor, work));
    });

    it("creates the store of an unregistered folder where it will be found again", () => {
      const found = find({ cwd: other });
      assert.equal(found.storeDir, storeDirFor(data, other));
      assert.equal(found.isExplicit, false);
    });

    it("follows the registry for a moved folder that kept its old store", () => {
      const moved = path.join(base, "moved");
      fs.mkdirSync(moved);
      register(data, { root: moved, storeDir: env["CHECKPOINT_STORE"]! });
      const found = find({ cwd: moved });
      assert.equal(found.storeDir, env["CHECKPOINT_STORE"]);
    });

    it("refuses --store if it names another folder's store", () => {
      assert.throws(
        () => find({ cwd: other, store: env["CHECKPOINT_STORE"]! }),
        (error) => CheckpointError.is(error, "bad-input"),
      );
    });
  });

  it("finds the editor's store through the registry from a subfolder", () => {
    const storeDir = makeStore(path.join(base, "editor"), work);
    register(data, { root: work, storeDir, settings: { exclude: ["*.log"] } });
    const found = find({ cwd: path.join(work, "deep") });
    assert.equal(found.root, work);
    assert.equal(found.storeDir, storeDir);
    assert.deepEqual(found.settings, { exclude: ["*.log"] });
  });

  it("ignores an entry whose store is gone", () => {
    register(data, { root: work, storeDir: path.join(base, "gone") });
    assert.equal(find({ cwd: work }).home, data);
  });

  it("keeps using the command's store when the editor opens the folder later", () => {
    const storeDir = makeStore(data, work);
    const newStores = path.join(base, "editor");
    const found = locate({
      env,
      platform: process.platform,
      cwd: work,
      newStores,
    });
    assert.equal(found.storeDir, storeDir);
  });

  it("puts a new store where the host wants it", () => {
    const newStores = path.join(base, "editor");
    const found = locate({
      env,
      platform: process.platform,
      cwd: work,
      newStores,
    });
    assert.equal(found.home, newStores);
  });

  it("refuses a missing folder, and a file", () => {
    fs.writeFileSync(path.join(work, "file"), "");
    const code = (workspace: string) => {
      try {
        find({ cwd: work, workspace });
      } catch (error) {
        return CheckpointError.from(error).code;
      }
      return null;
    };
    assert.equal(code("nowhere"), "not-found");
    assert.equal(code("file"), "bad-input");
  });

  it("refuses a file as the folder that contains stores", () => {
    const file = path.join(base, "file");
    fs.writeFileSync(file, "");
    assert.throws(
      () => find({ cwd: work, store: file }),
      (error) => CheckpointError.is(error, "bad-input"),
    );
  });
});

describe("folderKey", () => {
  it("is readable, and differs for folders of the same name", () => {
    const [a, b] = [folderKey("/home/a/My App!"), folderKey("/home/b/My App!")];
    assert.match(a, /^my-app-[0-9a-f]{16}$/);
    assert.notEqual(a, b);
  });

  it("is a safe file name whatever the folder is called", () => {
    for (const name of ["/", "/tmp/..x", "/tmp/" + "é".repeat(300), "/a/\n"])
      assert.match(folderKey(name), /^[a-z0-9-]{1,60}$/);
  });
});
