import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { assetsDir, repository } from "../helpers/repository";
import { workspaceForEach } from "../helpers/tempWorkspace";

const FILES = 1500;
const FOLDERS = 15;

interface Save {
  moment: number;
  text: string;
  isOver: boolean;
}

/** Saves that a first capture lets through are reported while most of the folder is not recorded. */
describe("a worker killed during the first capture of a folder", function () {
  this.timeout(60_000);
  const workspace = workspaceForEach();

  for (const saves of [1, 3, 6])
    it(`keeps ${saves} reported saves, and a restore of one deletes nothing`, async () => {
      const made = workspace({ "saved.txt": "save 0\n" });
      for (let i = 0; i < FOLDERS; i++)
        fs.mkdirSync(made.at(`src/${i}`), { recursive: true });
      for (let i = 0; i < FILES; i++)
        fs.writeFileSync(made.at(`src/${i % FOLDERS}/${i}`), `file ${i}\n`);
      const { storeDir, reported } = killedAfter(saves, made.root, made.base);
      assert.equal(reported.length, saves);
      assert.ok(!reported[0]!.isOver, "a save is answered before the rest");

      const engine = await made.open({ storeDir });
      assert.ok(engine.verify().ok);
      for (const { moment, text } of reported)
        assert.equal(
          Buffer.from(engine.read(`@${moment}`, "saved.txt")).toString(),
          text,
        );
      made.write("saved.txt", "after the kill\n");
      const { moment } = engine.capture();
      assert.equal(engine.files(`@${moment}`).length, FILES + 1);
      const before = made.tree();
      for (const save of reported) {
        const plan = engine.planRestore({ to: `@${save.moment}` });
        assert.deepEqual(
          plan.writes.map((write) => write.path),
          ["saved.txt"],
        );
        assert.deepEqual(plan.deletes, []);
        assert.ok(engine.applyRestore(plan.id).applied);
        assert.equal(made.text("saved.txt"), save.text);
      }
      made.write("saved.txt", "after the kill\n");
      assert.deepEqual(made.tree(), before);
    });
});

/** Runs a host that is killed right after its last save; returns what it reported. */
function killedAfter(
  saves: number,
  root: string,
  home: string,
): { storeDir: string; reported: Save[] } {
  const entry = path.join(repository, "out/test/worker/saver.entry.js");
  const { stdout, signal } = spawnSync(
    process.execPath,
    [entry, root, home, assetsDir, `${saves}`],
    { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] },
  );
  assert.equal(signal, "SIGKILL");
  const [opened, ...reported] = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { storeDir: string } & Save);
  return { storeDir: opened!.storeDir, reported };
}
