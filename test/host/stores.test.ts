import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { hasStore } from "../../src/host/stores";
import { asSomebody } from "../helpers/asSomebody";
import { errorOf } from "../helpers/history";

describe("hasStore", () => {
  let base: string;
  let storeDir: string;

  beforeEach(() => {
    base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "stores-")));
    storeDir = path.join(base, "store");
    fs.mkdirSync(storeDir);
  });
  afterEach(() => fs.rmSync(base, { recursive: true, force: true }));

  it("is true if there is a store, false if there is none or a file", () => {
    assert.equal(hasStore(storeDir), false);
    fs.writeFileSync(path.join(storeDir, "format.json"), "{}");
    assert.equal(hasStore(storeDir), true);
    assert.equal(hasStore(path.join(base, "missing")), false);
    assert.equal(hasStore(path.join(storeDir, "format.json")), false);
  });

  it("does not mistake an unreadable history for a missing one", function () {
    if (process.platform === "win32") this.skip();
    fs.writeFileSync(path.join(storeDir, "format.json"), "{}");
    fs.chmodSync(base, 0o755);
    fs.chmodSync(storeDir, 0);
    const error = asSomebody(() => errorOf(() => hasStore(storeDir), "io"));
    fs.chmodSync(storeDir, 0o700);
    assert.equal(error.data["end"], "closed");
    assert.equal(error.data["path"], storeDir);
  });
});
