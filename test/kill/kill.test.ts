import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import path from "node:path";
import type { Engine } from "../../src/engine/api";
import type { Checkpoint } from "../../src/engine/model/checkpoint";
import { restore } from "../helpers/history";
import { Random, seedOf, soakFactor } from "../helpers/random";
import { assetsDir } from "../helpers/repository";
import { TempWorkspace } from "../helpers/tempWorkspace";
import type { Tree } from "../helpers/tree";
import { assertSameTree } from "../helpers/tree";

const KILLS = Number(process.env["CHECKPOINT_KILLS"] ?? 200) * soakFactor();
const FILES = 30;

interface Outcome {
  isKilled: boolean;
  answer: { checkpoint?: Checkpoint; applied?: boolean } | null;
}

describe("the command killed at any time", function () {
  this.timeout(600_000 * soakFactor());
  const seed = seedOf(5);
  const random = new Random(seed);
  let workspace: TempWorkspace;
  before(() => {
    console.log(`      seed ${seed}`);
    workspace = new TempWorkspace();
    for (let i = 0; i < FILES; i++)
      workspace.write(`src/f${i}.txt`, `0 of ${i}`);
  });
  after(() => workspace.dispose());

  function command(
    args: string[],
    killAfterMs: number | null,
  ): Promise<Outcome> {
    const child = spawn(
      process.execPath,
      [
        path.join(assetsDir, "cli.js"),
        ...args,
        "--json",
        "--workspace",
        workspace.root,
        "--store",
        workspace.base,
      ],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    let text = "";
    child.stdout.on("data", (data: Buffer) => (text += data.toString()));
    const alarm =
      killAfterMs === null
        ? undefined
        : setTimeout(() => child.kill("SIGKILL"), killAfterMs);
    return new Promise((resolve) =>
      child.on("close", (_code, signal) => {
        clearTimeout(alarm);
        resolve({ isKilled: signal === "SIGKILL", answer: parse(text) });
      }),
    );
  }

  /**
   * A complete answer on stdout is a report, whatever happened to the process
   * afterwards.
   */
  function parse(text: string): Outcome["answer"] {
    try {
      return JSON.parse(text) as Outcome["answer"];
    } catch {
      return null;
    }
  }

  it(`keeps everything it reported through ${KILLS} kills, and leaves no file half restored`, async () => {
    const states = new Map<number, Tree>();
    const store = await whereIsTheStore();
    let usualMs = await usualTime(states);
    let kills = 0;
    let runs = 0;
    let isOpen: Engine | undefined;
    while (kills < KILLS) {
      runs++;
      const before = workspace.tree();
      const isRestore = states.size > 2 && random.chance(0.45);
      const numbers = [...states.keys()];
      const target = numbers[random.below(numbers.length)];
      if (!isRestore)
        for (let n = 0; n < 5; n++)
          workspace.write(
            `src/f${random.below(FILES)}.txt`,
            `${runs} ${random.next()}`,
          );
      const now = isRestore ? before : workspace.tree();
      const startedAt = performance.now();
      const { isKilled, answer } = await command(
        isRestore
          ? ["restore", `${target}`, "--yes"]
          : ["create", "-m", `run ${runs}`],
        // Usually in its second half, when it writes; some runs finish.
        usualMs * (0.4 + 0.75 * random.next()),
      );
      if (isKilled) kills++;
      // The machine may be less busy than when it was measured.
      else usualMs = (usualMs + performance.now() - startedAt) / 2;
      if (answer?.checkpoint) states.set(answer.checkpoint.number, now);
      const engine = await workspace.open({ storeDir: store });
      isOpen = engine;
      for (const number of states.keys())
        assert.ok(
          engine.get(`${number}`),
          `#${number} was reported and is gone`,
        );
      if (isRestore) {
        const after = workspace.tree();
        const wanted = states.get(target!)!;
        const isDone = same(after, wanted);
        assert.ok(
          isDone || same(after, before),
          `run ${runs}: neither as before nor as planned`,
        );
        if (answer?.applied) assert.ok(isDone, "reported as done");
      }
      engine.close();
    }
    assert.ok(isOpen);
    assert.ok(states.size > 0, "no run came far enough to report anything");
    const engine = await workspace.open({ storeDir: store });
    const { ok, damaged } = engine.verify();
    assert.ok(ok, JSON.stringify(damaged));
    for (const [number, tree] of states) {
      restore(engine, { to: `${number}` });
      assertSameTree(workspace.tree(), tree, `#${number}`);
    }
    console.log(`      ${kills} killed, all that was reported is restored`);
  });

  /** How long the command currently takes if it is not killed. */
  async function usualTime(states: Map<number, Tree>): Promise<number> {
    const times: number[] = [];
    for (let i = 0; i < 5; i++) {
      const from = performance.now();
      workspace.write("src/f0.txt", `warming up ${i}`);
      const tree = workspace.tree();
      const name = `unharmed ${i}`;
      const { answer } = await command(["create", "-m", name], null);
      states.set(answer!.checkpoint!.number, tree);
      times.push(performance.now() - from);
    }
    return times.sort((a, b) => a - b)[2]!;
  }

  async function whereIsTheStore(): Promise<string> {
    await command(["create", "-m", "start"], null);
    const { answer } = (await command(["status"], null)) as unknown as {
      answer: { store?: string; status?: { store: string } };
    };
    return answer.store ?? answer.status!.store;
  }
});

function same(a: Tree, b: Tree): boolean {
  try {
    assertSameTree(a, b, "");
    return true;
  } catch {
    return false; // that is the answer
  }
}
