import assert from "node:assert/strict";
import { readsOnly } from "../../../src/agents/hooks/readsOnly";
import { riskyPaths } from "../../../src/agents/hooks/riskyPaths";

describe("what a guard looks at", () => {
  const cases: [string, string[] | null][] = [
    ["rm -rf build", ["build"]],
    ["rm -rf 'my dir' x/y", ["my dir", "x/y"]],
    ["mv a b", ["a", "b"]],
    ["echo hi > out.txt", ["out.txt"]],
    ["ls > a && rm -r b", ["a", "b"]],
    ["cat x | tee y", ["y"]],
    // Anything may be meant, or names mean something else from there on.
    ["rm -rf build && git checkout -- .", null],
    ["cd src && rm -rf a", null],
    ["rm -rf *", null],
    ["rm -rf $TARGET", null],
    ["rm -rf ~/x", null],
    ["git reset --hard", null],
    ["find . -delete", null],
    ["sudo rm -rf a", null],
  ];
  for (const [line, wanted] of cases)
    it(`for “${line}” is ${wanted ? wanted.join(", ") : "everything"}`, () =>
      assert.deepEqual(riskyPaths(line), wanted));
});

describe("a command after which nothing needs to be looked for", () => {
  const readers = [
    "ls -la",
    "cat a.txt | grep x | head -3",
    "git status && git diff",
    "pwd; rg foo src",
    "sort names",
  ];
  const writers = [
    "npm test",
    "echo x > a",
    "echo x >> a",
    "git commit -m x",
    "sort -o a a",
    "cat a | tee b",
    "sed -i s/a/b/ c",
    "python x.py",
    "",
    "ls && make",
  ];
  for (const line of readers)
    it(`is “${line}”`, () => assert.equal(readsOnly(line), true));
  for (const line of writers)
    it(`is not “${line}”`, () => assert.equal(readsOnly(line), false));
});
