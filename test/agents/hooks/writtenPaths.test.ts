import assert from "node:assert/strict";
import { writtenPaths } from "../../../src/agents/hooks/writtenPaths";

const isFolder = (given: string) => /^(src|lib)$/.test(given);
const of = (line: string) => writtenPaths(line, isFolder);

describe("what a command line names as what it writes", () => {
  /** Nothing but these. */
  for (const [line, ...paths] of [
    ["sed -i s/a/b/ m.ts", "m.ts"],
    ["sleep 2; sed -i 's/a/b/' m.ts && sleep 2", "m.ts"],
    ["sed -i '' -e s/a/b/ x y", "x", "y"],
    ["sed -i.bak s/a/b/ x", "x", "x.bak"],
    ["sed -i -es/a/b/ x", "x"],
    ["sed --in-place=.old --expression=s/a/b/ x", "x", "x.old"],
    ["perl -pi -e 's/a/b/' x", "x"],
    ["perl -i.bak -0777pe 's/a/b/gs' x", "x", "x.bak"],
    ["rm a b", "a", "b"],
    ["rm -rf build", "build", "build/"],
    ["mv a b", "b", "b/", "a", "a/"],
    ["mv a src", "src/a", "src/a/", "a", "a/"],
    ["cp x y lib", "lib/x", "lib/x/", "lib/y", "lib/y/"],
    ["cp p9.md copy.md", "copy.md", "copy.md/"],
    ["echo hi > out.txt", "out.txt"],
    ["echo hi >> log.txt 2>/dev/null", "log.txt"],
    ["ls 2> errors.txt", "errors.txt"],
    ["cat > a.txt <<'EOF'\nrm -rf src\nEOF\n", "a.txt"],
    ["cd src && touch new.ts ../b", "src/new.ts", "b"],
    ["cd src && rm /work/a", "/work/a"],
    ["cat p9.md | grep x | tee found.txt", "found.txt"],
    ["git add -A && git status"],
    ["chmod +x run.sh", "+x", "run.sh"],
  ] as [string, ...string[]][])
    it(`of “${line.replaceAll("\n", "⏎")}”`, () =>
      assert.deepEqual(of(line), { paths, isOpen: false }));

  /** These, and perhaps others. */
  for (const [line, ...paths] of [
    ["make"],
    ["git commit -m x"],
    ["sudo rm a"],
    ["A=1 cd src; rm a"],
    ["cd src || rm a"],
    ["npm test -- p9.test.ts"],
    ["vitest run a.test.ts"],
    ["prettier --write a.ts"],
    ["git checkout -- a.ts"],
    ["rm *.log"],
    ["rm $FILE b", "b"],
    ["sed -i s/a/b/ m.ts; make", "m.ts"],
    ["sed s/a/b/w\\ out in.txt"],
    ["sed -i 's/a/b/w other.txt' m.ts"],
    ["sed -i '1e make' m.ts"],
    ["sed -i 2w\\ out m.ts"],
    ["perl -i -e 'unlink q(x)' y"],
    ["perl -pi -e 's/a/rename(q(b),q(c))/e' y"],
    ["node gen.js > out.json", "out.json"],
    ["(cd src && rm a); rm b"],
    ["cd $DIR && rm a"],
    ["cd - && rm a"],
    ["$(cat program) a"],
    ["for f in a b; do rm $f; done"],
    ["find . -name x -delete"],
    ["xargs rm < list"],
    ["bash -c 'rm a'"],
    ["source env.sh; rm a"],
    ["touch -r p9.md a"],
    ["cp -t lib x"],
  ] as [string, ...string[]][])
    it(`of “${line}”, which may write more`, () =>
      assert.deepEqual(of(line), { paths, isOpen: true }));
});
