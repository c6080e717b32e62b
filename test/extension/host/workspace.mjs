// The workspace of the in-host suites: a small git repository, opened through a
// .code-workspace file so that folders can be added and removed in one window.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

/** Creates it; `remove` deletes it. */
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
  // A second folder: with only one, adding another restarts the host.
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

/** Short pauses, so that tests do not wait as long as a user would. */
export const quickSettings = {
  "checkpoint.auto.quietSeconds": 1,
  "checkpoint.auto.minIntervalSeconds": 0,
};
