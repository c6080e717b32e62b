import assert from "node:assert/strict";
import { quickExclude } from "../../../src/extension/capture/quickExclude";

describe("the quick look at excludes", () => {
  const exclude = ["**/node_modules/**", "**/.cache/**", "*.log", "**/a*/**"];

  it("knows folders by name, at any depth", () => {
    const isExcluded = quickExclude(exclude, []);
    assert(isExcluded("node_modules/x/index.js"));
    assert(isExcluded("packages/a/node_modules/x.js"));
    assert(isExcluded("node_modules"));
  });

  it("leaves every other question to the engine", () => {
    const isExcluded = quickExclude(exclude, []);
    for (const path of ["src/a.ts", "x.log", "abc/x", "my_node_modules/x"])
      assert(!isExcluded(path), path);
  });

  it("says nothing when something is included: that may lie in there", () => {
    const isExcluded = quickExclude(exclude, ["node_modules/mine/**"]);
    assert(!isExcluded("node_modules/mine/x.js"));
  });
});
