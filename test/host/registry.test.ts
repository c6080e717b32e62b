import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import {
  allRegistered,
  readRegistry,
  register,
  unregister,
} from "../../src/host/registry";
import { folderKey } from "../../src/host/folderKey";

describe("the registry", () => {
  let data: string;
  beforeEach(() => {
    data = fs.mkdtempSync(path.join(os.tmpdir(), "registry-"));
  });
  afterEach(() => fs.rmSync(data, { recursive: true, force: true }));

  const fileOf = (root: string) =>
    path.join(data, "registry", `${folderKey(root)}.json`);

  it("stores a folder's store and settings", () => {
    const settings = { exclude: ["*.log"] };
    register(data, { root: "/w", storeDir: "/s/stores/w", settings });
    assert.deepEqual(readRegistry(data, "/w"), {
      root: "/w",
      storeDir: "/s/stores/w",
      settings,
    });
    assert.equal(readRegistry(data, "/other"), null);
  });

  it("keeps the settings when a host without any opens the same store", () => {
    const settings = { exclude: ["*.log"] };
    register(data, { root: "/w", storeDir: "/s", settings });
    register(data, { root: "/w", storeDir: "/s" });
    assert.deepEqual(readRegistry(data, "/w")?.settings, settings);
    register(data, { root: "/w", storeDir: "/t" });
    assert.equal(readRegistry(data, "/w")?.settings, null);
  });

  it("is private and leaves no temporary file", function () {
    register(data, { root: "/w", storeDir: "/s" });
    assert.deepEqual(fs.readdirSync(path.join(data, "registry")), [
      path.basename(fileOf("/w")),
    ]);
    if (process.platform === "win32") return;
    assert.equal(fs.statSync(fileOf("/w")).mode & 0o777, 0o600);
    assert.equal(fs.statSync(path.dirname(fileOf("/w"))).mode & 0o777, 0o700);
  });

  it("does not write when there is nothing new", () => {
    register(data, { root: "/w", storeDir: "/s" });
    const before = fs.statSync(fileOf("/w"), { bigint: true });
    register(data, { root: "/w", storeDir: "/s" });
    const after = fs.statSync(fileOf("/w"), { bigint: true });
    assert.equal(after.ino, before.ino);
    assert.equal(after.mtimeNs, before.mtimeNs);
  });

  it("ignores damaged entries and those of other folders", () => {
    for (const text of [
      "",
      "{",
      "[]",
      '"x"',
      '{"root":"/w"}',
      '{"root":"/w","storeDir":"relative/store"}',
      '{"root":"/other","storeDir":"/s"}',
    ]) {
      fs.mkdirSync(path.dirname(fileOf("/w")), { recursive: true });
      fs.writeFileSync(fileOf("/w"), text);
      assert.equal(readRegistry(data, "/w"), null, text);
    }
  });

  it("ignores invalid settings, and keeps the store", () => {
    for (const settings of [
      { exclude: 5 },
      { maxCheckpoints: "many" },
      { retention: "long" },
      ["*.log"],
      "all",
    ]) {
      const entry = { root: "/w", storeDir: "/s", settings };
      fs.mkdirSync(path.dirname(fileOf("/w")), { recursive: true });
      fs.writeFileSync(fileOf("/w"), JSON.stringify(entry));
      const wanted = { ...entry, settings: null };
      assert.deepEqual(readRegistry(data, "/w"), wanted);
      assert.deepEqual(allRegistered(data), [wanted]);
    }
  });

  it("lists and removes entries", () => {
    assert.deepEqual(allRegistered(data), []);
    register(data, { root: "/a", storeDir: "/s" });
    register(data, { root: "/b", storeDir: "/s" });
    unregister(data, "/a");
    assert.deepEqual(
      allRegistered(data).map((entry) => entry.root),
      ["/b"],
    );
  });
});
