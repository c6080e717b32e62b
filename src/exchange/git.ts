import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { buffer, text } from "node:stream/consumers";
import { CheckpointError, isProblem, problem } from "../engine/model/errors";

/** A git repository that the user named. */
export interface GitRepository {
  dir: string;
}

/** Exports only write refs below this prefix, never a branch or a tag. */
const REF_PREFIX = "refs/checkpoints/";

/** Returns the repository at exactly this folder, not one above it; throws `not-found`. */
export async function openRepository(folder: string): Promise<GitRepository> {
  let real: string;
  try {
    real = fs.realpathSync.native(folder);
  } catch (error) {
    throw problem("no-such-repository", { path: folder }, error);
  }
  // Without a ceiling, git would also find a repository in a parent folder.
  const ceiling = { GIT_CEILING_DIRECTORIES: path.dirname(real) };
  try {
    const dir = await git(real, ["rev-parse", "--absolute-git-dir"], ceiling);
    return { dir: dir.toString("utf8").trim() };
  } catch (error) {
    if (CheckpointError.is(error, "not-found")) throw error;
    throw problem(
      "not-a-repository",
      {
        path: folder,
        reason: isProblem(error, "git-failed") ? error.data.reason : "",
      },
      error,
    );
  }
}

/** Returns the full name of a ref below refs/checkpoints/; throws `bad-input`. */
export async function checkedRef(
  repository: GitRepository,
  given: string,
): Promise<string> {
  const ref = given.startsWith("refs/") ? given : REF_PREFIX + given;
  if (!ref.startsWith(REF_PREFIX))
    throw problem("ref-outside", { ref: given, prefix: REF_PREFIX });
  try {
    await inRepository(repository, ["check-ref-format", ref]);
  } catch (error) {
    throw problem("bad-ref", { ref: given, prefix: REF_PREFIX }, error);
  }
  return ref;
}

/** Runs a git command on the repository and returns its output. */
export async function inRepository(
  repository: GitRepository,
  args: readonly string[],
): Promise<string> {
  return (await bytesInRepository(repository, args)).toString("utf8");
}

/** Like `inRepository`, for output that may not be UTF-8, such as file names. */
export function bytesInRepository(
  repository: GitRepository,
  args: readonly string[],
): Promise<Buffer> {
  return git(repository.dir, [`--git-dir=${repository.dir}`, ...args]);
}

/**
 * A running git command. `done` settles when it exits, and rejects with git's error if it
 * failed.
 */
export interface RunningGit {
  child: ChildProcessWithoutNullStreams;
  done: Promise<void>;
}

/** Waits until the command accepts more input. Throws git's error if it failed instead. */
export async function untilDrained({ child, done }: RunningGit): Promise<void> {
  const drained = once(child.stdin, "drain").catch(() => done);
  await Promise.race([drained, done]);
}

/** Starts a git command on the repository, for callers that stream its input and output. */
export function startGit(
  repository: GitRepository,
  args: readonly string[],
): RunningGit {
  const child = spawnGit(repository.dir, [
    `--git-dir=${repository.dir}`,
    ...args,
  ]);
  return { child, done: finished(child, args) };
}

async function git(
  cwd: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Buffer> {
  const child = spawnGit(cwd, args, env);
  child.stdin.end();
  const [printed] = await Promise.all([
    buffer(child.stdout),
    finished(child, args),
  ]);
  return printed;
}

function spawnGit(
  cwd: string,
  args: readonly string[],
  env: Record<string, string> = {},
): ChildProcessWithoutNullStreams {
  // A repository's hooks and fsmonitor can run arbitrary programs, so both are turned off.
  const safe = [
    ["-c", `core.hooksPath=${os.devNull}`],
    ["-c", "core.fsmonitor=false"],
    // Keep names that Windows or macOS would reject. Git checks them where they are checked out.
    ["-c", "core.protectNTFS=false"],
    ["-c", "core.protectHFS=false"],
  ].flat();
  return spawn("git", [...safe, ...args], {
    cwd,
    env: {
      ...withoutGit(process.env),
      ...env,
      LC_ALL: "C",
      GIT_NO_LAZY_FETCH: "1",
    },
    windowsHide: true,
  });
}

/**
 * Removes GIT_DIR and all other GIT_ variables, which could redirect a command to a
 * different repository.
 */
function withoutGit(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(
      ([key]) => !key.toUpperCase().startsWith("GIT_"),
    ),
  );
}

function finished(
  child: ChildProcessWithoutNullStreams,
  args: readonly string[],
): Promise<void> {
  const verb = args.find((arg) => !arg.startsWith("-")) ?? "git";
  const stderrText = text(child.stderr);
  // Writing fails if the command exits early; the exit code then gives the reason.
  child.stdin.on("error", () => {});
  return new Promise((resolve, reject) => {
    child.once("error", (error) => reject(problem("git-missing", {}, error)));
    child.once("close", (code) => {
      if (code === 0) return resolve();
      void stderrText.then((stderr) => {
        const why = stderr.trim().split("\n").at(-1) ?? "";
        reject(
          problem("git-failed", { exitCode: code, command: verb, reason: why }),
        );
      });
    });
  });
}
