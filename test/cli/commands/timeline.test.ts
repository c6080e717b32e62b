import assert from "node:assert/strict";
import type { Timeline } from "../../../src/engine/api";
import { cliForEach, type CliWorkspace } from "../runCli";

describe("checkpoint timeline", function () {
  this.timeout(120_000);
  const workspace = cliForEach();
  let work: CliWorkspace;

  beforeEach(async () => {
    work = workspace({ "a.ts": "one\n", "src/b.ts": "one\n" });
    await work.prints("create", "-m", "start");
    work.write("a.ts", "two\n");
    await work.prints("create", "--source", "codex", "-m", "parser");
    work.write("src/b.ts", "two\nthree\n");
    await work.prints("create", "-m", "views");
    await work.prints("check", "--", process.execPath, "--version");
  });

  it("draws a lane for each author, and what happened", async () => {
    const lines = (await work.prints("timeline")).trimEnd().split("\n");
    assert.match(lines[0]!, /^Codex +█/);
    assert.match(lines[1]!, /^Outside the editor +█/);
    assert.match(lines[2]!, /^ +◆.*[◆✓]/);
    assert.match(lines[3]!, /^ +\|\d\d:\d\d/);
    assert.match(lines.join("\n"), /◆ 3 named checkpoints {2}✓ 1 passed check/);
    assert.match(lines.at(-1)!, /: 2 moments, 2 files changed\.$/);
    assert.ok(
      lines.slice(0, 4).every((line) => line.length <= 100),
      "fits its width",
    );
  });

  it("answers the buckets as JSON, with lines, a path, a source and a time", async () => {
    const all = await work.json<Timeline>("timeline", "--buckets", "1");
    assert.deepEqual(
      all.lanes.map(({ source, buckets }) => [source, buckets[0]!.lines]),
      [
        ["codex", { added: 1, removed: 1 }],
        ["outside", { added: 2, removed: 1 }],
      ],
    );
    const sources = async (...args: string[]) =>
      (await work.json<Timeline>("timeline", ...args)).lanes.map(
        ({ source }) => source,
      );
    assert.deepEqual(await sources("--path", "src"), ["outside"]);
    assert.deepEqual(await sources("--source", "codex"), ["codex"]);
    assert.deepEqual(await sources("--until", "2020-01-02"), []);
    assert.deepEqual(await sources("--thread", "none"), []);
  });

  it("includes what was not recorded yet, and says when nothing changed", async () => {
    work.write("a.ts", "new\n");
    const text = await work.prints("timeline");
    assert.match(text, /^Outside the editor .*[▁-█]/m);
    const none = await work.prints("timeline", "--source", "nobody");
    assert.match(none, /^Nothing changed in this time\./);
  });

  it("says what is wrong", async () => {
    const { message } = await work.problem("timeline", "--since", "whenever");
    assert.match(message, /whenever/);
    await work.problem("timeline", "--buckets", "0");
  });
});
