import assert from "node:assert/strict";
import fs from "node:fs/promises";
import path from "node:path";
import type { CheckpointError } from "../../../src/engine/model/errors";
import { api, git, reading, root, write } from "./support";

/**
 * Git removes a file and creates it again; where the restore put it back in between, git
 * fails for that file. Anything else is an error.
 */
function lostRace(error: unknown): void {
  assert.match(String(error), /unable to create file .*: File exists/);
}

describe("a restore while git writes", () => {
  const names = Array.from({ length: 60 }, (_, i) => `race/f${i}.txt`);
  const text = (branch: string, name: string) =>
    `${name} on ${branch}\n`.repeat(200);
  const put = async (branch: string) => {
    for (const name of names) await write(name, text(branch, name));
    await git("add", "race");
    await git("commit", "-m", branch);
  };

  before(async () => {
    await put("main");
    await git("checkout", "-b", "racing");
    await put("racing");
    await git("checkout", "-f", "main");
  });
  after(async () => {
    await git("checkout", "-f", "main");
    await git("branch", "-D", "racing");
    await fs.rm(path.join(root(), "race"), { recursive: true });
  });

  it("is applied completely or not at all, and reports which", async () => {
    const checkpoints = await api();
    const { number } = await checkpoints.save({ name: "before the race" });
    let isOver = false;
    const checkouts = (async () => {
      for (let i = 0; !isOver; i++)
        await git("checkout", "-f", i % 2 ? "main" : "racing").catch(lostRace);
    })();
    try {
      for (let i = 0; i < 12; i++) {
        const done = await checkpoints
          .restore(`#${number}`, { paths: ["race"] })
          .catch((error: CheckpointError) => {
            assert.equal(error.code, "plan-changed", error.message);
            return null;
          });
        assert.ok(!done?.isHalfDone, JSON.stringify(done?.failures));
        for (const failure of done?.failures ?? [])
          assert.equal(failure.code, "plan-changed", JSON.stringify(failure));
      }
    } finally {
      isOver = true;
      await checkouts;
    }
    for (const name of names) {
      const now = await fs.readFile(path.join(root(), name), "utf8");
      assert.ok(
        ["main", "racing"].some((branch) => now === text(branch, name)),
        name,
      );
    }
    assert.equal(await reading((engine) => engine.verify().ok), true);
  });
});
