import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { CheckpointError } from "../../src/engine/model/errors";
import { locate } from "../../src/host/locate";
import { register } from "../../src/host/registry";
import { folderKey, storeDirFor } from "../../src/host/stores";

describe("locate", () => {
  let base: string;
  let work: string;
  let env: Record<string, string>;
  let data: string;

  beforeEach(() => {
    base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "locate-")));
    work = path.join(base, "work");
    fs.mkdirSync(path.join(work, "deep", "er"), { recursive: true });
    env = { XDG_DATA_HOME: path.join(base, "data"), HOME: base };
    data = path.join(base, "data", "checkpoint");
  });
  afterEach(() => fs.rmSync(base, { recursive: true, force: true }));

  const find = (request: { cwd: string; workspace?: string; store?: string }) =>
    locate({ env, platform: "linux", ...request });
  const makeStore = (home: string, root: string) => {
    const storeDir = storeDirFor(home, root);
    fs.mkdirSync(storeDir, { recursive: true });
    fs.writeFileSync(path.join(storeDir, "format.json"), "{}");
    return storeDir;
  };

  it("takes the current folder and the data folder when nothing is known", () => {
    const found = find({ cwd: work });
    assert.equal(found.root, work);
    assert.equal(found.home, data);
    assert.equal(found.storeDir, path.join(data, "stores", folderKey(work)));
    assert.equal(found.isExplicit, false);
  });

  it("takes the nearest folder above that has a store", () => {
    makeStore(data, work);
    assert.equal(find({ cwd: path.join(work, "deep", "er") }).root, work);
    makeStore(data, path.join(work, "deep"));
    assert.equal(
      find({ cwd: path.join(work, "deep", "er") }).root,
      path.join(work, "deep"),
    );
  });

  it("takes the folder it is given, whatever lies above", () => {
    makeStore(data, work);
    const deep = path.join(work, "deep");
    assert.equal(find({ cwd: work, workspace: "deep" }).root, deep);
  });

  it("takes a folder reached by a link for the folder itself", () => {
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

  it("finds the editor's store from below the folder by the registry", () => {
    const storeDir = makeStore(path.join(base, "editor"), work);
    register(data, { root: work, storeDir, settings: { exclude: ["*.log"] } });
    const found = find({ cwd: path.join(work, "deep") });
    assert.equal(found.root, work);
    assert.equal(found.storeDir, storeDir);
    assert.deepEqual(found.settings, { exclude: ["*.log"] });
  });

  it("forgets an entry whose store is gone", () => {
    register(data, { root: work, storeDir: path.join(base, "gone") });
    assert.equal(find({ cwd: work }).home, data);
  });

  it("keeps a store of the command when the editor comes later", () => {
    const storeDir = makeStore(data, work);
    const newStores = path.join(base, "editor");
    const found = locate({ env, platform: "linux", cwd: work, newStores });
    assert.equal(found.storeDir, storeDir);
  });

  it("puts a new store where the host wants it", () => {
    const newStores = path.join(base, "editor");
    const found = locate({ env, platform: "linux", cwd: work, newStores });
    assert.equal(found.home, newStores);
  });

  it("refuses a folder that is not there, and a file", () => {
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

  it("refuses a file that is named as the folder of stores", () => {
    const file = path.join(base, "file");
    fs.writeFileSync(file, "");
    assert.throws(
      () => find({ cwd: work, store: file }),
      (error) => CheckpointError.is(error, "bad-input"),
    );
  });
});

describe("folderKey", () => {
  it("is readable and tells folders of one name apart", () => {
    const [a, b] = [folderKey("/home/a/My App!"), folderKey("/home/b/My App!")];
    assert.match(a, /^my-app-[0-9a-f]{16}$/);
    assert.notEqual(a, b);
  });

  it("is a safe file name whatever the folder is called", () => {
    for (const name of ["/", "/tmp/..x", "/tmp/" + "é".repeat(300), "/a/\n"])
      assert.match(folderKey(name), /^[a-z0-9-]{1,60}$/);
  });
});
