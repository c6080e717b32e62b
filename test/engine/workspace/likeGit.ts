import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { defaultSettings } from "../../../src/engine/model/settings";
import { GitignoreChain } from "../../../src/engine/workspace/gitignoreChain";
import { isPathIgnored, Rules } from "../../../src/engine/workspace/rules";
import { nothingTracked } from "../../../src/engine/workspace/tracked";
import { workspacePath } from "../../../src/engine/model/workspacePath";

/** A `.gitignore`, or several by their paths. */
export type Case = string | Record<string, string>;

/** Creates a test for each case: of these files, we ignore the same ones as git. */
export function likeGit(
  files: readonly string[],
  cases: readonly Case[],
): void {
  const top = fs.mkdtempSync(path.join(os.tmpdir(), "checkpoint-"));
  let ignoredByGit: Set<string>;

  // Each case has its own folder in one repository, so git is run once. The files
  // need not exist for that.
  before(() => {
    cases.forEach((given, i) => {
      for (const [name, text] of Object.entries(textsOf(given)))
        write(path.join(top, `${i}`, name), text);
    });
    git(top, ["init", "-q"]);
    const asked = cases.flatMap((_, i) => files.map((name) => `${i}/${name}`));
    const args = ["check-ignore", "--no-index", "-z", "--stdin"];
    const answer = git(top, args, asked.join("\0"));
    ignoredByGit = new Set(answer.split("\0").filter(Boolean));
  });
  after(() => fs.rmSync(top, { recursive: true }));

  cases.forEach((given, i) => {
    it(JSON.stringify(given), () => {
      const ours = ignoredByUs(textsOf(given), files);
      const theirs = files.filter((name) => ignoredByGit.has(`${i}/${name}`));
      assert.deepEqual(ours, theirs);
    });
  });
}

export function ignoredByUs(
  texts: Record<string, string>,
  files: readonly string[],
): string[] {
  const rules = new Rules({ ...defaultSettings, exclude: [] });
  const chain = new GitignoreChain((file) => texts[file] ?? null);
  return files.filter((name) =>
    isPathIgnored(
      rules,
      workspacePath(name),
      (at) => chain.of(at),
      nothingTracked,
    ),
  );
}

function textsOf(given: Case): Record<string, string> {
  return typeof given === "string" ? { ".gitignore": given } : given;
}

function write(file: string, text: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
}

/** Runs git with no configuration but the repository's own. */
export function git(cwd: string, args: string[], input = ""): string {
  const { stdout, stderr, status } = spawnSync("git", args, {
    cwd,
    input,
    encoding: "utf8",
    maxBuffer: 64 * 1024 ** 2,
    env: {
      PATH: process.env["PATH"],
      HOME: cwd,
      XDG_CONFIG_HOME: cwd,
      GIT_CONFIG_NOSYSTEM: "1",
    },
  });
  // 1 means that none are ignored.
  assert.ok(status === 0 || status === 1, stderr);
  return stdout;
}
