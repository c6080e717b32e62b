import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { countLineChanges } from "../../../src/engine/model/lineChanges";
import { lockFile } from "../../helpers/lockFile";
import { Random } from "../../helpers/random";

describe("the line changes of large files", () => {
  let dir: string;
  before(() => {
    dir = fs.mkdtempSync(path.join(os.tmpdir(), "checkpoint-lines-"));
  });
  after(() => fs.rmSync(dir, { recursive: true, force: true }));

  function numstat(
    old: readonly string[],
    now: readonly string[],
  ): { added: number; removed: number } {
    fs.writeFileSync(path.join(dir, "old"), old.join(""));
    fs.writeFileSync(path.join(dir, "now"), now.join(""));
    const { stdout, stderr } = spawnSync(
      "git",
      ["diff", "--no-index", "--numstat", "old", "now"],
      {
        cwd: dir,
        encoding: "utf8",
        env: { PATH: process.env["PATH"], HOME: dir },
      },
    );
    const [, added, removed] = /^(\d+)\t(\d+)\t/.exec(stdout) ?? [];
    assert.ok(added, stderr);
    return { added: Number(added), removed: Number(removed) };
  }

  it("are as many as in git's for lines in another order", () => {
    const lines = Array.from({ length: 20_000 }, (_, i) => `line ${i}\n`);
    const sorted = [...lines].sort();
    assert.deepEqual(countLineChanges(lines, sorted), numstat(lines, sorted));
  });

  it("are as many as in git's for lock files, of which most lines are alike", () => {
    for (let seed = 1; seed <= 8; seed++) {
      const random = new Random(seed);
      const packages = Array.from({ length: 900 }, (_, i) => i);
      const old = lockFile(random, packages);
      // Much at once, as after an update of all packages and of the file's format.
      const kept = packages.filter(() => random.chance(0.7));
      const added = Array.from({ length: 250 }, (_, i) => 900 + i);
      const now = lockFile(random, [...kept, ...added]);
      assert.deepEqual(
        countLineChanges(old, now),
        numstat(old, now),
        `${seed}`,
      );
    }
  });
});
