import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { realProcesses } from "../../../../src/base/processes";
import { orphanLocks } from "../../../helpers/crash";
import { ENDED, HOLDS, READY, Taker } from "./lockSteps";

/** More calls than are ever needed to take the lock of an owner that is gone. */
const CALLS = 40;

describe("the lock of an owner that is gone", function () {
  this.timeout(300_000);
  let dir: string;
  let file: string;
  let takers: [Taker, Taker];
  before(() => {
    dir = fs.mkdtempSync(path.join(os.tmpdir(), "checkpoint-lock-"));
    file = path.join(dir, "lock");
    takers = [new Taker(), new Taker()];
  });
  after(async () => {
    await Promise.all(takers.map((taker) => taker.close()));
    fs.rmSync(dir, { recursive: true });
  });

  /** What a process leaves behind if it dies at each step of taking the lock. */
  async function leftBehind(): Promise<Map<string, Record<string, string>>> {
    const states = new Map<string, Record<string, string>>();
    for (let calls = 0, isOver = false; !isOver; calls++) {
      const { boot, namespace } = realProcesses;
      const host = os.hostname();
      const dead = { pid: 1, host, boot, namespace, token: "dead" };
      put({ lock: JSON.stringify(dead) });
      orphanLocks(dir);
      const victim = new Taker();
      victim.begin(file);
      victim.go(calls);
      assert.ok(calls < CALLS && victim.at !== ENDED, "nobody gets it");
      isOver = victim.at === HOLDS;
      await victim.close();
      orphanLocks(dir);
      const state = Object.fromEntries(
        fs
          .readdirSync(dir)
          .map((name) => [name, fs.readFileSync(path.join(dir, name), "utf8")]),
      );
      // Tokens differ between attempts.
      const shape = Object.entries(state).map(
        ([name, text]) => `${name.length} ${text.length}`,
      );
      states.set(shape.join(), state);
    }
    return states;
  }

  const rights = (state: Record<string, string>, name: string) =>
    name !== "lock" && name in state;

  function put(state: Record<string, string>): void {
    for (const name of fs.readdirSync(dir)) fs.rmSync(path.join(dir, name));
    for (const [name, text] of Object.entries(state)) {
      fs.writeFileSync(path.join(dir, name), text);
      const longAgo = new Date(Date.now() - 60_000);
      fs.utimesSync(path.join(dir, name), longAgo, longAgo);
    }
  }

  it("is taken by only one process, wherever two are suspended and a third has died", async () => {
    const states = [...(await leftBehind()).values()];
    assert.ok(states.length > 3, `only ${states.length} states`);
    let runs = 0;
    for (const state of states)
      for (let first = 0, isFirstOver = false; !isFirstOver; first++)
        for (let second = 0, isSecondOver = false; !isSecondOver; second++) {
          put(state);
          const [one, other] = takers;
          one.begin(file);
          one.go(first);
          isFirstOver = one.at !== READY || first > CALLS;
          other.begin(file);
          other.go(second);
          isSecondOver = other.at !== READY || second > CALLS;
          one.go();
          other.go();
          const both = one.at === HOLDS && other.at === HOLDS;
          const none = one.at !== HOLDS && other.at !== HOLDS;
          const when = `${first} and ${second} calls after ${JSON.stringify(state)}`;
          one.end();
          other.end();
          assert.ok(!both, `two hold it: ${when}`);
          assert.ok(!none, `nobody gets it: ${when}`);
          // What a dead process left of its right to break the lock does not block
          // others.
          const left = fs
            .readdirSync(dir)
            .filter((name) => !rights(state, name));
          assert.deepEqual(left, [], when);
          runs++;
        }
    console.log(`      ${runs} orders, ${states.length} states`);
  });
});
