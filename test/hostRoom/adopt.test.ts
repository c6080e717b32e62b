import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { findMovedStore } from "../../src/host/adopt";
import { goneFolders } from "../../src/host/goneFolders";
import { locate } from "../../src/host/locate";
import { register } from "../../src/host/registry";
import { errorOf } from "../helpers/history";

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

  /** Makes a folder with a history; returns where that is. */
  function recorded(name: string): string {
    fs.mkdirSync(at(name), { recursive: true });
    const { root, storeDir, dataDir } = here(name);
    fs.mkdirSync(path.join(storeDir, "journal"), { recursive: true });
    register(dataDir, { root, storeDir });
    return storeDir;
  }

  it("is found by a path that leads there through a link", () => {
    const storeDir = recorded("real/app");
    fs.symlinkSync(at("real"), at("link"));
    fs.renameSync(at("real/app"), at("real/new"));
    const moved = findMovedStore(here("real/new"), at("link/app"));
    assert.deepEqual([moved.old, moved.storeDir], [at("real/app"), storeDir]);
  });

  it("is found when a link to the folder stands in its old place", () => {
    const storeDir = recorded("app");
    fs.mkdirSync(at("large"));
    fs.renameSync(at("app"), at("large/app"));
    fs.symlinkSync(at("large/app"), at("app"));
    const location = here("large/app");
    const moved = findMovedStore(location, at("app"));
    assert.deepEqual([moved.old, moved.storeDir], [at("app"), storeDir]);
    assert.deepEqual(goneFolders(location.dataDir, location.root), [at("app")]);
  });

  it("is found when a link to a folder above stands in its old place", () => {
    const storeDir = recorded("all/app");
    fs.renameSync(at("all"), at("large"));
    fs.symlinkSync(at("large"), at("all"));
    const moved = findMovedStore(here("large/app"), at("all/app"));
    assert.deepEqual([moved.old, moved.storeDir], [at("all/app"), storeDir]);
  });

  it("is not taken from a folder that is there, nor from itself", () => {
    recorded("app");
    recorded("copy");
    fs.symlinkSync(at("app"), at("link"));
    for (const [to, from] of [
      ["copy", "app"],
      ["copy", "link"],
      ["app", "app"],
    ] as const) {
      const error = errorOf(
        () => findMovedStore(here(to), at(from)),
        "refused",
      );
      assert.match(error.message, /is still there/);
    }
    errorOf(() => findMovedStore(here("app"), at("link")), "not-found");
  });
});
