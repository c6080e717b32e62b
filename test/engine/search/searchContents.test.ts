import assert from "node:assert/strict";
import { Worker } from "node:worker_threads";
import type { Progress, Run } from "../../../src/engine/api";
import {
  CheckpointError,
  isProblem,
  problem,
} from "../../../src/engine/model/errors";
import {
  compileMatcher,
  type Pattern,
} from "../../../src/engine/search/matcher";
import { searchContents } from "../../../src/engine/search/searchContents";
import { withTimeLimit } from "../../../src/engine/search/timeLimit";

type Contents = Iterable<readonly [number, Uint8Array]>;

function search(
  contents: Contents,
  pattern: Pattern,
  run?: Run,
  total?: number,
) {
  const hits: { id: number; lines: number[] }[] = [];
  const found = searchContents(contents, compileMatcher(pattern), {
    run,
    total,
  });
  for (;;) {
    const next = found.next();
    if (next.done) return { hits, summary: next.value };
    const { id, lines } = next.value;
    hits.push({ id, lines: lines.map(({ line }) => line) });
  }
}

function* numbered(texts: string[]): Contents {
  for (const [i, text] of texts.entries()) yield [i, Buffer.from(text)];
}

/** Backtracks practically forever on a line of a's. */
const CATASTROPHE = "^(a+)+$";
const BAIT = "a".repeat(60) + "!";
const baits = Array.from({ length: 1000 }, () => BAIT);

describe("search contents", () => {
  it("returns the contents that match and their lines", () => {
    const { hits, summary } = search(
      numbered(["one\ntwo\n", "three\n", "two\none two\n"]),
      { text: "two" },
    );
    assert.deepEqual(hits, [
      { id: 0, lines: [2] },
      { id: 2, lines: [1, 2] },
    ]);
    assert.deepEqual(summary, { searched: 3, binary: 0, tooSlow: [] });
  });

  it("skips binary contents and counts them", () => {
    const { hits, summary } = search(numbered(["x\0", "x"]), { text: "x" });
    assert.deepEqual(hits, [{ id: 1, lines: [1] }]);
    assert.deepEqual(summary, { searched: 1, binary: 1, tooSlow: [] });
  });

  it("reads each content once, and stops when the consumer does", () => {
    let asked = 0;
    const contents = (function* (): Contents {
      for (; asked < 10_000;) yield [asked++, Buffer.from("needle")];
    })();
    const found = searchContents(contents, compileMatcher({ text: "needle" }));
    found.next();
    found.return({ searched: 0, binary: 0, tooSlow: [] });
    assert.ok(asked < 1000, `asked ${asked}`);
  });

  it("finds the same in many batches as in single contents", () => {
    const texts = Array.from({ length: 2000 }, (_, i) => `line\n${i}\n`);
    for (const pattern of [
      { text: "77" },
      { text: "77", caseSensitive: true },
      { regex: "7{2}" },
    ])
      assert.deepEqual(
        search(numbered(texts), pattern).hits.map(({ id }) => id),
        texts.flatMap((text, i) => (text.includes("77") ? [i] : [])),
      );
  });

  it("searches 10,000 contents of 4 KB in seconds", () => {
    const line = "  const value = compute(first, second, 12345);\n";
    const content = Buffer.from(line.repeat(Math.ceil(4096 / line.length)));
    const many = (function* (): Contents {
      for (let i = 0; i < 10_000; i++) yield [i, content];
    })();
    const started = process.cpuUsage();
    search(many, { regex: "^\\s*let\\s+\\w+" });
    const { user, system } = process.cpuUsage(started);
    assert.ok(user + system < 5_000_000, `${(user + system) / 1000} ms`);
  });

  it("reports progress", () => {
    const told: Progress[] = [];
    const run = { progress: (progress: Progress) => told.push(progress) };
    search(numbered(["a", "b\0", "c"]), { text: "a" }, run, 3);
    assert.deepEqual(told.at(-1), { phase: "search", done: 3, total: 3 });
  });

  it("stops when it is cancelled", () => {
    let asked = 0;
    const run = { isCancelled: () => ++asked > 2 };
    const texts = Array.from({ length: 5000 }, () => "a");
    assert.throws(
      () => search(numbered(texts), { text: "b" }, run),
      (error) => CheckpointError.is(error, "cancelled"),
    );
  });

  describe("with an expression that never terminates", () => {
    it("names the content it gave up on and finds the others", () => {
      const { hits, summary } = search(numbered(["aaa", BAIT, "b\naa"]), {
        regex: CATASTROPHE,
      });
      assert.deepEqual(hits, [
        { id: 0, lines: [1] },
        { id: 2, lines: [2] },
      ]);
      assert.deepEqual(summary.tooSlow, [1]);
    });

    it("fails with advice if many contents are slow", () => {
      const started = performance.now();
      assert.throws(
        () => search(numbered(baits), { regex: CATASTROPHE }),
        (error) => isProblem(error, "slow-expression"),
      );
      assert.ok(performance.now() - started < 30_000);
    });

    it("can be cancelled in between", () => {
      let asked = 0;
      const run = { isCancelled: () => ++asked > 3 };
      assert.throws(
        () => search(numbered(baits), { regex: CATASTROPHE }, run),
        (error) => CheckpointError.is(error, "cancelled"),
      );
    });
  });

  describe("time limit", () => {
    it("passes results and errors through", () => {
      assert.equal(
        withTimeLimit(1000, () => 42),
        42,
      );
      assert.throws(
        () =>
          withTimeLimit(1000, () => {
            throw problem("engine-closed");
          }),
        (error) => CheckpointError.is(error, "internal"),
      );
    });

    it("also stops an expression on a worker thread", async () => {
      const source = `
        const vm = require("node:vm");
        const { parentPort } = require("node:worker_threads");
        const context = vm.createContext({ work: () => /${CATASTROPHE}/.test("${BAIT}") });
        let code = "ended";
        try { new vm.Script("work()").runInContext(context, { timeout: 200 }); }
        catch (error) { code = error.code; }
        parentPort.postMessage(code);`;
      const worker = new Worker(source, { eval: true });
      const code = await new Promise((resolve, reject) => {
        worker.once("message", resolve);
        worker.once("error", reject);
      });
      await worker.terminate();
      assert.equal(code, "ERR_SCRIPT_EXECUTION_TIMEOUT");
    });
  });
});
