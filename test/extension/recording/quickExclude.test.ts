import assert from "node:assert/strict";
import { quickExclude } from "../../../src/extension/recording/quickExclude";

describe("the quick check of excluded paths", () => {
  const exclude = ["**/node_modules/**", "**/.cache/**", "*.log", "**/a*/**"];

  it("recognises folders by name, at any depth", () => {
    const isExcluded = quickExclude(exclude, []);
    assert(isExcluded("node_modules/x/index.js"));
    assert(isExcluded("packages/a/node_modules/x.js"));
    assert(isExcluded("node_modules"));
  });

  it("leaves everything else to the engine", () => {
    const isExcluded = quickExclude(exclude, []);
    for (const path of ["src/a.ts", "x.log", "abc/x", "my_node_modules/x"])
      assert(!isExcluded(path), path);
  });

  it("decides nothing if there are include patterns, which may match inside", () => {
    const isExcluded = quickExclude(exclude, ["node_modules/mine/**"]);
    assert(!isExcluded("node_modules/mine/x.js"));
  });
});
