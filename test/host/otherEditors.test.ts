import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { openInOtherEditors } from "../../src/host/otherEditors";

describe("the files that other editors have open", () => {
  let root: string;
  beforeEach(() => {
    root = fs.mkdtempSync(path.join(os.tmpdir(), "checkpoint-editors-"));
    fs.mkdirSync(path.join(root, "src"));
  });
  afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

  const marks: [editor: string, mark: string][] = [
    ["Vim", ".a.ts.swp"],
    ["a second Vim", ".a.ts.swo"],
    ["Kate", ".a.ts.kate-swp"],
    ["Emacs", ".#a.ts"],
    ["LibreOffice", ".~lock.a.ts#"],
  ];
  for (const [editor, mark] of marks)
    it(`are known of ${editor}`, () => {
      fs.writeFileSync(path.join(root, "src", mark), "");
      const isOpen = openInOtherEditors(root);
      assert.ok(isOpen("src/a.ts"));
      assert.ok(isOpen(`src/${mark}`));
      assert.ok(!isOpen("a.ts"));
      assert.ok(!isOpen("src/b.ts"));
    });

  it("are none in a folder that is gone", () => {
    assert.ok(!openInOtherEditors(root)("gone/a.ts"));
  });
});
