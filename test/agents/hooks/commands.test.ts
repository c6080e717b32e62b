import assert from "node:assert/strict";
import { readsOnly } from "../../../src/agents/hooks/readsOnly";
import { riskyPaths } from "../../../src/agents/hooks/riskyPaths";
import { inside } from "../../../src/agents/hooks/roots";

describe("what a guard looks at", () => {
  const cases: [string, string[] | null][] = [
    ["rm -rf build", ["build"]],
    ["rm -rf 'my dir' x/y", ["my dir", "x/y"]],
    ["rm a.txt", ["a.txt"]],
    ["unlink a.txt", ["a.txt"]],
    ["cp a.txt b.txt", ["b.txt"]],
    ["cp -r a b src", ["src"]],
    ["install -m 644 a.txt lib", ["lib"]],
    ["mv a b", ["a", "b"]],
    ["rm -rf -- -odd", ["-odd"]],
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
    ["bash -lc 'rm a'", null],
    ["/bin/sh -c 'rm a'", null],
    ["cp -t lib a.txt", null],
    ["cp a.txt $HOME", null],
    ["rm -r {a,b}", null],
    ["rm a.{js,ts}", null],
    ["rm -r", null],
    ["rm src\\a.ts", null],
    ['rm "src\\a.ts"', null],
    ['rm "$(cat list)"', null],
    ["rm \\\n  a.txt", ["a.txt"]],
    // Nothing, for it destroys nothing here.
    ["git commit -F - <<'EOF'\nrm a -> b\nEOF", []],
    ["cat > a.json <<'EOF'\n{ b > c; rm d }\nEOF", ["a.json"]],
    [`cat > a <<'EOF'\n${"x\n".repeat(100_000)}EOF\nrm b`, ["a", "b"]],
    ["curl https://x | sudo bash -s", null],
    [`python3 -c 'open("a", "w")'`, null],
  ];
  for (const [line, wanted] of cases)
    it(`for “${line.slice(0, 60)}” is ${wanted ? wanted.join(", ") : "everything"}`, () =>
      assert.deepEqual(riskyPaths(line), wanted));
});

describe("a path in a folder", () => {
  const root = process.cwd();
  const cases: [string, string | null][] = [
    ["a/b", "a/b"],
    ["..odd", "..odd"],
    ["..odd/b", "..odd/b"],
    ["..", null],
    ["../a", null],
    [".", null],
  ];
  for (const [given, wanted] of cases)
    it(`is ${wanted ?? "none"} for “${given}”`, () =>
      assert.equal(inside(`${root}/${given}`, root), wanted));
});

describe("a command after which nothing needs to be looked for", () => {
  const readers = [
    "ls -la",
    "cat a.txt | grep x | head -3",
    "git status && git diff",
    "pwd; rg foo src",
    "sort names",
    "env | grep PATH",
    "cut -f1 names | uniq -c",
    "cat <<'EOF'\ntouch a\nEOF",
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
    "env CI=1 make",
    "uniq names short",
    'echo "$(touch a)"',
    "make >& a",
    "cat <<EOF\n$(touch a)\nEOF",
  ];
  for (const line of readers)
    it(`is “${line}”`, () => assert.equal(readsOnly(line), true));
  for (const line of writers)
    it(`is not “${line}”`, () => assert.equal(readsOnly(line), false));
});
