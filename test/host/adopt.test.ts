import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { realDisk } from "../../src/base/realDisk";
import { adoptStore, findMovedStore } from "../../src/host/adopt";
import { goneFolders } from "../../src/host/goneFolders";
import { locate } from "../../src/host/locate";
import { allRegistered, register } from "../../src/host/registry";
import { errorOf } from "../helpers/history";
import { assetsDir } from "../helpers/repository";

describe("the history of a folder that was moved", () => {
  let base: string;
  beforeEach(() => {
    const made = fs.mkdtempSync(path.join(os.tmpdir(), "checkpoint-moved-"));
    base = fs.realpathSync(made);
  });
  afterEach(() => fs.rmSync(base, { recursive: true }));

  const at = (name: string) => path.join(base, ...name.split("/"));
  const here = (name: string) =>
    locate({
      workspace: at(name),
      env: { HOME: at("home"), LOCALAPPDATA: at("home"), USERPROFILE: base },
      cwd: base,
    });

  /** Creates a folder with a history; returns its location. */
  function recorded(name: string): string {
    fs.mkdirSync(at(name), { recursive: true });
    const { root, storeDir, dataDir } = here(name);
    fs.mkdirSync(path.join(storeDir, "journal"), { recursive: true });
    register(dataDir, { root, storeDir });
    return storeDir;
  }

  it("is found by an old path that contains a link", () => {
    const storeDir = recorded("real/app");
    fs.symlinkSync(at("real"), at("link"));
    fs.renameSync(at("real/app"), at("real/new"));
    const moved = findMovedStore(here("real/new"), at("link/app"));
    assert.deepEqual([moved.old, moved.storeDir], [at("real/app"), storeDir]);
  });

  it("is found when the old path is now a link to the folder", () => {
    const storeDir = recorded("app");
    fs.mkdirSync(at("large"));
    fs.renameSync(at("app"), at("large/app"));
    fs.symlinkSync(at("large/app"), at("app"));
    const location = here("large/app");
    const moved = findMovedStore(location, at("app"));
    assert.deepEqual([moved.old, moved.storeDir], [at("app"), storeDir]);
    assert.deepEqual(goneFolders(location.dataDir, location.root), [at("app")]);
  });

  it("is found when a parent of the old path is now a link", () => {
    const storeDir = recorded("all/app");
    fs.renameSync(at("all"), at("large"));
    fs.symlinkSync(at("large"), at("all"));
    const moved = findMovedStore(here("large/app"), at("all/app"));
    assert.deepEqual([moved.old, moved.storeDir], [at("all/app"), storeDir]);
  });

  const refuses = (to: string, from: string) => {
    const { problem } = errorOf(
      () => findMovedStore(here(to), at(from)),
      "refused",
    );
    assert.equal(problem, "folder-still-there");
  };

  it("is not taken from a folder that still exists, nor from itself", () => {
    recorded("app");
    recorded("copy");
    refuses("copy", "app");
    refuses("app", "app");
  });

  it("is not taken from a folder that still exists, through a link to it", () => {
    recorded("app");
    recorded("copy");
    fs.symlinkSync(at("app"), at("link"));
    refuses("copy", "link");
    errorOf(() => findMovedStore(here("app"), at("link")), "not-found");
  });

  for (const [whose, name] of [
    ["that history", "app"],
    ["the folder's own", "new"],
  ] as const)
    it(`is not moved while another process writes to ${whose}`, async () => {
      recorded("app");
      const old = here("app");
      fs.renameSync(at("app"), at("new"));
      recorded("new");
      const location = here("new");
      const { storeDir } = name === "app" ? old : location;
      const lock = path.join(storeDir, "lock");
      const writer = spawn(process.execPath, ["-e", WRITER, lock], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const ended = once(writer, "exit");
      await once(writer.stdout, "data");
      const moved = findMovedStore(location, at("app"));
      const engine = await adoptStore(location, moved, { assetsDir });
      engine.close();
      assert.deepEqual(await ended, [0, null], "the store was moved meanwhile");
      const places = fs.readdirSync(path.dirname(storeDir));
      for (const place of places)
        assert.ok(!fs.existsSync(path.join(storeDir, "..", place, "lock")));
    });

  it("is synced at its new location before the old one is unregistered", async () => {
    recorded("app");
    fs.renameSync(at("app"), at("new"));
    const location = here("new");
    const moved = findMovedStore(location, at("app"));
    const registry = () =>
      allRegistered(location.dataDir).map(({ root }) => root);
    const known: string[][] = [];
    const disk = { ...realDisk };
    realDisk.syncFolder = (folder) => {
      const isMoved = fs.existsSync(moved.target);
      if (isMoved && folder === path.dirname(moved.target))
        known.push(registry());
    };
    try {
      const engine = await adoptStore(location, moved, { assetsDir });
      engine.close();
    } finally {
      Object.assign(realDisk, disk);
    }
    assert.deepEqual(known[0], [at("app")], "the registry still knows it");
    assert.ok(!registry().includes(at("app")));
  });
});

/** Holds a lock for a while; fails if the lock is gone at the end. */
const WRITER = `
  const fs = require("fs");
  const [, lock] = process.argv;
  const owner = { pid: process.pid, start: "", thread: 0, host: require("os").hostname(), token: "writer" };
  fs.writeFileSync(lock, JSON.stringify(owner));
  console.log("held");
  setTimeout(() => {
    if (!fs.readFileSync(lock, "utf8").includes("writer")) process.exit(1);
    fs.unlinkSync(lock);
  }, 500);`;
