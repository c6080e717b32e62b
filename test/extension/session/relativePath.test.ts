import assert from "node:assert/strict";
import path from "node:path";
import { relativePath } from "../../../src/extension/session/relativePath";

describe("a path inside a folder", () => {
  const root = path.resolve("/work/app");
  const at = (...parts: string[]) => relativePath(root, path.join(...parts));

  it("has slashes between its names", () => {
    assert.equal(at(root, "src", "a.ts"), "src/a.ts");
    assert.equal(at(root, "..b"), "..b");
  });

  it("is undefined for paths outside, and for the folder itself", () => {
    assert.equal(at(root), undefined);
    assert.equal(at(root, ".."), undefined);
    assert.equal(at(root, "..", "app2", "a.ts"), undefined);
    assert.equal(at(path.resolve("/etc/passwd")), undefined);
  });
});
