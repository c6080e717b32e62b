import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import type {
  CompactResult,
  PruneResult,
  Usage,
  VerifyResult,
} from "../../src/engine/api";
import { cliForEach } from "./runCli";

describe("checkpoint prune, compact, usage, verify", function () {
  this.timeout(120_000);
  const workspace = cliForEach();

  it("shows what would be removed, removes it, and frees the space", async () => {
    const work = workspace({ "a.txt": "a" });
    const data = work.dataDir;
    const keepSessions = (session: number) => {
      fs.mkdirSync(data, { recursive: true });
      const settings = JSON.stringify({ retention: { session } });
      fs.writeFileSync(path.join(data, "config.json"), settings);
    };
    keepSessions(20);
    for (let i = 0; i < 8; i++)
      await work.prints("create", "--kind", "session", "-m", `s${i}`);
    keepSessions(5);
    const dry = await work.json<PruneResult>("prune", "--dry-run");
    assert.equal(dry.dryRun, true);
    assert.deepEqual(dry.removed.map((r) => r.name).sort(), ["s0", "s1", "s2"]);
    assert.equal((await work.json<{ total: number }>("list")).total, 8);
    assert.match(
      await work.prints("prune", "-n"),
      /^Would remove 3 checkpoints/m,
    );
    await work.json<PruneResult>("prune");
    assert.equal((await work.json<{ total: number }>("list")).total, 5);
    const compacted = await work.json<CompactResult>("compact");
    assert.deepEqual(Object.keys(compacted).sort(), [
      "freedBytes",
      "packsRewritten",
      "sizeBytes",
    ]);
    assert.equal(await work.prints("cat", "latest", "a.txt"), "a");
  });

  it("shows what takes space", async () => {
    const work = workspace({ "big.txt": "x".repeat(5000), "src/a.txt": "a" });
    await work.prints("create");
    const usage = await work.json<Usage>("usage");
    assert.ok(usage.sizeBytes > 0 && usage.quotaBytes > usage.sizeBytes);
    assert.equal(usage.largest[0]!.path, "big.txt");
    assert.match(
      await work.prints("usage"),
      /^Largest files\n.*1 version {2}big\.txt$/m,
    );
  });

  it("reports an intact store as intact, and lists what damage affects", async () => {
    const work = workspace({ "a.txt": "some text that is stored" });
    await work.prints("create");
    const sound = await work.json<VerifyResult>("verify");
    assert.equal(sound.ok, true);
    assert.deepEqual(sound.damaged, []);
    assert.match(
      await work.prints("verify"),
      /^The history of .+ is intact: 1 file content, /,
    );

    const { store } = await work.json<{ store: string }>("status");
    const pack = path.join(store, "packs", "1.pack");
    const bytes = fs.readFileSync(pack);
    bytes[bytes.length - 3]! ^= 0xff;
    fs.writeFileSync(pack, bytes);
    const result = await work.run(["verify", "--json"]);
    assert.equal(result.code, 1);
    const broken = JSON.parse(result.stdout) as VerifyResult;
    assert.equal(broken.ok, false);
    assert.ok(
      broken.damaged.some(
        (d) => d.paths.includes("a.txt") && d.checkpoints.includes(0),
      ),
    );
    const read = await work.problem("cat", "0", "a.txt");
    assert.deepEqual([read.exit, read.code], [1, "damaged"]);
    const text = await work.run(["verify"]);
    assert.equal(text.code, 1);
    assert.match(text.stdout, /^The history of .+ is damaged\. /);
    assert.match(text.stdout, /verify --repair/);

    const repaired = await work.run(["verify", "--repair", "--json"]);
    const after = JSON.parse(repaired.stdout) as VerifyResult;
    assert.ok(after.repaired.length > 0);
    assert.deepEqual(after.lost, []);
    assert.equal(
      await work.prints("cat", "0", "a.txt"),
      "some text that is stored",
    );
  });

  it("finds a history whose format file is gone", async () => {
    const work = workspace({ "a.txt": "a" });
    await work.prints("create", "-m", "kept");
    const { store } = await work.json<{ store: string }>("status");
    fs.rmSync(path.join(store, "format.json"));
    assert.match(await work.prints("list"), /kept/);
    assert.ok(fs.existsSync(path.join(store, "format.json")));
  });
});
