import assert from "node:assert/strict";
import crypto from "node:crypto";
import { Random, seedOf, soakFactor } from "../helpers/random";
import { workspaceForEach } from "../helpers/tempWorkspace";
import { GREEDY, Worker } from "./workers";

const KILLS = 15 * soakFactor();

describe("a process killed while it prunes and compacts", () => {
  const makeWorkspace = workspaceForEach();

  it("leaves every kept checkpoint complete and the store intact", async function () {
    this.timeout(KILLS * 10_000);
    const random = new Random(seedOf(11));
    const workspace = makeWorkspace();
    (await workspace.open({ settings: GREEDY })).close();
    const kept: { number: number; file: string; hash: string }[] = [];
    let rounds = 0;
    for (let n = 0; n < KILLS; n++) {
      const worker = new Worker(workspace, {
        role: "both",
        name: "w",
        count: 0,
      });
      await worker.said(random.between(2, 30));
      // Not at the line that was just printed, but somewhere after it.
      await new Promise((resolve) => setTimeout(resolve, random.below(15)));
      await worker.kill();
      assert.deepEqual(worker.failures, []);
      rounds += worker.rounds;
      kept.push(...worker.made.filter((line) => line.kind === "manual"));

      const engine = await workspace.open({ settings: GREEDY });
      for (const { number, file, hash } of kept)
        assert.equal(hashOf(engine.read(`#${number}`, file)), hash);
      assert.deepEqual(engine.verify().damaged, []);
      engine.close();
    }
    console.log(`      ${KILLS} killed, all that was reported is kept`);
    assert.ok(rounds > KILLS, "too little was freed to mean anything");
  });
});

function hashOf(bytes: Uint8Array): string {
  return crypto.createHash("sha256").update(bytes).digest("hex");
}
