import assert from "node:assert/strict";
import {
  onlyEditsInPlace,
  riskyPaths,
} from "../../../src/agents/hooks/riskyPaths";
import { inside } from "../../../src/agents/hooks/roots";

describe("the paths that a guard captures", () => {
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
    // The command may change anything, or later names refer to another folder.
    ["rm -rf build && git checkout -- .", null],
    ["cd src && rm -rf a", null],
    ["\\cd src; rm -rf a", null],
    ["command cd src; rm a", null],
    ["builtin cd src; rm a", null],
    ["A=1 cd src; rm a", null],
    ["A=1 B=2 command cd src && rm a", null],
    ["c\\d src; rm a", null],
    ["'cd' src; rm a", null],
    ["cd -- src; rm a", null],
    ['cd "$(pwd)/src"; rm a', null],
    ["(cd src; ls); rm a", null],
    ["{ cd src; } && rm a", null],
    ["if cd src; then rm a; fi", null],
    ["! cd src || rm a", null],
    ["time cd src; rm a", null],
    ["pushd src; rm a", null],
    ["A=1 pushd src; rm a", null],
    ["z src; rm a", null],
    ["chdir src; rm a", null],
    ["Set-Location src; rm a", null],
    ["$GO src; rm a", null],
    ["`echo cd` src; rm a", null],
    ["alias go=cd; go src; rm a", null],
    ["A=1 eval 'cd src'; rm a", null],
    ["command . ./moves.sh; rm a", null],
    ["env -C src rm a", null],
    ["cd src > log; rm a", null],
    ["echo a > b; A=1 cd src; echo c > d", null],
    ["[ -d a ] && rm -r a", ["a"]],
    ["[[ -d a ]] && rm -r a", ["a"]],
    ["A=1 make; rm a", null],
    ["make 2> log", null],
    ["ls >> log; rm a", ["log", "a"]],
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
    // Git hooks may change anything.
    ["git commit -F - <<'EOF'\nrm a -> b\nEOF", null],
    // It only reads, so there are none.
    ["git log --oneline > /dev/null", []],
    ["cat > a.json <<'EOF'\n{ b > c; rm d }\nEOF", ["a.json"]],
    [`cat > a <<'EOF'\n${"x\n".repeat(100_000)}EOF\nrm b`, ["a", "b"]],
    ["curl https://x | sudo bash -s", null],
    // A script can write other files than those that are named, or run programs.
    ["sed -i s/a/b/ x.ts", ["x.ts"]],
    ["sed -i.bak -E 's/a/b/g; 3d' -- x y", ["x", "x.bak", "y", "y.bak"]],
    ["sed -i -es/a/b/ x", ["x"]],
    ["sed -i --expression=s/a/b/ x", ["x"]],
    ["perl -pi -e 's/a/b/' x", ["x"]],
    ["sed 's/a/b/w out' x", null],
    ["sed -i 2w\\ out x", null],
    ["sed -i '1e rm b' x", null],
    ["sed -i s/a/date/e x", null],
    ["sed -i -f wipe.sed x", null],
    ["sed -i --follow-symlinks s/a/b/ x", null],
    [`perl -e 'unlink "b"'`, null],
    ["perl wipe.pl x", null],
    ["perl -pi -e 's/a/rename(q(b),q(c))/e' x", null],
    ["perl -pi -e 's/a/@{[rmdir q(b)]}/' x", null],
    ["perl -pi -e 's/a/b/; rmdir q(b)' x", null],
    ["perl -Mwipe -pi -e 's/a/b/' x", null],
    [`python3 -c 'open("a", "w")'`, null],
  ];
  for (const [line, wanted] of cases)
    it(`for “${line.slice(0, 60)}” are ${wanted ? wanted.join(", ") : "everything"}`, () =>
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

describe("commands that only edit files in place", () => {
  const cases: [string, boolean][] = [
    ["sed -i s/a/b/ a.txt", true],
    ["cat x && sed -i.bak -e s/a/b/ a.txt b.txt", true],
    ["perl -pi -e s/a/b/ a.txt", true],
    ["sed -i s/a/b/ a.txt && rm -rf build", false],
    ["sed -i s/a/b/ a.txt > out.txt", false],
    ["sed -i 's/a/rm b/e' a.txt", false],
    ["sed -n p a.txt", false],
    ["$(echo rm) a; sed -i s/a/b/ a.txt", false],
    ["rm a.txt", false],
    ["ls", false],
    ["", false],
  ];
  for (const [line, wanted] of cases)
    it(line || "nothing", () => assert.equal(onlyEditsInPlace(line), wanted));
});
