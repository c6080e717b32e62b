import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { makeFolders } from "../../src/base/makeFolders";

const code = (expected: string) => (error: unknown) =>
  (error as NodeJS.ErrnoException).code === expected;

describe("makeFolders", () => {
  let base: string;
  beforeEach(() => {
    base = fs.mkdtempSync(path.join(os.tmpdir(), "checkpoint-folders-"));
  });
  afterEach(() => fs.rmSync(base, { recursive: true }));

  it("creates a folder and its missing parents, and accepts one that exists", () => {
    const folder = path.join(base, "a", "b", "c");
    makeFolders(folder);
    makeFolders(folder);
    assert.ok(fs.statSync(folder).isDirectory());
    makeFolders(path.parse(base).root);
  });

  it("refuses a path at or below a file", () => {
    const file = path.join(base, "file");
    fs.writeFileSync(file, "");
    assert.throws(() => makeFolders(file), code("EEXIST"));
    assert.throws(() => makeFolders(path.join(file, "a", "b")));
    assert.deepEqual(fs.readdirSync(base), ["file"]);
  });

  it("returns where nothing can be created", () => {
    if (!fs.existsSync("/proc/self")) return; // only Linux has such a folder
    // Node's own recursive mkdir never returns from this.
    assert.throws(() => makeFolders("/proc/stores/a"), code("ENOENT"));
  });
});
