import assert from "node:assert/strict";
import crypto from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { soakFactor } from "../helpers/random";
import { workspaceForEach } from "../helpers/tempWorkspace";
import { GREEDY, Worker } from "./workers";

const EACH = 60 * soakFactor();

describe("prune and compact next to other processes", () => {
  const makeWorkspace = workspaceForEach();

  it("lose nothing that three others record and read meanwhile", async function () {
    this.timeout(EACH * 3000);
    const workspace = makeWorkspace();
    (await workspace.open({ settings: GREEDY })).close();
    const tidier = new Worker(workspace, {
      role: "tidy",
      name: "tidier",
      count: 0,
    });
    const writers = ["a", "b", "c"].map(
      (name) => new Worker(workspace, { role: "write", name, count: EACH }),
    );
    await Promise.all(writers.map((writer) => writer.ended));
    fs.writeFileSync(path.join(workspace.base, "stop"), "");
    await tidier.ended;
    assert.deepEqual(
      [tidier, ...writers].flatMap((one) => one.failures),
      [],
    );

    const engine = await workspace.open({ settings: GREEDY });
    const made = writers.flatMap((writer) => writer.made);
    const named = made.filter(({ isOfEarlier }) => isOfEarlier).length;
    assert.equal(made.length - named, 3 * EACH);
    const numbers = made.map((line) => line.number).sort((x, y) => x - y);
    assert.deepEqual(
      numbers,
      numbers.map((_, n) => n),
      "each number once",
    );
    for (const { number, kind, file, hash } of made)
      if (kind === "manual")
        assert.equal(hashOf(engine.read(`#${number}`, file)), hash);
    assert.deepEqual(engine.verify().damaged, []);
    // How many of them are of earlier moments depends on what was forgotten by then.
    console.log(`      ${made.length - named} checkpoints by 3 processes`);
    assert.ok(named > 0);
    assert.ok(tidier.rounds > 2, "too little was freed to mean anything");
  });
});

function hashOf(bytes: Uint8Array): string {
  return crypto.createHash("sha256").update(bytes).digest("hex");
}
