import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import type { Authors } from "../../../src/engine/api";
import { cliForEach, type CliWorkspace } from "../runCli";

describe("checkpoint authors", function () {
  this.timeout(120_000);
  const workspace = cliForEach();
  let work: CliWorkspace;

  beforeEach(async () => {
    work = workspace({ "a.ts": "one\ntwo\n", "src/b.ts": "b\n" });
    await work.prints("create");
    work.write("a.ts", "one\nits\nits\ntwo\n");
    await work.prints("create", "--source", "codex");
  });

  it("shows lines, share and files of each author", async () => {
    const text = await work.prints("authors");
    const rows = text.trimEnd().split("\n");
    assert.match(rows[0]!, /^2 +50% +1 file +Codex/);
    assert.match(rows[1]!, /^2 +50% +1 file +Older/);
  });

  it("takes a point and a path", async () => {
    const ask = async (...args: string[]) =>
      (await work.json<Authors>("authors", ...args)).authors.map(
        ({ source, lines }) => `${source ?? "older"} ${lines}`,
      );
    assert.deepEqual(await ask(), ["codex 2", "older 2"]);
    assert.deepEqual(await ask("--since", "1"), []);
    assert.deepEqual(await ask("--path", "src"), []);
    assert.match(await work.prints("authors", "--since", "1"), /No file/);
  });

  it("exports them as Agent Trace, and never over a file", async () => {
    const file = path.join(work.root, "..", "trace.json");
    const said = await work.prints("export", "--agent-trace", file);
    assert.match(said, /The authors of 1 file written to/);
    const { version } = JSON.parse(fs.readFileSync(file, "utf8")) as {
      version: string;
    };
    assert.equal(version, "0.1.0");
    await work.problem("export", "--agent-trace", file);
    await work.problem("export", "1", "--agent-trace", "x.json");
    await work.problem("export");
  });
});
