import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import type { Export } from "../../src/exchange/exportOf";
import { exportGit } from "../../src/exchange/gitExport";
import { withGitEntries } from "../../src/exchange/gitImport";
import { workspaceForEach } from "../helpers/tempWorkspace";

/** More entries than a pipe buffers before the writer blocks. */
const MANY = 5000;

const state: Export = {
  label: "#0",
  title: "many",
  body: "",
  createdAt: "2026-11-16T10:00:00.000Z",
  entries: Array.from({ length: MANY }, (_, i) => ({
    path: `f${i}`,
    mode: 0o644,
    read: () => Buffer.from(`${i}`.repeat(20)),
  })),
};

describe("a git that fails half way", () => {
  const makeWorkspace = workspaceForEach();
  const searched = process.env["PATH"];
  afterEach(() => (process.env["PATH"] = searched));

  /** Creates a repository, then replaces git with one whose long-running commands fail. */
  async function start() {
    const { base } = makeWorkspace();
    const repository = path.join(base, "repository");
    execFileSync("git", ["init", "--quiet", repository]);
    const target = { repository, ref: "refs/checkpoints/many" };
    await exportGit(state, target);
    const bin = path.join(base, "bin");
    fs.mkdirSync(bin);
    const script = `#!/bin/sh
for word in "$@"; do
  case "$word" in fast-import|cat-file)
    head -c 100 > /dev/null
    echo "fatal: the object is corrupt" >&2
    exit 128;;
  esac
done
PATH="${searched}" exec git "$@"
`;
    fs.writeFileSync(path.join(bin, "git"), script, { mode: 0o755 });
    process.env["PATH"] = `${bin}${path.delimiter}${searched}`;
    return target;
  }

  const failed = (command: string) => ({
    problem: "git-failed",
    data: { exitCode: 128, command, reason: "fatal: the object is corrupt" },
  });

  it("says why when an export ends by it", async () => {
    const target = await start();
    await assert.rejects(exportGit(state, target), failed("fast-import"));
  });

  it("makes an import report git's reason", async () => {
    const target = await start();
    await assert.rejects(
      withGitEntries(target, () => assert.fail("nothing was read")),
      failed("cat-file"),
    );
  });
});
