import assert from "node:assert/strict";
import { GitignoreRules } from "../../../src/engine/workspace/gitignoreRules";

describe("the rules of a .gitignore", () => {
  it("name the line that decides", () => {
    const text = "# all logs\n*.log\r\n\n!keep.log  \n/a/**/b\nsome/dir/\n";
    const rules = new GitignoreRules(text, false);
    const lineFor = (file: string) => rules.find(file)?.line ?? null;
    assert.deepEqual(
      ["x.log", "keep.log", "a/b", "a/x/y/b", "some/dir/", "some/dir"].map(
        lineFor,
      ),
      [2, 4, 5, 5, 6, null],
    );
    assert.equal(rules.find("keep.log")?.pattern, "!keep.log");
  });

  it("ignore case where the disk does, in ASCII as git does", () => {
    const rules = new GitignoreRules("Foo\n*.LOG\nsrc/[A-C]x\nÉ\n", true);
    const isIgnored = (file: string) => rules.find(file)?.isIgnoring ?? false;
    assert.deepEqual(
      ["fOO", "a.Log", "SRC/bX", "src/dx", "É", "é"].map(isIgnored),
      [true, true, true, false, true, false],
    );
  });

  it("take few steps for a hostile pattern and a long path", () => {
    const pattern = `${"*a".repeat(60)}*b`;
    const rules = new GitignoreRules(`${pattern}\n**/${pattern}/**/x\n`, false);
    assert.equal(rules.find(`${"a".repeat(250)}/`.repeat(15) + "a"), null);
  });
});
