import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import type { Checkpoint } from "../../src/engine/model/checkpoint";
import { tarHeader, tarPadding, TAR_END } from "../../src/exchange/tar";
import { assertSameTree } from "../helpers/tree";
import { cliForEach, type CliWorkspace } from "./runCli";

interface Exported {
  exported: {
    label: string;
    files: number;
    to: string | null;
    git: { repository: string; ref: string; commit: string } | null;
  };
}

describe("checkpoint export and import", function () {
  this.timeout(120_000);
  const workspace = cliForEach();
  let work: CliWorkspace;

  beforeEach(async () => {
    work = workspace({ "a.txt": "a", "dir/b.bin": Buffer.from([0, 255]) });
    work.write("run.sh", "#!", 0o755);
    work.link("link", "a.txt");
    await work.prints("create", "-m", "the state", "-d", "text");
  });

  const bringBack = async (...args: string[]) => {
    const wanted = work.tree();
    work.write("a.txt", "later");
    work.remove("dir");
    work.write("new.txt", "new");
    const changed = work.tree();
    const { checkpoint, skipped } = await work.json<{
      checkpoint: Checkpoint;
      skipped: string[];
    }>("import", ...args);
    assert.deepEqual(skipped, []);
    assert.deepEqual(
      [checkpoint.name, checkpoint.description],
      ["the state", "text"],
    );
    assertSameTree(work.tree(), changed, "the folder after the import");
    await work.prints("restore", `${checkpoint.number}`, "--yes");
    assertSameTree(work.tree(), wanted, "the folder after the restore");
  };

  describe("what is too large to import", () => {
    const HUGE = 2 ** 31 + 10;
    const isLeftOut = async (from: string) => {
      const { checkpoint, skipped } = await work.json<{
        checkpoint: Checkpoint;
        skipped: string[];
      }>("import", from);
      assert.deepEqual(skipped, ["huge"]);
      assert.equal(
        await work.prints("cat", `${checkpoint.number}`, "small"),
        "small",
      );
    };

    it("is listed, and the rest of a folder is imported", async () => {
      const from = path.join(work.base, "from");
      fs.mkdirSync(from);
      fs.writeFileSync(path.join(from, "small"), "small");
      fs.writeFileSync(path.join(from, "huge"), "");
      fs.truncateSync(path.join(from, "huge"), HUGE);
      await isLeftOut(from);
    });

    it("is listed, and the rest of an archive is imported", async () => {
      const from = path.join(work.base, "from.tar");
      const header = (name: string, size: number) =>
        tarHeader(name, 0o644, size, null, 0);
      const first = header("huge", HUGE);
      fs.writeFileSync(from, first);
      // A hole: the bytes of the large member take no space on disk.
      fs.truncateSync(from, first.length + HUGE + tarPadding(HUGE).length);
      const small = Buffer.from("small");
      for (const part of [
        header("small", small.length),
        small,
        tarPadding(small.length),
        TAR_END,
      ])
        fs.appendFileSync(from, part);
      await isLeftOut(from);
    });
  });

  it("round-trips a folder", async () => {
    const to = path.join(work.base, "copy");
    const { exported } = await work.json<Exported>("export", "0", to);
    assert.deepEqual(exported, {
      label: "#0 the state",
      files: work.tree().size,
      to,
      git: null,
    });
    assert.equal(fs.readFileSync(path.join(to, "a.txt"), "utf8"), "a");
    await bringBack(to);
  });

  it("round-trips an archive, relative to the current directory", async () => {
    const { size } = work.tree();
    const said = await work.prints("export", "latest", "../state.tar.gz");
    assert.ok(said.startsWith(`${size} files of #0 the state written to `));
    assert.match(said, /state\.tar\.gz\.\n$/);
    await bringBack("../state.tar.gz");
  });

  it("round-trips a git repository", async () => {
    const repo = path.join(work.base, "repo");
    execFileSync("git", ["init", "-q", repo]);
    const ref = "refs/checkpoints/one";
    const { exported } = await work.json<Exported>(
      "export",
      "0",
      "--git",
      repo,
      "--ref",
      ref,
    );
    assert.equal(exported.git?.ref, ref);
    const commit = execFileSync("git", ["rev-parse", ref], {
      cwd: repo,
      encoding: "utf8",
    });
    assert.equal(commit.trim(), exported.git?.commit);
    await bringBack("--git", repo, "--ref", ref);
  });

  it("imports any folder, with a given name and kind", async () => {
    const folder = path.join(work.base, "plain");
    fs.mkdirSync(folder);
    fs.writeFileSync(path.join(folder, "only.txt"), "only");
    const { checkpoint } = await work.json<{ checkpoint: Checkpoint }>(
      "import",
      folder,
      "-m",
      "from elsewhere",
      "-d",
      "more",
      "--kind",
      "feature",
    );
    assert.deepEqual(
      [
        checkpoint.name,
        checkpoint.description,
        checkpoint.kind,
        checkpoint.source,
      ],
      ["from elsewhere", "more", "feature", "import"],
    );
    assert.equal(await work.prints("cat", "latest", "only.txt"), "only");
  });

  it("lists what it could not import", async function () {
    if (process.platform !== "linux") this.skip();
    const folder = path.join(work.base, "plain");
    fs.mkdirSync(folder);
    fs.writeFileSync(path.join(folder, "only.txt"), "only");
    fs.writeFileSync(Buffer.from(`${folder}/caf\xe9`, "latin1"), "odd");
    assert.match(
      await work.prints("import", folder),
      /Not imported \(.* unsupported name\): 1 path\n  caf\ufffd\n$/,
    );
    assert.equal(await work.prints("cat", "latest", "only.txt"), "only");
  });
});
