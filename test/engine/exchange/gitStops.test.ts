import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import type { Export } from "../../../src/engine/exchange/entries";
import { exportGit } from "../../../src/engine/exchange/gitExport";
import { withGitEntries } from "../../../src/engine/exchange/gitImport";
import { workspaceForEach } from "../../helpers/tempWorkspace";

/** More than fits between two processes before one of them waits. */
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

describe("a git that stops in the middle", () => {
  const makeWorkspace = workspaceForEach();
  const searched = process.env["PATH"];
  afterEach(() => (process.env["PATH"] = searched));

  /** A repository; and from then on a git whose long commands fail. */
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

  it("says why when an export ends by it", async () => {
    const target = await start();
    await assert.rejects(
      exportGit(state, target),
      /git fast-import failed: fatal: the object is corrupt/,
    );
  });

  it("says why when an import ends by it", async () => {
    const target = await start();
    await assert.rejects(
      withGitEntries(target, () => assert.fail("nothing was read")),
      /git cat-file failed: fatal: the object is corrupt/,
    );
  });
});
