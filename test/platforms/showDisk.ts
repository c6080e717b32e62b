import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Random } from "../helpers/random";
import type { Tree } from "../helpers/tree";
import { differences } from "../helpers/tree";
import { DiskStory, PLACEMENTS } from "./diskStory";
import type { Kind, Mounted } from "./mounts";
import { mount, TRAITS, traitsOf } from "./mounts";

const KILLS = 6;

/** Proves that a history on such a disk keeps its promises. */
export function showDisk(kind: Kind): void {
  describe(`a history on ${kind}`, function () {
    this.timeout(300_000);
    const { hasModes, hasLinks, ignoresCase } = TRAITS[kind];
    let disk: Mounted;
    let story: DiskStory | undefined;
    before(() => (disk = mount(kind)));
    afterEach(() => story?.dispose());
    after(() => disk?.dispose());

    it("is on such a disk", () => {
      assert.deepEqual(traitsOf(disk.dir), TRAITS[kind]);
    });

    for (const placement of PLACEMENTS)
      it(`restores every state, and undoes it, with ${placement} there`, async () => {
        story = new DiskStory(disk.dir, placement, ignoresCase);
        const bytes = Buffer.alloc(100_000, "some bytes of a larger file ");
        story.write("Foo.txt", "1\n");
        story.write("src/a.txt", "1\n");
        story.write("src/deep/b.bin", bytes);
        story.write("run.sh", "#!/bin/sh\n", 0o755);
        const isLinked = hasLinks || placement === "the store";
        if (isLinked) fs.symlinkSync("src/a.txt", story.at("link"));
        const first = await story.create("first");
        story.write("src/a.txt", "2\n");
        story.write("src/new.txt", "new\n");
        fs.rmSync(story.at("src/deep"), { recursive: true });
        await story.create("edited");
        fs.renameSync(story.at("Foo.txt"), story.at("foo.txt"));
        fs.renameSync(story.at("src"), story.at("Src"));
        const renamed = await story.create("renamed in case alone");
        if (hasModes) fs.chmodSync(story.at("run.sh"), 0o600);
        if (isLinked) {
          fs.rmSync(story.at("link"));
          fs.symlinkSync("elsewhere", story.at("link"));
        }
        // The same size again immediately: timestamps alone may not show the
        // change.
        story.write("Src/a.txt", "3\n");
        const last = await story.create("modes and links");
        for (const number of [first, last, renamed, first])
          await story.restores(number);
        await story.does("undo", "--yes");
        story.isAt(renamed);
        await story.does("undo", "--yes");
        story.isAt(last);
        await story.does("redo", "--yes");
        story.isAt(renamed);
        await story.isWhole();
      });

    if (!hasLinks)
      it("restores all but the links of a checkpoint that has some", async () => {
        story = new DiskStory(disk.dir, "the workspace", ignoresCase);
        story.write("a.txt", "1\n");
        const from = fs.mkdtempSync(
          path.join(os.tmpdir(), "checkpoint-links-"),
        );
        fs.writeFileSync(path.join(from, "a.txt"), "imported\n");
        fs.symlinkSync("a.txt", path.join(from, "link"));
        await story.does("import", from);
        const { applied, plan } = await story.does(
          "restore",
          "latest",
          "--yes",
        );
        assert.equal(applied, true);
        assert.deepEqual(plan?.leftAlone, [{ path: "link", reason: "link" }]);
        assert.deepEqual(fs.readdirSync(story.root), ["a.txt"]);
        assert.equal(fs.readFileSync(story.at("a.txt"), "utf8"), "imported\n");
        await story.does("undo", "--yes");
        assert.equal(fs.readFileSync(story.at("a.txt"), "utf8"), "1\n");
        fs.rmSync(from, { recursive: true });
      });

    it(`is intact after ${KILLS} kills`, async () => {
      story = new DiskStory(disk.dir, "both");
      const random = new Random(7);
      for (let i = 0; i < 10; i++) story.write(`src/f${i}.txt`, `0 of ${i}`);
      await story.create("start");
      const from = performance.now();
      await story.create("how long it takes");
      const usualMs = performance.now() - from;
      for (let kills = 0, run = 1; kills < KILLS; run++) {
        const numbers = [...story.states.keys()];
        const isRestore = run % 3 === 0;
        const target = numbers[random.below(numbers.length)]!;
        if (!isRestore)
          for (let n = 0; n < 3; n++)
            story.write(`src/f${random.below(10)}.txt`, `${run} ${n}`);
        const before = story.tree();
        const { isKilled, json } = await story.run(
          isRestore
            ? ["restore", String(target), "--yes"]
            : ["create", "-m", `run ${run}`],
          usualMs * (0.4 + 0.75 * random.next()),
        );
        if (isKilled) kills++;
        if (json.checkpoint) story.states.set(json.checkpoint.number, before);
        // Opening it ends what was interrupted.
        const { checkpoints } = await story.does("list", "-n", "1000");
        const there = new Set(checkpoints!.map(({ number }) => number));
        for (const number of story.states.keys())
          assert.ok(there.has(number), `#${number} was reported and is gone`);
        const after = story.tree();
        const isSame = (tree: Tree) => differences(after, tree).length === 0;
        assert.ok(
          isSame(before) || (isRestore && isSame(story.states.get(target)!)),
          `run ${run}: neither as before nor as planned`,
        );
      }
      await story.isWhole();
    });
  });
}
