import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { withArchiveEntries } from "../../src/exchange/archive";
import type { Entry } from "../../src/exchange/entries";
import { folderEntries } from "../../src/exchange/folder";
import { withGitEntries } from "../../src/exchange/gitImport";
import { workspaceForEach } from "../helpers/tempWorkspace";

/** Returns a path whose name need not be UTF-8. */
const put = (folder: string, name: string, text: string) =>
  fs.writeFileSync(Buffer.from(`${folder}/${name}`, "latin1"), text);

const found = (entries: Entry[], skipped: string[]) => ({
  files: Object.fromEntries(
    entries.map(({ path, read }) => [path, Buffer.from(read()).toString()]),
  ),
  skipped: skipped.sort(),
});

describe("entries that an import skips", () => {
  const makeWorkspace = workspaceForEach();
  let base: string;
  let folder: string;
  beforeEach(() => {
    ({ base, root: folder } = makeWorkspace());
  });

  const tar = (...args: string[]) => {
    const file = path.join(base, "packed.tar");
    execFileSync("tar", [...args, "-cf", file, "-C", folder, "."]);
    return withArchiveEntries(file, found);
  };

  describe("names that are not UTF-8", () => {
    before(function () {
      // Disks on other platforms accept only valid text as names.
      if (process.platform !== "linux") this.skip();
    });

    beforeEach(() => {
      put(folder, "a\xff", "1");
      put(folder, "a\xfe", "2");
      put(folder, "ok", "3");
      put(folder, "\xef\xbb\xbfmark", "4");
      fs.mkdirSync(Buffer.from(`${folder}/sub\xff`, "latin1"));
      put(folder, "sub\xff/inside", "5");
    });

    const files = { ok: "3", "\ufeffmark": "4" };
    const names = ["a\ufffd", "a\ufffd"];
    const inside = { files, skipped: [...names, "sub\ufffd/inside"] };

    for (const format of ["gnu", "posix"])
      it(`are listed, and the rest of an archive (${format}) is imported`, async () => {
        assert.deepEqual(await tar(`--format=${format}`), inside);
      });

    it("are listed, and the rest of a folder is imported", () => {
      const { entries, skipped } = folderEntries(folder);
      assert.deepEqual(found(entries, skipped), {
        files,
        skipped: [...names, "sub\ufffd"],
      });
    });

    it("are listed, and the rest of a commit is imported", async () => {
      const git = (...args: string[]) =>
        execFileSync("git", ["-C", folder, ...args], { stdio: "ignore" });
      git("init", "-q");
      git("add", ".");
      git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "odd");
      const source = { repository: folder, ref: "HEAD" };
      assert.deepEqual(await withGitEntries(source, found), inside);
    });

    it("do not prevent a hard link to them in an archive from being imported", async () => {
      // This name equals the broken name once decoded, but belongs to a different file.
      fs.writeFileSync(path.join(folder, "a\ufffd"), "not it");
      const odd = Buffer.from(`${folder}/a\xff`, "latin1");
      fs.linkSync(odd, path.join(folder, "same"));
      assert.deepEqual(await tar("--sort=name"), {
        files: { ...files, "a\ufffd": "not it", same: "1" },
        skipped: inside.skipped,
      });
    });
  });

  describe("sparse files", () => {
    before(function () {
      const version = execFileSync("tar", ["--version"], { encoding: "utf8" });
      if (!version.includes("GNU tar")) this.skip();
    });

    for (const format of ["gnu", "posix"])
      it(`are listed, and entries after them in an archive (${format}) are imported`, async () => {
        const file = path.join(folder, "sparse");
        // More fragments than fit in a member's header.
        const fd = fs.openSync(file, "w");
        for (let i = 1; i <= 40; i++) fs.writeSync(fd, "x", i * 262_144);
        fs.closeSync(fd);
        put(folder, "z", "after");
        assert.deepEqual(
          await tar(
            "-S",
            "--hole-detection=raw",
            "--sort=name",
            `--format=${format}`,
          ),
          { files: { z: "after" }, skipped: ["sparse"] },
        );
      });
  });
});
