import assert from "node:assert/strict";
import type { Blame } from "../../../src/engine/api";
import { cliForEach, type CliWorkspace } from "../runCli";

describe("checkpoint blame", function () {
  this.timeout(120_000);
  const workspace = cliForEach();
  let work: CliWorkspace;

  beforeEach(async () => {
    work = workspace({ "a.ts": "one\ntwo\n" });
    await work.prints("create");
    work.write("a.ts", "one\nits\ntwo\n");
    await work.prints("create", "--source", "codex");
  });

  it("shows the author of each line, and what was not recorded yet", async () => {
    work.write("a.ts", "one\nits\ntwo\nlast\n");
    const text = await work.prints("blame", "a.ts");
    const rows = text.trimEnd().split("\n");
    assert.match(rows[0]!, /^ *@1 +#0 +Older .* 1 +one$/);
    assert.match(rows[1]!, /^ *@2 +#1 +Codex .* 2 +its$/);
    assert.match(rows[3]!, /^ *@3 +Outside the editor .* 4 +last$/);
  });

  it("has a column with the path that a line was written under", async () => {
    work.rename("a.ts", "b.ts");
    await work.prints("create");
    work.write("b.ts", "one\nits\ntwo\nlast\n");
    const text = await work.prints("blame", "b.ts");
    const rows = text.trimEnd().split("\n");
    assert.match(rows[1]!, /^ *@2 +#1 +Codex {2,}a\.ts {2,}\S.* 2 +its$/);
    assert.match(rows[3]!, /^ *@4 +Outside the editor {4,}\d\S+ \S+ +4 +last$/);
  });

  it("takes lines, a point and white space", async () => {
    const lines = async (...args: string[]) =>
      (await work.json<Blame>("blame", ...args)).lines.map(
        ({ line, source }) => `${line} ${source ?? ""}`,
      );
    assert.deepEqual(await lines("a.ts:2"), ["2 codex"]);
    assert.deepEqual(await lines("a.ts:2-3"), ["2 codex", "3 "]);
    assert.deepEqual(await lines("a.ts:2-"), ["2 codex", "3 "]);
    assert.deepEqual(await lines("a.ts", "--at", "0"), ["1 ", "2 "]);
    assert.deepEqual(await lines("a.ts", "--since", "1"), ["1 ", "2 ", "3 "]);
    work.write("a.ts", "one\n  its\ntwo\n");
    await work.prints("create");
    assert.deepEqual(await lines("a.ts:2", "-w", "-M"), ["2 codex"]);
  });

  it("takes a name that ends like a line number for a name", async () => {
    work.write("name:3", "colon\n");
    const { path } = await work.json<Blame>("blame", "name:3");
    assert.equal(path, "name:3");
  });

  it("says what is wrong", async () => {
    const said = async (path: string) =>
      (await work.problem("blame", path)).message;
    assert.match(await said("a.ts:9"), /a\.ts has no line 9: it has 3 lines/);
    assert.match(await said("none.ts"), /none\.ts is not in/);
    assert.match(await said("."), /PATH is a file/);
  });
});
