import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import zlib from "node:zlib";
import type { Engine } from "../../src/engine/api";
import { withArchiveEntries } from "../../src/exchange/archive";
import { withGitEntries } from "../../src/exchange/gitImport";
import { mustFit } from "../../src/exchange/scratchFile";
import { errorOf, errorOfAsync, stateAt } from "../helpers/history";
import { workspaceForEach, type TempWorkspace } from "../helpers/tempWorkspace";
import { noise } from "../helpers/random";

const MEGABYTE = 1_000_000;
const scratch = () =>
  fs
    .readdirSync(os.tmpdir())
    .filter((name) => name.startsWith("checkpoint-import-"));

describe("an import that is too large", () => {
  const makeWorkspace = workspaceForEach();
  let work: TempWorkspace;
  let engine: Engine;
  beforeEach(async () => {
    work = makeWorkspace({ "a.txt": "a" });
    engine = await work.open({
      settings: { maxStoreSizeBytes: 2 * MEGABYTE },
    });
    engine.checkpoint();
  });

  const file = (bytes: Buffer, sizeBytes?: number) => ({
    path: "big",
    mode: 0o644,
    sizeBytes,
    read: () => bytes,
  });

  for (const known of [true, false])
    it(`is refused at the quota, and leaves nothing behind (size ${known ? "known" : "unknown"} in advance)`, () => {
      const { moments } = engine.status();
      const bytes = noise(3 * MEGABYTE);
      const given = file(bytes, known ? bytes.length : undefined);
      const error = errorOf(() => engine.importState([given]), "quota");
      assert.equal(error.data["lost"], "import");
      assert.equal(engine.status().moments, moments);
      assert.ok(engine.usage().sizeBytes < MEGABYTE);
    });

  it("frees space as a checkpoint does, and needs none for content already stored", () => {
    for (let i = 0; i < 3; i++) {
      work.write("busy", noise(MEGABYTE / 2));
      engine.checkpoint({ kind: "automatic" });
    }
    const held = work.read("busy");
    const { number } = engine.importState([file(held, held.length)]);
    assert.ok(engine.list().checkpoints.some((c) => c.number === 1));
    engine.importState([file(noise(MEGABYTE), MEGABYTE)], { name: "new" });
    assert.ok(engine.usage().sizeBytes <= 2 * MEGABYTE);
    assert.equal(
      stateAt(engine, `#${number}`).get("big")?.bytes.compare(held),
      0,
    );
    assert.equal(stateAt(engine, "new").get("big")?.bytes.length, MEGABYTE);
  });

  it("stops unpacking an archive, and removes the unpacked data", async () => {
    const before = scratch();
    const bomb = path.join(work.base, "bomb.tar.gz");
    const packed = zlib.gzipSync(Buffer.alloc(100 * MEGABYTE));
    assert.ok(packed.length < MEGABYTE);
    fs.writeFileSync(bomb, packed);
    const open = (use: () => void) =>
      withArchiveEntries(bomb, use, 10 * MEGABYTE);
    const error = await errorOfAsync(() => open(() => assert.fail()), "quota");
    assert.equal(error.data["quotaBytes"], 10 * MEGABYTE);
    assert.deepEqual(scratch(), before);
  });

  it("stops reading a commit", async () => {
    const before = scratch();
    const repository = path.join(work.base, "repo");
    const git = (...args: string[]) =>
      execFileSync("git", ["-C", repository, ...args], { stdio: "ignore" });
    fs.mkdirSync(repository);
    git("init", "-q");
    fs.writeFileSync(path.join(repository, "big"), noise(2 * MEGABYTE));
    git("add", ".");
    git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "big");
    const read = (quotaBytes: number, use: (entries: unknown[]) => unknown) =>
      withGitEntries({ repository, ref: "HEAD" }, use, quotaBytes);
    await errorOfAsync(() => read(MEGABYTE, () => assert.fail()), "quota");
    assert.equal(await read(3 * MEGABYTE, (entries) => entries.length), 1);
    assert.deepEqual(scratch(), before);
  });

  it("leaves nothing behind even when it is killed, since the file is unlinked", async function () {
    if (process.platform === "win32") this.skip();
    const before = scratch();
    const empty = path.join(work.base, "empty.tar");
    fs.writeFileSync(empty, Buffer.alloc(1024));
    const during = await withArchiveEntries(empty, scratch);
    assert.deepEqual(during, before);
  });

  it("is reported differently from a full disk", () => {
    const room = { quotaBytes: 30, freeBytes: 20, folder: "/tmp" };
    mustFit(20, room, "a.tar");
    const error = errorOf(() => mustFit(21, room, "a.tar"), "disk-full");
    assert.deepEqual(error.data, {
      what: "a.tar",
      path: "/tmp",
      freeBytes: 20,
    });
    errorOf(() => mustFit(31, room, "a.tar"), "quota");
  });
});
