import assert from "node:assert/strict";
import type { SearchResult } from "../../../src/engine/api";
import { cliForEach, type CliWorkspace } from "../runCli";

describe("checkpoint search", function () {
  this.timeout(120_000);
  const workspace = cliForEach();
  let work: CliWorkspace;

  beforeEach(async () => {
    work = workspace({
      "a.ts": "one\nneedle here\nthree\n",
      "b.md": "Needle too\n",
    });
    work.write("c.bin", Buffer.from("needle\0binary"));
    await work.prints("create");
    work.write("a.ts", "one\nthree\n");
    await work.prints("create");
  });

  it("shows which version has it, on which line, and from when to when", async () => {
    const result = await work.json<SearchResult>("search", "needle");
    assert.deepEqual(Object.keys(result).sort(), [
      "hits",
      "searchedContents",
      "truncated",
    ]);
    const hits = new Map(result.hits.map((hit) => [hit.path, hit]));
    assert.deepEqual([...hits.keys()].sort(), ["a.ts", "b.md"]);
    const gone = hits.get("a.ts")!;
    assert.deepEqual(gone.lines, [{ line: 2, text: "needle here" }]);
    assert.equal(gone.current, false);
    assert.equal(gone.firstCheckpoint?.number, 0);
    assert.equal(gone.lastCheckpoint?.number, 0);
    assert.equal(hits.get("b.md")!.current, true);
    const text = await work.prints("search", "needle");
    assert.match(
      text,
      /^a\.ts @1 .* in #0, no longer there\n {2}2: needle here$/m,
    );
    assert.match(text, /^b\.md @2 .* from #0 to #1, still there$/m);
  });

  it("names a point at which the lines can be read", async () => {
    const text = "x\nneedle moved\n";
    for (const each of [text, "x\n"]) {
      work.write("a.ts", each);
      await work.prints("create");
    }
    const found = await work.prints("search", "needle", "--path", "a.ts");
    const [, point, line] = /^a\.ts (@\d+) .*\n(.*)$/m.exec(found) ?? [];
    assert.equal(line, "  2: needle moved");
    assert.equal(await work.prints("cat", point!, "a.ts"), text);
  });

  it("finds changes that were not recorded yet, and marks what is gone now", async () => {
    work.write("new.ts", "needle\n");
    work.write("b.md", "nothing\n");
    const { hits } = await work.json<SearchResult>("search", "needle");
    const isThere = Object.fromEntries(
      hits.map((hit) => [hit.path, hit.current]),
    );
    assert.deepEqual(isThere, { "a.ts": false, "b.md": false, "new.ts": true });
  });

  it("accepts expressions, globs and --case-sensitive", async () => {
    const paths = async (...args: string[]) =>
      (await work.json<SearchResult>("search", ...args)).hits
        .map((h) => h.path)
        .sort();
    assert.deepEqual(await paths("--regex", "^needle\\sh\\w+$"), ["a.ts"]);
    assert.deepEqual(await paths("needle", "--path", "*.md"), ["b.md"]);
    assert.deepEqual(await paths("Needle", "--case-sensitive"), ["b.md"]);
    assert.deepEqual(await paths("nowhere to be found"), []);
  });

  it("does not hang on an expression that would take forever", async () => {
    work.write("evil.txt", "a".repeat(50) + "!\n");
    await work.prints("create");
    const started = Date.now();
    const result = await work.run(["search", "--regex", "^(a+)+$", "--json"]);
    assert.ok(Date.now() - started < 60_000);
    const { tooSlow } = JSON.parse(result.stdout) as SearchResult;
    assert.deepEqual(tooSlow, ["evil.txt"]);
    const text = await work.prints("search", "--regex", "^(a+)+$");
    assert.match(
      text,
      /too long on 1 file, which may contain matches\.\n {2}evil\.txt/,
    );
  });
});
