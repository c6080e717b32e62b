import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { withGitEntries } from "../../src/exchange/gitImport";
import { workspaceForEach } from "../helpers/tempWorkspace";

describe("the contents of a commit", () => {
  const makeWorkspace = workspaceForEach();
  const writeSync = fs.writeSync;
  afterEach(() => {
    fs.writeSync = writeSync;
  });

  it("are complete even if the disk accepts only part of each write", async () => {
    const text = "0123456789".repeat(100);
    const { root } = makeWorkspace({ a: text, b: `${text}b` });
    const git = (...args: string[]) =>
      execFileSync("git", ["-C", root, ...args], { stdio: "ignore" });
    git("init", "-q");
    git("add", ".");
    git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "two");
    fs.writeSync = ((
      fd: number,
      bytes: Uint8Array,
      from: number,
      length: number,
      at?: number,
    ) =>
      writeSync(
        fd,
        bytes,
        from,
        Math.ceil(length / 2),
        at,
      )) as typeof writeSync;
    const read = await withGitEntries(
      { repository: root, ref: "HEAD" },
      (all) => all.map((entry) => Buffer.from(entry.read()).toString()),
    );
    assert.deepEqual(read, [text, `${text}b`]);
  });
});
