import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { goneFolders } from "../../src/host/goneFolders";
import { register } from "../../src/host/registry";

describe("folders that are gone", () => {
  let base: string;
  beforeEach(() => {
    base = fs.mkdtempSync(path.join(os.tmpdir(), "checkpoint-gone-"));
  });
  afterEach(() => fs.rmSync(base, { recursive: true }));

  it("are those with a history that this one may have been moved from", () => {
    const data = path.join(base, "data");
    const here = path.join(base, "here", "shop");
    const known = (root: string, hasHistory = true) => {
      const storeDir = path.join(base, "stores", root.replaceAll("/", "-"));
      fs.mkdirSync(storeDir, { recursive: true });
      if (hasHistory)
        fs.writeFileSync(path.join(storeDir, "format.json"), "{}");
      register(data, { root, storeDir });
    };
    fs.mkdirSync(path.join(base, "here", "still there"), { recursive: true });
    fs.mkdirSync(here);
    known(here);
    known(path.join(base, "here", "still there"));
    known(path.join(base, "here", "renamed"));
    known(path.join(base, "elsewhere", "shop"));
    known(path.join(base, "elsewhere", "another"));
    known(path.join(base, "here", "no history"), false);
    assert.deepEqual(goneFolders(data, here), [
      path.join(base, "elsewhere", "shop"),
      path.join(base, "here", "renamed"),
    ]);
  });
});
