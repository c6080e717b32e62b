import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { buffer, text } from "node:stream/consumers";
import { CheckpointError } from "../model/errors";

/** A git repository that the user named, and git's own commands on it. */
export interface GitRepository {
  dir: string;
}

/** Checkpoints live below this and nowhere else: never a branch, never a tag. */
const REF_PREFIX = "refs/checkpoints/";

/** Returns the repository at exactly this folder; throws `not-found`. */
export async function openRepository(folder: string): Promise<GitRepository> {
  let real: string;
  try {
    real = fs.realpathSync.native(folder);
  } catch (error) {
    throw new CheckpointError("not-found", `There is no folder ${folder}.`, {
      cause: error,
    });
  }
  // Without the ceiling, git would take a repository further up.
  const ceiling = { GIT_CEILING_DIRECTORIES: path.dirname(real) };
  try {
    const dir = await git(real, ["rev-parse", "--absolute-git-dir"], ceiling);
    return { dir: dir.toString("utf8").trim() };
  } catch (error) {
    if (CheckpointError.is(error, "not-found")) throw error;
    throw new CheckpointError(
      "not-found",
      `${folder} is not a git repository.`,
      {
        hint: CheckpointError.from(error).message,
        cause: error,
      },
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
    throw new CheckpointError(
      "bad-input",
      `“${given}” is not below ${REF_PREFIX}.`,
      {
        hint: `Give --ref ${REF_PREFIX}NAME: branches and tags are left alone.`,
        data: { ref: given },
      },
    );
  try {
    await inRepository(repository, ["check-ref-format", ref]);
  } catch (error) {
    throw new CheckpointError(
      "bad-input",
      `“${given}” is not a name that git takes for a ref.`,
      {
        hint: `Give --ref ${REF_PREFIX}NAME with letters, digits, - and /.`,
        data: { ref: given },
        cause: error,
      },
    );
  }
  return ref;
}

/** Runs one of git's commands on the repository and returns what it printed. */
export async function inRepository(
  repository: GitRepository,
  args: readonly string[],
): Promise<string> {
  return (await bytesInRepository(repository, args)).toString("utf8");
}

/** The same, for what need not be text: names of files. */
export function bytesInRepository(
  repository: GitRepository,
  args: readonly string[],
): Promise<Buffer> {
  return git(repository.dir, [`--git-dir=${repository.dir}`, ...args]);
}

/** One of git's commands at work; `done` settles when it has ended, and says why it failed. */
export interface RunningGit {
  child: ChildProcessWithoutNullStreams;
  done: Promise<void>;
}

/** Waits until it takes more input; throws when it has ended, with the reason it gave. */
export async function untilDrained({ child, done }: RunningGit): Promise<void> {
  const drained = once(child.stdin, "drain").catch(() => done);
  await Promise.race([drained, done]);
}

/** Starts one of git's commands on the repository, to be spoken with. */
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
  // A repository's own hooks and watchers are programs of strangers.
  const safe = [
    ["-c", `core.hooksPath=${os.devNull}`],
    ["-c", "core.fsmonitor=false"],
    // Names are kept as they are; what a checkout elsewhere makes of them is git's care there.
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

/** GIT_DIR and its like would send commands to another repository than the one named. */
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
  const said = text(child.stderr);
  // A command that ended early closes its input; its exit code says why.
  child.stdin.on("error", () => {});
  return new Promise((resolve, reject) => {
    child.once("error", (error) =>
      reject(
        new CheckpointError("not-found", "git cannot be started.", {
          hint: "Install git, or export to a folder or an archive, which need none.",
          cause: error,
        }),
      ),
    );
    child.once("close", (code) => {
      if (code === 0) return resolve();
      void said.then((stderr) => {
        const why = stderr.trim().split("\n").at(-1) ?? "";
        reject(
          new CheckpointError(
            "io",
            `git ${verb} failed: ${why || `exit code ${code}`}`,
            {
              hint: "The repository, its branches and its index were not changed.",
              data: { exitCode: code },
            },
          ),
        );
      });
    });
  });
}
