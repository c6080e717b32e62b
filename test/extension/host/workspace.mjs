// The workspace that the in-host suites run in: a small git repository, opened
// through a .code-workspace file so that folders can come and go in one window.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

/** Makes it; `remove` takes it away again. */
export function makeWorkspace() {
  const dir = fs.realpathSync(
    fs.mkdtempSync(path.join(os.tmpdir(), "checkpoint-host-")),
  );
  const folder = path.join(dir, "sample");
  fs.mkdirSync(folder);
  for (const name of ["a", "b"])
    fs.writeFileSync(path.join(folder, `${name}.txt`), `${name}\n`);
  const git = (...args) =>
    execFileSync("git", args, {
      cwd: folder,
      stdio: "ignore",
      env: { ...process.env, HOME: dir, ...who },
    });
  git("init", "-b", "main");
  git("add", ".");
  git("commit", "-m", "Start");
  const file = path.join(dir, "sample.code-workspace");
  // A second folder: with one alone, adding another restarts the host.
  fs.mkdirSync(path.join(dir, "second"));
  fs.writeFileSync(
    file,
    JSON.stringify({ folders: [{ path: "sample" }, { path: "second" }] }),
  );
  return {
    file,
    folder,
    remove: () => fs.rmSync(dir, { recursive: true, force: true }),
  };
}

const who = {
  GIT_AUTHOR_NAME: "t",
  GIT_AUTHOR_EMAIL: "t@t",
  GIT_COMMITTER_NAME: "t",
  GIT_COMMITTER_EMAIL: "t@t",
};

/** Short pauses, so that a test does not wait for what a person would. */
export const quickSettings = {
  "checkpoint.auto.quietSeconds": 1,
  "checkpoint.auto.minIntervalSeconds": 0,
};
